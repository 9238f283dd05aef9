#pragma once

#include <stop_token>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/fit.hpp>

namespace surefoot {

/// Makes the whole fit again, its search for modes included, with one choice made otherwise at a
/// time (other_choices of `problem`, which is that of the fit), and completes the sensitivities of
/// its check by what that does to the posterior.
///
/// Draws of one number have the same weights in both fits, so the first `draws` of each are
/// compared, and what chance does to both alike is no part of the difference.  A choice whose fit
/// fails is told of, and has no numbers.
void refit_choices(const Model& model, const Problem& problem, int draws, const Events& events,
                   std::stop_token stop, Fit& fit);

}  // namespace surefoot
