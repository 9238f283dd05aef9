#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/check/model_check.hpp>

namespace surefoot {

/// Where the data have significantly more or less than the model of the best mode: the witness of
/// the MMD, under the kernel that trimming looks with, at some of the observations and at points
/// simulated there.  What lies within two lengthscales of each other is one place.
std::vector<WitnessPlace> witness_places(const Problem& problem, const Modes& modes,
                                         std::int64_t& simulator_calls, std::stop_token stop);

/// The same for a model of this mass, of which y are observations.
std::vector<WitnessPlace> witness_places(const Problem& problem, double mass, const Sample& y);

}  // namespace surefoot
