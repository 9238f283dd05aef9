#pragma once

#include <stop_token>

#include <surefoot/fit.hpp>

namespace surefoot {

struct CheckPlan {
  int replicates = 199;  // data sets that are simulated at the best fit and fitted
  int refit = 0;         // draws of a whole fit for every other choice; 0: no such fits
};

/// Scores the observations of a finished fit and checks its model again, whatever was done when it
/// was made.  With `refit` the sensitivities also tell what the posterior of a whole fit is with
/// each of the other choices, from draws of the same numbers.  Throws Fault::usage for methods that
/// are not checked, for another model and for more draws than the fit has, and Fault::data for a
/// fit without draws.
Fit checked(const Model& model, Fit fit, const CheckPlan& plan = {}, const Events& events = {},
            std::stop_token stop = {});

}  // namespace surefoot
