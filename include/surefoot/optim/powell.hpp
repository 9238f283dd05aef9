#pragma once

#include <surefoot/optim/objective.hpp>

namespace surefoot {

/// Powell's method of conjugate directions (1964): line searches along each of
/// a set of directions, at first the axes; then the whole move of the round
/// takes the place of the direction that helped most, unless that would make
/// the set dependent.  A line search brackets a minimum by golden and parabolic
/// steps from (0, 1), in units of the direction, and closes in on it by Brent's
/// method.
///
/// Uses values alone, where those that are not finite count as infinite, and
/// compares no two values that are far apart in time: an objective with fresh
/// noise at every evaluation is followed until the noise hides all progress.
/// Converged when a whole round gains less than `value_tolerance` of the value.
/// Points are moved into the box coordinate by coordinate.
struct Powell {
  int evaluations = 20000;
  double value_tolerance = 1e-4;
  double line_tolerance = 1e-2;  // of a line search, relative to its own length
};

/// `gradient_norm` of the minimum is 0, because it is not known; `steps` are
/// evaluations.  Ends where it is, which for a noisy objective need not be the
/// lowest value seen.
Minimum minimise(const Powell& settings, Objective& objective, std::span<const double> start,
                 const Box& box);

}  // namespace surefoot
