#pragma once

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// Looks from the best mode for values of the parameters between which the data do not decide, and
/// prepares the modes for draws that are spread over them.
///
/// Candidates are the parameters whose draws would spread over a good part of the box, those that
/// change the objective little far away, and those that lead along a direction without curvature.
/// Each is moved towards both ends of its box, step by step, while the others follow downhill. With
/// h the curvature and g the standard deviation of the draws' slopes, draws spread by s = g / h,
/// and at a distance t
///
///     the objective rises by R(t) = h t^2 / 2,   from mode to minimum a draw falls by g^2 / (2 h).
///
/// The path is level where R(t) is rounding, or below a thousandth of that fall: t < s / 30.  It is
/// flat where R(t) cannot be told from what other simulations of the same parameters change: where
/// the mean rise of several is below three of its standard errors.  Sobol points fill some places
/// better than others, so a rise that is small for a draw is judged by independent points.  What
/// draws differ by through their weights does not count: that is what few observations leave open,
/// and more would not.  A parameter is not determined if its path is level, or flat over half of
/// its box at least, to both ends of the box or to where the box ends for a parameter that follows.
///
/// Says what was found; true if the objective is the same everywhere, to rounding.  `modes` then
/// have the paths, no second mode on them, and curvature and spread that keep draws from being led
/// along them by rounding.
bool find_flat_paths(const Problem& problem, Modes& modes, std::stop_token stop);

}  // namespace surefoot
