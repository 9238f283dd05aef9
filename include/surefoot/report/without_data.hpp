#pragma once

#include <surefoot/fit.hpp>

namespace surefoot {

/// The fit without its observations and all that is said of single ones (scores, and the places
/// where the model does not fit), for who may not share them.  Draws, summary and simulated data
/// stay; the run can neither be continued nor checked again from it.
Fit without_data(Fit fit);

}  // namespace surefoot
