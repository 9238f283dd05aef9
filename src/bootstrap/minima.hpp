#pragma once

#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/modes.hpp>

#include "bootstrap/workers.hpp"

// How every bootstrap looks for minima on the observations with equal weights:
// it screens places, follows the best ones downhill and keeps those that are
// distinct.
namespace surefoot {

/// The optimiser's scale of a point on the natural one.
std::vector<double> to_eta(const ParameterSpace& space, const std::vector<double>& theta);

/// Best first.
void sort_by_value(std::vector<Mode>& places);

/// Distinct minima, best first: two are one if no coordinate differs by more
/// than `reach` scales.
std::vector<Mode> distinct(std::vector<Mode> minima, std::span<const double> scale, double reach);

/// Objectives on the observations with equal weights, one for each worker.
template <class Objective>
Workers<Objective> workers_on_data(int threads, std::function<std::unique_ptr<Objective>()> make) {
  return {threads, [make = std::move(make)] {
            auto objective = make();
            objective->begin_data();
            return objective;
          }};
}

/// Calls work(i, objective) for every i, with values that do not depend on who
/// came before.
template <class Objective, class Work>
void run_on_data(Workers<Objective>& workers, std::size_t count, Work work) {
  workers.run(count, [&](std::size_t i, Objective& objective) {
    if (objective.remembers()) objective.begin_data();
    work(i, objective);
  });
}

/// Those of the places, natural scale, that have a value, best first.
template <class Objective>
std::vector<Mode> screened(const ParameterSpace& space,
                           const std::vector<std::vector<double>>& places,
                           Workers<Objective>& workers) {
  std::vector<Mode> starts(places.size());
  run_on_data(workers, places.size(), [&](std::size_t i, Objective& objective) {
    starts[i].eta = to_eta(space, places[i]);
    starts[i].value = objective(starts[i].eta, {});
  });
  std::erase_if(starts, [](const Mode& start) { return !std::isfinite(start.value); });
  sort_by_value(starts);
  return starts;
}

/// Where descend(objective, start) ends from each start; what fails is dropped.
template <class Objective, class Descend>
std::vector<Mode> descents(const std::vector<Mode>& starts, Workers<Objective>& workers,
                           Descend descend) {
  std::vector<Minimum> found(starts.size());
  run_on_data(workers, starts.size(), [&](std::size_t i, Objective& objective) {
    found[i] = descend(objective, starts[i]);
  });
  std::vector<Mode> minima;
  for (const Minimum& end : found)
    if (end.ending != Ending::failed) minima.push_back({.eta = end.eta, .value = end.value});
  return minima;
}

}  // namespace surefoot
