#pragma once

#include <cmath>
#include <utility>

#include <surefoot/math.hpp>
#include <surefoot/optim/objective.hpp>

namespace surefoot {

// What the loops of all optimisers share.  They are written for either processor: they own no
// memory, and the function that they minimise is anything that can be called as
//
//     double value = evaluate(eta, gradient);     gradient may be null: the value alone.

/// The box of an optimiser, as a device sees it.
struct Edges {
  const double* lower;
  const double* upper;
  const double* scale;
};

inline Edges edges_of(const Box& box) {
  return {box.lower.data(), box.upper.data(), box.scale.data()};
}

/// Calls an Objective as the loops do.
struct Call {
  Objective& objective;
  std::size_t size;

  void begin_step(int step) const { objective.begin_step(step); }
  bool noisy() const { return objective.noisy(); }
  double operator()(const double* eta, double* gradient) const {
    return objective({eta, size}, {gradient, gradient ? size : 0});
  }
};

/// How a loop ended; where is in the memory that it was given.
struct LoopEnd {
  double value = 0.0;
  double gradient_norm = 0.0;
  int steps = 0;
  Ending ending = Ending::failed;
  double remaining = NAN;
};

inline Minimum minimum_at(std::vector<double> eta, const LoopEnd& end) {
  return {std::move(eta), end.value, end.gradient_norm, end.steps, end.ending, end.remaining};
}
inline LoopEnd end_of(const Minimum& found) {
  return {found.value, found.gradient_norm, found.steps, found.ending, found.remaining};
}

SUREFOOT_HD inline double inside(double x, int k, const Edges& box) {
  return min(max(x, box.lower[k]), box.upper[k]);
}

/// Whether a descent step would push coordinate k out of the box.
SUREFOOT_HD inline bool stuck(const double* x, const double* gradient, int k, const Edges& box) {
  return (x[k] <= box.lower[k] && gradient[k] > 0.0) || (x[k] >= box.upper[k] && gradient[k] < 0.0);
}

/// The gradient without the components that point out of the box.
SUREFOOT_HD inline double projected_norm(const double* x, const double* gradient, int p,
                                         const Edges& box) {
  double square = 0.0;
  for (int k = 0; k < p; ++k)
    if (!stuck(x, gradient, k, box)) square += gradient[k] * gradient[k];
  return std::sqrt(square);
}

SUREFOOT_HD inline bool all_finite(const double* x, int size) {
  for (int k = 0; k < size; ++k)
    if (!std::isfinite(x[k])) return false;
  return true;
}

SUREFOOT_HD inline void copy(const double* from, int size, double* to) {
  for (int k = 0; k < size; ++k) to[k] = from[k];
}

/// A move cut so that no coordinate goes further than five scales.
SUREFOOT_HD inline void cut_move(double* move, int p, const Edges& box) {
  double longest = 1.0;
  for (int k = 0; k < p; ++k) longest = max(longest, std::abs(move[k]) / (5.0 * box.scale[k]));
  for (int k = 0; k < p; ++k) move[k] /= longest;
}

/// The largest coordinate of a move, in units; `without` if there are none.
SUREFOOT_HD inline double longest_move(const double* move, int p, std::span<const double> unit,
                                       double without) {
  if (unit.empty()) return without;
  double longest = 0.0;
  for (int k = 0; k < p; ++k) longest = max(longest, std::abs(move[k]) / unit[k]);
  return longest;
}

}  // namespace surefoot
