#include "bootstrap/coarse_search.hpp"

#include <algorithm>
#include <cmath>

#include "bootstrap/blindness.hpp"
#include "bootstrap/contenders.hpp"
#include "bootstrap/curvature.hpp"
#include "data/quantiles.hpp"
#include "data/some_rows.hpp"

namespace surefoot {
namespace {

constexpr int coarse_simulations = 256;
constexpr std::size_t coarse_observations = 4096;

/// Some of the observations where all of them would be summed pair by pair.
Sample few_observations(const Problem& problem, std::size_t most) {
  const Sample& all = *problem.data->observations;
  const auto& parts = problem.comparison->evaluation.parts;
  const bool cheap = std::all_of(parts.begin(), parts.end(), [](const EvaluationPart& part) {
    return part.how == Evaluator::grid || part.how == Evaluator::sorted;
  });
  if (cheap || all.size() <= most) return all;
  std::vector<double> values;
  for (const std::size_t i : some_rows(all.size(), most, problem.settings->seed))
    values.insert(values.end(), all.row(i).begin(), all.row(i).end());
  return Sample(std::move(values), all.dimension());
}

/// Factors from a kernel as wide as the middle of the observations down to 1, exclusive; empty if
/// the kernel is as wide already.
std::vector<double> annealing_factors(const Problem& problem) {
  if (problem.comparison->lengthscales.empty()) return {};
  const Sample& x = *problem.data->observations;
  double wide = 0.0;
  for (int c = 0; c < x.dimension(); ++c)
    wide = std::max(wide, (column_quantile(x, c, 0.75) - column_quantile(x, c, 0.25)) / 1.35 /
                              problem.data->column_scale[static_cast<std::size_t>(c)]);
  const double longest = *std::max_element(problem.comparison->lengthscales.begin(),
                                           problem.comparison->lengthscales.end());
  std::vector<double> factors;
  for (double factor = std::min(wide / longest, 1e6); factor > 1.5; factor /= 3.0)
    factors.push_back(factor);
  return factors;
}

}  // namespace

/// Where differences lead, valleys are flat and rough: more places along them are kept.
int most_modes(const Problem& problem, OptimiserName optimiser) {
  constexpr int along_valleys = 8;
  const int starts = *problem.settings->starts;
  return optimiser == OptimiserName::gauss_newton ? std::max(starts, along_valleys) : starts;
}

CoarseSearch::CoarseSearch(const Problem& problem, std::stop_token stop)
    : observations_(few_observations(problem, coarse_observations)),
      coarse_(with_observations(
          with_simulations(problem, std::min(problem.simulations(), coarse_simulations)),
          observations_)),
      workers_(search_workers(coarse_, stop)),
      stop_(std::move(stop)) {}

std::vector<Mode> CoarseSearch::search(Modes& modes) {
  const int points = *coarse_.settings->screening;
  std::vector<Mode> starts = screen_valleys(coarse_, points, local_solves, valley_solves, workers_);
  if (coarse_.simulation->model.data_start)
    starts.push_back({to_eta(coarse_.space->parameters,
                             coarse_.simulation->model.data_start(*coarse_.data->observations))});
  for (Mode& start : starts) start.tolerance = first_tolerance(coarse_);
  starts_ = starts;
  if (!starts.empty()) look_for_blindness(starts.front(), modes);
  const auto annealed = anneal(points, modes.optimiser);
  starts.insert(starts.end(), annealed.begin(), annealed.end());
  auto minima = distinct(coarse_, descend(coarse_, modes.optimiser, starts, workers_));
  keep_contenders(coarse_, minima, most_modes(coarse_, modes.optimiser) + 1, workers_);
  return minima;
}

/// Minima of a wide kernel, which sees all observations at once, followed while it is narrowed.
std::vector<Mode> CoarseSearch::anneal(int points, OptimiserName optimiser) {
  std::vector<Mode> starts;
  for (const double factor : annealing_factors(coarse_)) {
    const auto wide = with_lengthscales_times(coarse_, factor);
    if (!wide) return {};
    SearchWorkers workers = search_workers(*wide, stop_);
    if (starts.empty()) starts = screen(*wide, points, local_solves, workers);
    for (Mode& start : starts) start.tolerance = first_tolerance(*wide);
    starts = descend(*wide, optimiser, starts, workers);
    calls_ += workers.simulator_calls();
  }
  return starts;
}

/// A first look, so that the search itself does not go astray.
void CoarseSearch::look_for_blindness(const Mode& at, Modes& modes) {
  if (coarse_.comparison->closed_form || modes.optimiser != OptimiserName::bfgs) return;
  workers_.run(1, [&](std::size_t, DrawObjective& objective) {
    modes.blind = blind_parameters(coarse_, at, objective);
  });
  if (!modes.blind.empty() && coarse_.settings->optimiser == OptimiserName::automatic)
    modes.optimiser = OptimiserName::gauss_newton;
}

}  // namespace surefoot
