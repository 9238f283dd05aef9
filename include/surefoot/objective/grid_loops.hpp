#pragma once

#include <array>
#include <cstdint>

#include <surefoot/pairs/points.hpp>
#include <surefoot/simd/pack.hpp>
#include <surefoot/simd/unrolled.hpp>

namespace surefoot {

/// A uniform grid on the line: node g lies at origin + g / rate.  Points in
/// [low, high) are on it, others are passed over.
struct Lattice {
  double origin;
  double rate;
  double low;
  double high;
};

/// Nodes from `first` to one before `last`.
struct NodeRange {
  int first;
  int last;
};

/// The loops of the grid embedding, for one instruction set.
class GridLoops {
 public:
  static constexpr int taps = 8;      // nodes that a point is spread over
  static constexpr int before = 3;    // of them below its cell
  static constexpr int overrun = 64;  // nodes beyond a range that convolve reads and writes

  virtual ~GridLoops() = default;

  /// Adds the weights of the points to the nodes around them; which nodes those are.
  virtual NodeRange spread(const Points<float>& y, const Lattice& lattice, double* nodes) const = 0;
  virtual NodeRange spread(const Points<double>& y, const Lattice& lattice,
                           double* nodes) const = 0;

  /// out[g] = sum_k kernel[k] in[g + k - reach], k = 0 .. 2 reach, for g in the
  /// range, and up to `overrun` nodes beyond it; the sum of in[g] out[g].
  virtual double convolve(const double* in, NodeRange range, const double* kernel, int reach,
                          double* out) const = 0;

  /// Adds `factor` v_j df/dy at each point to the gradient, f being the field on the nodes.
  virtual void slopes(const Points<float>& y, const Lattice& lattice, const double* field,
                      double factor, double* gradient) const = 0;
  virtual void slopes(const Points<double>& y, const Lattice& lattice, const double* field,
                      double factor, double* gradient) const = 0;

  /// The field on the nodes, read off at each point; 0 beyond the grid.
  virtual void values(const Points<float>& y, const Lattice& lattice, const double* field,
                      double* out) const = 0;
  virtual void values(const Points<double>& y, const Lattice& lattice, const double* field,
                      double* out) const = 0;
};

/// The B-spline of degree 7 over the 8 nodes around a point at fraction t of
/// its cell: row k holds the coefficients of t^k, one for each node.
constexpr std::array<std::array<double, 8>, 8> spline_powers() {
  constexpr std::int64_t choose8[] = {1, 8, 28, 56, 70, 56, 28, 8, 1};
  constexpr std::int64_t choose7[] = {1, 7, 21, 35, 35, 21, 7, 1};
  std::array<std::array<double, 8>, 8> rows{};
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k) {
      // sum_j (-1)^j C(8,j) (t + 7 - i - j)^7 / 7!, expanded in t
      std::int64_t sum = 0;
      for (int j = 0; j <= 7 - i; ++j) {
        std::int64_t power = 1;
        for (int e = 0; e < 7 - k; ++e) power *= 7 - i - j;
        sum += (j % 2 == 0 ? 1 : -1) * choose8[j] * power;
      }
      rows[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)] =
          static_cast<double>(choose7[k] * sum) / 5040.0;
    }
  return rows;
}

/// The same for the derivative in t.
constexpr std::array<std::array<double, 8>, 7> spline_slope_powers() {
  std::array<std::array<double, 8>, 7> rows{};
  for (std::size_t k = 0; k < 7; ++k)
    for (std::size_t i = 0; i < 8; ++i)
      rows[k][i] = static_cast<double>(k + 1) * spline_powers()[k + 1][i];
  return rows;
}

template <class Isa>
class PackedGridLoops final : public GridLoops {
 public:
  NodeRange spread(const Points<float>& y, const Lattice& lattice, double* nodes) const override {
    return spread_any(y, lattice, nodes);
  }
  NodeRange spread(const Points<double>& y, const Lattice& lattice, double* nodes) const override {
    return spread_any(y, lattice, nodes);
  }
  void slopes(const Points<float>& y, const Lattice& lattice, const double* field, double factor,
              double* gradient) const override {
    slopes_any(y, lattice, field, factor, gradient);
  }
  void slopes(const Points<double>& y, const Lattice& lattice, const double* field, double factor,
              double* gradient) const override {
    slopes_any(y, lattice, field, factor, gradient);
  }

  void values(const Points<float>& y, const Lattice& lattice, const double* field,
              double* out) const override {
    values_any(y, lattice, field, out);
  }
  void values(const Points<double>& y, const Lattice& lattice, const double* field,
              double* out) const override {
    values_any(y, lattice, field, out);
  }

