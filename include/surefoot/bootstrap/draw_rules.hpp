#pragma once

#include <cstdint>

#include <surefoot/math.hpp>
#include <surefoot/optim/loop.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/settings/words.hpp>

// What the algorithm of a draw goes by, on either processor: its constants, and what it is told of
// a run.
namespace surefoot {

/// A draw counts as converged when the predicted remaining move is below this
/// part of the posterior standard deviation in every coordinate.
inline constexpr double certified_move = 0.01;

/// Where the objective jumps, no minimum can be told more closely than the jumps
/// allow.  A draw from which no Gauss-Newton step goes down, however damped,
/// counts as converged below this part.
inline constexpr double certified_move_of_jumps = 0.1;

/// How far the value can fall between a mode and the draw's minimum: so many times
/// what it just did, or does typically.
inline constexpr double falls_within_reach = 2.0;

/// Modes that Gauss-Newton solves a draw from at most, unless more starts are asked
/// for: along a rough valley not all of those that lie near enough.
inline constexpr int solves_along_valleys = 4;

/// Values that a pattern search may look at for each step that BFGS was allowed.
inline constexpr int values_for_a_step = 5;

/// One draw in 64 is solved again, from starts that know nothing of the modes, and
/// of those after the first 1024 one in 1024, since a sample of some size says
/// enough: which ones is decided by the seed and their numbers.
SUREFOOT_HD inline bool solved_again(std::uint64_t seed, std::uint32_t draw) {
  const std::uint32_t among = draw < 1024 ? 64 : 1024;
  return random_block({seed, draw, 1, 0, Purpose::selection}, 0)[0] % among == 0;
}

/// Steps that such a start is given.  One that needs more steps of BFGS has mostly
/// set out along a valley that leads nowhere.
SUREFOOT_HD constexpr int steps_again(OptimiserName optimiser, int steps) {
  constexpr int most = 25;
  return optimiser == OptimiserName::bfgs && steps > most ? most : steps;
}

/// A minimum that was found again counts as better if it is by this part of the value.
inline constexpr double worth_telling = 1e-6;

/// How far the differences of a draw's own Jacobian reach, in scales of the box: half
/// a standard deviation, within limits.
SUREFOOT_HD inline double own_difference(double sds_in_scales) {
  return min(max(0.5 * sds_in_scales, 0.01), 0.5);
}

/// Moves that raise the value by this part of it can be outweighed by its jumps.
inline constexpr double jump_of_values = 4e-5;

/// How long a step along a principal axis is that raises the value so much; at
/// most a scale of the box.
SUREFOOT_HD inline double axis_length(double rise_of_axis, double rise) {
  return min(std::sqrt(rise / max(rise_of_axis, 1e-300)), 1.0);
}

/// Values that are looked at around the best point of a draw, and how far away, in
/// lengths of the axes.
SUREFOOT_HD constexpr int values_around(int parameters) { return 3 * (parameters + 1); }
inline constexpr double furthest_around = 10.0;

/// The first steps of that search, in lengths of the axes; and, where it is a pattern search, the
/// mesh that ends it and the relative decrease that counts as none.
inline constexpr double first_around = 1.0;
inline constexpr double mesh_around = 0.2;
inline constexpr double noise_around = 1e-9;

/// What draws are told of a mode, in memory of the processor that they run on.
struct ModeFacts {
  const double* eta = nullptr;
  const double* hessian = nullptr;  // null if unknown
  const double* sd = nullptr;       // by which draws' minima lie around it; null if unknown
  double tolerance = 0.0;           // predicted decrease that counts as none where sd is unknown
  double fall = 0.0;                // of the value from here to a draw's minimum, typically

  // For Gauss-Newton: the Jacobian of the model's picture, and the metric that it makes.
  int pictures = 0;                  // numbers in a picture
  const double* jacobian = nullptr;  // one picture after the other
  const double* metric = nullptr;    // as in MetricOfMode
  const double* axes = nullptr;
  const double* rises = nullptr;
};

/// What is the same for all draws of a run.
struct DrawPlan {
  OptimiserName optimiser = OptimiserName::bfgs;
  bool follows_modes = true;  // the optimiser goes downhill from them
  int parameters = 0;         // that are free
  int steps = 0;
  double step_size = 0.0;
  double noise = 0.0;           // relative rounding of the objective
  bool bounded = false;         // the kernel
  bool differentiable = false;  // the simulator
  bool trims = false;           // what the model does not explain
  int most_solves = 0;          // modes that a draw is solved from at most
  std::uint64_t seed = 0;
  int modes = 0;
  const ModeFacts* mode = nullptr;
  int others = 0;                 // further starts, from which some draws are solved again
  const double* other = nullptr;  // parameters of one after the other
};

/// What a draw came to, but for where.
struct DrawEnd {
  LoopEnd end;
  double mass = 1.0;
  double mmd2 = NAN;
  int mode = 0;           // that it was solved from
  bool resolved = false;  // solved again from other starts
  bool improved = false;  // which found a better minimum
};

/// Whether a minimum takes the place of the best so far.
SUREFOOT_HD inline bool better(const LoopEnd& found, const LoopEnd& best) {
  return found.ending != Ending::failed &&
         (best.ending == Ending::failed || found.value < best.value);
}

}  // namespace surefoot
