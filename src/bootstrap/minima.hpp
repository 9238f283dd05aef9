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
Workers<Objective> workers_on_data(int threads, Crew* crew,
                                   std::function<std::unique_ptr<Objective>()> make) {
  return {threads, crew, [make = std::move(make)] {
            auto objective = make();
            objective->begin_data();
            return objective;
          }};
}

/// The results of work(i, objective, values) for every i, `width` values each, which do not depend
/// on who came before.
template <class Objective, class Work>
std::vector<double> run_on_data(Workers<Objective>& workers, std::size_t count, std::size_t width,
                                Work work) {
  return workers.run_together(count, width,
                              [&](std::size_t i, Objective& objective, std::span<double> values) {
                                if (objective.remembers()) objective.begin_data();
                                work(i, objective, values);
                              });
}

/// Those of the places, natural scale, that have a value, best first.
template <class Objective>
std::vector<Mode> screened(const ParameterSpace& space,
                           const std::vector<std::vector<double>>& places,
                           Workers<Objective>& workers) {
  std::vector<Mode> starts;
  starts.reserve(places.size());
  for (const auto& place : places) starts.push_back({.eta = to_eta(space, place)});
  const std::vector<double> values = run_on_data(
      workers, starts.size(), 1, [&](std::size_t i, Objective& objective, std::span<double> value) {
        value[0] = objective(starts[i].eta, {});
      });
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i].value = values[i];
  std::erase_if(starts, [](const Mode& start) { return !std::isfinite(start.value); });
  sort_by_value(starts);
  return starts;
}

/// Where descend(objective, start) ends from each start; what fails is dropped.
template <class Objective, class Descend>
std::vector<Mode> descents(const std::vector<Mode>& starts, Workers<Objective>& workers,
                           Descend descend) {
  const std::size_t parameters = starts.empty() ? 0 : starts.front().eta.size();
  const std::size_t width = parameters + 2;  // the place, its value, and whether there is one
  const std::vector<double> ends = run_on_data(
      workers, starts.size(), width, [&](std::size_t i, Objective& objective, auto values) {
        const Minimum end = descend(objective, starts[i]);
        if (end.ending == Ending::failed) return;
        std::copy(end.eta.begin(), end.eta.end(), values.begin());
        values[parameters] = end.value;
        values[parameters + 1] = 1.0;
      });
  std::vector<Mode> minima;
  for (auto end = ends.begin(); end != ends.end(); end += static_cast<std::ptrdiff_t>(width)) {
    const auto place_end = end + static_cast<std::ptrdiff_t>(parameters);
    if (place_end[1] == 1.0) minima.push_back({.eta = {end, place_end}, .value = *place_end});
  }
  return minima;
}

}  // namespace surefoot
