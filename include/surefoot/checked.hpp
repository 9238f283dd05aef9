#pragma once

#include <stop_token>

#include <surefoot/fit.hpp>

namespace surefoot {

/// Scores the observations of a finished fit and checks its model again, whatever was done when it
/// was made: `replicates` data sets are simulated at its best fit and fitted.  Throws Fault::usage
/// for methods that are not checked and for another model, and Fault::data for a fit without draws.
Fit checked(const Model& model, Fit fit, int replicates, const Events& events = {},
            std::stop_token stop = {});

}  // namespace surefoot
