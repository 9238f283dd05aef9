#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/check/model_check.hpp>

namespace surefoot {

/// Fits the observations again, downhill from the best mode, with one choice made otherwise at a
/// time (other_choices).  `sd` has the posterior's standard deviations, natural scale.
std::vector<Sensitivity> sensitivities(const Problem& problem, const Modes& modes,
                                       std::span<const double> sd, std::int64_t& simulator_calls,
                                       std::stop_token stop);

}  // namespace surefoot
