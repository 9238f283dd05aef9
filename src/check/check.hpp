#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/fit.hpp>

namespace surefoot {

/// So many data sets are simulated and fitted again by default, so that it costs a small part of
/// the draws; 0 where there are too few of them to say anything.
int usual_replicates(std::size_t draws);

/// Scores the observations of a fit and checks its model, as its settings ask; what is found goes
/// into the fit.  Methods whose draws are no minima of an MMD have neither.
void check_fit(const Problem& problem, const Modes& modes, int replicates, const Events& events,
               std::stop_token stop, Fit& fit);

}  // namespace surefoot
