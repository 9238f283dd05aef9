#pragma once

#include <string>
#include <vector>

#include "emulator/judge_embedding.hpp"

namespace surefoot {

/// Where the simulator fails beside draws.
struct FailingPlaces {
  double share = 0.0;                   // of the draws that have such a place next to them
  std::vector<std::string> parameters;  // in which these places differ from the others
};

/// Looks at the place next to each draw among all that were simulated.  An emulator knows nothing
/// of places where the simulator fails, and its draws may lie among them.
FailingPlaces failing_beside(const PilotDraws& draws, const SimulationPool& pool);

}  // namespace surefoot
