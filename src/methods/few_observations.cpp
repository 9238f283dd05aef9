#include "methods/few_observations.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {
namespace {

constexpr std::size_t least_observations = 3, enough_observations = 20;

/// The share of simulated data sets whose 90 % intervals hold the truth (docs/small-data.md).
struct MeasuredCoverage {
  std::size_t observations;
  double lowest, highest;  // of the models that were tried
};
constexpr auto measured = std::to_array<MeasuredCoverage>(
    {{3, 0.63, 0.71}, {5, 0.76, 0.82}, {8, 0.79, 0.87}, {12, 0.85, 0.88}});

std::string other_ways(const Run& run) {
  return run.model.simulator
             ? "; methods wabc, mmd-abc and bayes do with few, and so does a base measure with "
               "concentration above 0"
             : "";
}

}  // namespace

void judge_number_of_observations(const Run& run) {
  const std::size_t n = run.observations.size();
  if (!draws_are_independent(run.settings.method) || run.settings.concentration > 0.0) return;
  if (n < least_observations)
    throw Error(Fault::data,
                fmt::format("a bootstrap needs at least {} observations to tell their noise, but "
                            "there {} {}{}",
                            least_observations, n == 1 ? "is" : "are", n, other_ways(run)));
  if (n >= enough_observations) return;
  const auto above = std::find_if(measured.begin(), measured.end(),
                                  [&](const auto& at) { return at.observations > n; });
  const MeasuredCoverage& at = *(above - 1);
  run.events.warning(
      fmt::format("{} observations are few for a bootstrap: with {}, 90 % intervals held the truth "
                  "in {:.0f} to {:.0f} % of simulated data sets{}",
                  n, at.observations, 100.0 * at.lowest, 100.0 * at.highest, other_ways(run)));
}

}  // namespace surefoot
