#pragma once

#include <vector>

#include <surefoot/bootstrap/modes.hpp>

#include "emulator/emulated_posterior.hpp"

namespace surefoot {

/// Looks from the best fit of an emulated model for values of the parameters between which the data
/// do not decide, as find_flat_paths does by simulating.
///
/// Each parameter is moved towards both ends of its box, step by step, at first alone and then
/// while the others follow downhill.  A way is flat where the objective rises by less than three
/// standard errors that the emulator has there, if these are less than a draw typically falls for
/// each parameter.  A parameter is not determined if its way is flat over half of its box at least,
/// to both ends of the box or to where the box ends for a parameter that follows.  Beyond the
/// region of the emulator nothing is known, and nothing is flat.
std::vector<FlatPath> flat_paths_of(const EmulatedPosterior& posterior);

}  // namespace surefoot
