#pragma once

#include "methods/run.hpp"

namespace surefoot {

/// Whether the settings ask for an embedding that is learnt once for all draws.
bool wants_emulator(const FitConfig& settings);

/// npl-mmd with an embedding that is learnt once for all draws.  Throws Fault::usage for settings
/// that belong to draws that simulate.
void emulated_npl_mmd(Run& run);

}  // namespace surefoot
