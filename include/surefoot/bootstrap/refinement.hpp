#pragma once

#include <surefoot/math.hpp>
#include <surefoot/random/noise.hpp>

// What host and device must agree on about what is done after a draw has been solved.
namespace surefoot {

/// One draw in 64 is solved again, from starts that know nothing of the modes, and
/// of those after the first 1024 one in 1024, since a sample of some size says
/// enough: which ones is decided by the seed and their numbers.
SUREFOOT_HD inline bool solved_again(std::uint64_t seed, std::uint32_t draw) {
  const std::uint32_t among = draw < 1024 ? 64 : 1024;
  return random_block({seed, draw, 1, 0, Purpose::selection}, 0)[0] % among == 0;
}

/// Steps of BFGS that such a start is given: one that needs more has mostly set
/// out along a valley that leads nowhere.
inline constexpr int steps_again = 25;

/// Moves that raise the value by this part of it can be outweighed by its jumps.
inline constexpr double jump_of_values = 4e-5;

/// How long a step along a principal axis is that raises the value so much; at
/// most a scale of the box.
SUREFOOT_HD inline double axis_length(double rise_of_axis, double rise) {
  return min(std::sqrt(rise / max(rise_of_axis, 1e-300)), 1.0);
}

/// Values that are looked at around the best point of a draw.
SUREFOOT_HD constexpr int values_around(int parameters) { return 3 * (parameters + 1); }

}  // namespace surefoot
