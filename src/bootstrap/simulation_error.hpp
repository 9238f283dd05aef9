#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// What the number of simulations will do to the draws, told by the best mode before there are any.
struct SimulationError {
  double share;  // of the posterior variance that is simulation error, the mean of the parameters
  double move;   // of the best fit by other simulations, in posterior standard deviations
  int enough;    // simulations with which the share would be a tenth
  std::int64_t simulator_calls;
};

/// From the first steps that the best mode would take with other simulations of the observations,
/// by its own curvature.  Their variance beside that of the draws around the mode, which the same
/// curvature has told, is the share.
///
/// How many simulations are enough follows from how the variance falls: by the power of their
/// number that steps with a quarter of them tell, between the first, which is that of independent
/// points, and the second.
///
/// Nothing where the points are not random (closed form, quadrature), where the curvature of the
/// mode is not known or the data leave something open, and where most simulations fail.
std::optional<SimulationError> predict_simulation_error(const Problem& problem, const Modes& modes,
                                                        std::stop_token stop);

}  // namespace surefoot
