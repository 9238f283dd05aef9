#pragma once

#include "methods/choose_device.hpp"
#include "methods/run.hpp"

namespace surefoot {

/// Adds to a run the draws that devices make: all of them, or those that its crew leaves to this
/// process.  Several devices draw at the same time.
void draw_on(const ChosenDevice& chosen, const Problem& problem, const Modes& modes, Run& run);

}  // namespace surefoot