  [[gnu::flatten]] double convolve(const double* in, NodeRange range, const double* kernel,
                                   int reach, double* out) const override {
    constexpr int block = 4;
    P total = P(0.0);
    for (int g = range.first; g < range.last; g += block * P::lanes) {
      P sums[block];
      unrolled<block>([&](auto b) __attribute__((always_inline)) { sums[b] = P(0.0); });
      const double* from = in + g - reach;
      for (int k = 0; k <= 2 * reach; ++k) {
        const P tap = P(kernel[k]);
        unrolled<block>([&](auto b) __attribute__((always_inline)) {
          sums[b] += tap * P::load(from + k + b * P::lanes);
        });
      }
      unrolled<block>([&](auto b) __attribute__((always_inline)) {
        sums[b].store(out + g + b * P::lanes);
        total += sums[b] * P::load(in + g + b * P::lanes);
      });
    }
    return sum(total);
  }

 private:
  using P = Pack<double, Isa>;
  static constexpr int packs = taps / P::lanes;

  template <std::size_t Rows>
  [[gnu::always_inline]] static void weights(const std::array<std::array<double, 8>, Rows>& powers,
                                             double t, P (&w)[packs]) {
    const P x = P(t);
    unrolled<packs>([&](auto b) __attribute__((always_inline)) {
      w[b] = P::load(powers[Rows - 1].data() + b * P::lanes);
      unrolled<static_cast<int>(Rows) - 1>([&](auto k) __attribute__((always_inline)) {
        w[b] = w[b] * x + P::load(powers[Rows - 2 - k].data() + b * P::lanes);
      });
    });
  }

  // Neighbours in the list are often neighbours on the line, whose nodes overlap: a store that the
  // next load only half covers costs more than the sum.  So four far parts of the list take turns.
  template <class Visit>
  [[gnu::always_inline]] static void by_turns(int count, Visit visit) {
    const int quarter = (count + 3) / 4;
    for (int i = 0; i < quarter; ++i)
      for (int j = i; j < count; j += quarter) visit(j);
  }

  template <class Real>
  [[gnu::flatten]] static NodeRange spread_any(const Points<Real>& y, const Lattice& lattice,
                                               double* nodes) {
    static constexpr auto powers = spline_powers();
    double lowest = lattice.high, highest = lattice.low;
    by_turns(
        y.count, [&](int j) __attribute__((always_inline)) {
          const double x = static_cast<double>(y.coordinates[j]);
          if (!(x >= lattice.low && x < lattice.high)) return;
          lowest = x < lowest ? x : lowest;
          highest = x > highest ? x : highest;
          const double s = (x - lattice.origin) * lattice.rate;
          const int cell = static_cast<int>(s);
          P w[packs];
          weights(powers, s - cell, w);
          const P weight = P(static_cast<double>(y.weights[j]));
          double* at = nodes + cell - before;
          unrolled<packs>([&](auto b) __attribute__((always_inline)) {
            (P::load(at + b * P::lanes) + weight * w[b]).store(at + b * P::lanes);
          });
        });
    if (lowest > highest) return {0, 0};
    return {static_cast<int>((lowest - lattice.origin) * lattice.rate) - before,
            static_cast<int>((highest - lattice.origin) * lattice.rate) - before + taps};
  }

  /// What a field on the nodes is at x, or its slope per node, by the powers of either spline.
  template <std::size_t Rows>
  [[gnu::always_inline]] static double read(const std::array<std::array<double, 8>, Rows>& powers,
                                            double x, const Lattice& lattice, const double* field) {
    const double s = (x - lattice.origin) * lattice.rate;
    const int cell = static_cast<int>(s);
    P w[packs];
    weights(powers, s - cell, w);
    const double* at = field + cell - before;
    P total = P(0.0);
    unrolled<packs>([&](auto b) __attribute__((always_inline)) {
      total += w[b] * P::load(at + b * P::lanes);
    });
    return sum(total);
  }

  template <class Real>
  [[gnu::flatten]] static void values_any(const Points<Real>& y, const Lattice& lattice,
                                          const double* field, double* out) {
    static constexpr auto powers = spline_powers();
    for (int j = 0; j < y.count; ++j) {
      const double x = static_cast<double>(y.coordinates[j]);
      const bool on_grid = x >= lattice.low && x < lattice.high;
      out[j] = on_grid ? read(powers, x, lattice, field) : 0.0;
    }
  }

  template <class Real>
  [[gnu::flatten]] static void slopes_any(const Points<Real>& y, const Lattice& lattice,
                                          const double* field, double factor, double* gradient) {
    static constexpr auto powers = spline_slope_powers();
    const double unit = factor * lattice.rate;
    for (int j = 0; j < y.count; ++j) {
      const double x = static_cast<double>(y.coordinates[j]);
      if (x >= lattice.low && x < lattice.high)
        gradient[j] += unit * static_cast<double>(y.weights[j]) * read(powers, x, lattice, field);
    }
  }
};

}  // namespace surefoot
