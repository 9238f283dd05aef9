#pragma once

#include <surefoot/mcmc/metropolis.hpp>
#include <surefoot/prior/parameter_prior.hpp>

#include "methods/run.hpp"

// What the methods that run Markov chains have in common.
namespace surefoot {

/// Draws of the prior and what they are for, so that no two uses share one.
enum class PriorUse : std::uint32_t { start, lengthscale, calibration };

/// Draw `number` of the prior for that use and chain, on the optimiser's scale.
std::vector<double> prior_draw(const ParameterPrior& prior, std::uint64_t seed, PriorUse use,
                               std::uint32_t chain, std::uint32_t number);

/// How wide the prior is in each coordinate: half of what holds the middle two
/// thirds.
std::vector<double> prior_spread(const ParameterPrior& prior, std::uint64_t seed);

/// The prior of a run: the user's, else the preset's, else the model's.
ParameterPrior settle_prior(Run& run);

/// Fills in the settings of chains.  Throws Fault::usage unless the draws can be
/// shared equally.
void settle_chains(Run& run);

/// Where a chain may start: the setting, or draws of the prior and of the box that the model
/// guesses from the data, whatever part of that the prior allows.
std::vector<std::vector<double>> chain_starts(const Run& run, const ParameterPrior& prior,
                                              std::uint32_t chain);

/// Runs the chains and leaves draws, acceptance, failure and warnings in the result.
/// `simulations` is what one value of the target costs.
void draw_by_chains(Run& run, const ParameterPrior& prior,
                    const std::function<std::unique_ptr<LogTarget>(std::uint32_t chain)>& target,
                    int simulations);

}  // namespace surefoot
