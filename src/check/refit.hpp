#pragma once

#include <optional>
#include <vector>

#include <surefoot/bootstrap/solver.hpp>

namespace surefoot {

/// Fits the observations of a problem from a place near their minimum: leaves out what the model
/// does not explain there, where that is asked, and goes downhill by solve(objective, start), in
/// turn.  Nothing if the simulator fails.
template <class Solve>
std::optional<std::vector<double>> refit(const Problem& problem, DrawObjective& objective,
                                         std::vector<double> eta, Solve solve) {
  constexpr int rounds_of_trimming = 3;
  const bool trims = problem.settings->trim->on();
  objective.begin_data();
  for (int round = 0; round < (trims ? rounds_of_trimming : 1); ++round) {
    if (trims && !objective.trim(eta) && round > 0) break;
    const Minimum found = solve(objective, eta);
    if (found.ending == Ending::failed) return std::nullopt;
    eta = found.eta;
  }
  return eta;
}

}  // namespace surefoot
