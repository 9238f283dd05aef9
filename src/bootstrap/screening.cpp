#include "bootstrap/screening.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/curvature.hpp"
#include "bootstrap/search_box.hpp"

namespace surefoot {
namespace {

/// Of the starts from number `first` on, best first, those `most` whose nearest better start is
/// furthest away.
std::vector<Mode> furthest_from_better(const std::vector<Mode>& starts, std::size_t first,
                                       std::size_t most, const std::vector<double>& scale) {
  struct Ranked {
    double distance;
    std::size_t start;
  };
  std::vector<Ranked> ranked;
  for (std::size_t i = first; most > 0 && i < starts.size(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0.0;
      for (std::size_t k = 0; k < scale.size(); ++k) {
        const double r = (starts[i].eta[k] - starts[j].eta[k]) / scale[k];
        square += r * r;
      }
      nearest = std::min(nearest, square);
    }
    ranked.push_back({nearest, i});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) { return a.distance > b.distance; });
  std::vector<Mode> furthest;
  for (std::size_t k = 0; k < std::min(most, ranked.size()); ++k)
    furthest.push_back(starts[ranked[k].start]);
  return furthest;
}

}  // namespace

SearchWorkers search_workers(const Problem& problem, std::stop_token stop) {
  return workers_on_data<DrawObjective>(problem.settings->threads, problem.crew, [&problem, stop] {
    return make_draw_objective(problem, stop);
  });
}

Mode given_start(const Problem& problem) {
  return {start_in(*problem.space, problem.settings->start)};
}

std::vector<Mode> screen(const Problem& problem, int points, std::size_t most,
                         SearchWorkers& workers) {
  return screen_valleys(problem, points, most, 0, workers);
}

std::vector<Mode> screen_valleys(const Problem& problem, int points, std::size_t most,
                                 std::size_t apart, SearchWorkers& workers) {
  std::vector<Mode> starts =
      screened(problem.space->parameters,
               spread_points(*problem.space, points, problem.settings->seed), workers);
  if (starts.size() > most) {
    const auto rest = furthest_from_better(starts, most, apart, problem.space->eta_scale);
    starts.resize(most);
    starts.insert(starts.end(), rest.begin(), rest.end());
  }
  return starts;
}

std::vector<Mode> descend(const Problem& problem, OptimiserName optimiser,
                          const std::vector<Mode>& starts, SearchWorkers& workers) {
  constexpr int search_steps = 60;
  auto minima = descents(starts, workers, [&](DrawObjective& objective, const Mode& start) {
    return optimiser == OptimiserName::gauss_newton
               ? solve_by_differences(problem, objective, start.eta)
               : solve(problem, OptimiserName::bfgs, objective, start, search_steps);
  });
  for (Mode& minimum : minima) minimum.tolerance = first_tolerance(problem);
  return minima;
}

std::vector<Mode> distinct(const Problem& problem, std::vector<Mode> minima) {
  constexpr double one_place = 0.02;  // scales of the box
  return distinct(std::move(minima), problem.space->eta_scale, one_place);
}

}  // namespace surefoot
