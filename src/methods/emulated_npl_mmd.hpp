#pragma once

#include <optional>

#include "methods/choose_embedding.hpp"
#include "methods/run.hpp"

namespace surefoot {

/// npl-mmd with an embedding that is learnt once for all draws, from the budget of the settings or,
/// for a simulator that was found to be slow, from what it makes in about a minute.  False if
/// nobody asked for that and nothing, or nothing to rely on, could be learnt: then nothing is
/// drawn, and a warning or a note says so.  Throws Fault::usage for settings that belong to draws
/// that simulate.
bool emulated_npl_mmd(Run& run, const EmulationReason& reason);

}  // namespace surefoot
