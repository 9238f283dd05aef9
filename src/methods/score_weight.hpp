#pragma once

#include <optional>

#include <surefoot/prior/parameter_prior.hpp>

#include "methods/kernel_score.hpp"
#include "methods/run.hpp"

namespace surefoot {

/// The weight of the kernel score at which, on data from the model itself, the
/// score tells theta from its neighbours as sharply as a likelihood would.
///
/// Data are simulated where the score of the observations is smallest, theta0,
/// so that outliers have no say.  Along random directions u from there, until
/// the log-likelihood of n observations has fallen by up to a half (one posterior
/// standard deviation), w is the median of
///
///     [2 L(theta0) - L(theta0 + u) - L(theta0 - u)] / [S(theta0 + u) + S(theta0 - u) - 2
///     S(theta0)].
///
/// Both sides at once, because the slopes at theta0 are noise of the simulated
/// data and would drown the rest.  L is the model's likelihood, or else that of
/// a normal distribution with mean and covariance of the simulations.
///
/// Adds its simulations to the run's.  Throws Fault::usage where the score does
/// not rise in any direction.
double calibrate_score_weight(Run& run, const ParameterPrior& prior, const ScoreProblem& problem);

}  // namespace surefoot
