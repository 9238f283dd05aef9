#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <surefoot/check/model_check.hpp>

#include "emulator/emulated_posterior.hpp"

namespace surefoot {

/// Data sets of as many observations as a problem has, simulated at eta; those at whose latent
/// points the simulator failed are left out.
std::vector<Sample> simulate_replicates(const Problem& problem, const Eigen::VectorXd& eta,
                                        int count, const std::stop_token& stop);

/// Tests whether the data can be from the model, as composite_test does, but fits the data and the
/// replicates on the emulator of `judge`, whose landmarks must not have been taken from the data:
/// what pictures leave out is then left out of all of them alike.
CompositeTest emulated_test(const EmulatedPosterior& judge, const std::vector<Sample>& replicates);

}  // namespace surefoot
