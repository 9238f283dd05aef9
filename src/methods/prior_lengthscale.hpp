#pragma once

#include <surefoot/prior/parameter_prior.hpp>

#include "methods/run.hpp"

namespace surefoot {

/// The rule `median-prior`: the median over draws of the prior of the median
/// distance between observations that are simulated there, so that the kernel
/// depends on model and prior and not on the observations (Pacchiardi and Dutta).
/// Throws Fault::usage if that is no positive number.
double median_prior_lengthscale(const Run& run, const ParameterPrior& prior);

}  // namespace surefoot
