#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/check/model_check.hpp>

namespace surefoot {

/// Fits the observations again, downhill from the best mode, with one choice made otherwise at a
/// time: half and twice the lengthscale, another kernel, the other mass, with or without trimming,
/// twice the simulations.  `sd` has the posterior's standard deviations, natural scale.
std::vector<Sensitivity> sensitivities(const Problem& problem, const Modes& modes,
                                       std::span<const double> sd, std::int64_t& simulator_calls,
                                       std::stop_token stop);

}  // namespace surefoot
