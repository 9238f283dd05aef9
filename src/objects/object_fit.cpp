#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/objects/object_fit.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/minima.hpp"
#include "bootstrap/value_search.hpp"
#include "methods/run.hpp"
#include "objects/emulated_objects.hpp"
#include "objects/object_objective.hpp"
#include "objects/object_settings.hpp"

namespace surefoot {
namespace {

/// k(x_i, x_j) of all observations.  Throws Fault::usage for what is not a number.
std::vector<double> gram_matrix(const ObjectSums& sums, int threads) {
  const std::size_t n = sums.observations();
  std::vector<double> gram(n * n);
  for_each_index(threads, n, [&](std::size_t i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double k = sums.value(i, j);
      if (!std::isfinite(k))
        throw Error(Fault::usage,
                    fmt::format("the kernel must be finite, but is {} between observations {} "
                                "and {}",
                                k, j + 1, i + 1));
      gram[i * n + j] = gram[j * n + i] = k;
    }
  });
  return gram;
}

Minimum descend(const ObjectProblem& problem, ObjectObjective& objective,
                std::span<const double> start) {
  const FitConfig& s = problem.settings;
  return minimise_values(*s.optimiser, *s.steps, s.seed, objective, start, problem.space.box());
}

/// The minima on the observations with equal weights, the lowest first; none
/// where the distance has no value.
std::vector<Mode> find_minima(const ObjectProblem& problem) {
  constexpr double one_place = 0.1;  // of the scale, as far as a distance that jumps can tell
  const FitConfig& s = problem.settings;
  auto workers = workers_on_data<ObjectObjective>(
      s.threads, nullptr, [&] { return std::make_unique<ObjectObjective>(problem); });
  std::vector<Mode> starts;
  if (s.start.empty()) {
    starts = screened(problem.space.parameters, spread_points(problem.space, *s.screening, s.seed),
                      workers);
    starts.resize(std::min(starts.size(), static_cast<std::size_t>(*s.starts)));
  } else {
    starts.push_back({start_in(problem.space, s.start)});
  }
  return distinct(descents(starts, workers,
                           [&](ObjectObjective& objective, const Mode& start) {
                             return descend(problem, objective, start.eta);
                           }),
                  problem.space.eta_scale, one_place);
}

/// From the minimum whose value is lowest for the draw's weights.
DrawRow one_draw(const ObjectProblem& problem, const std::vector<Mode>& minima,
                 ObjectObjective& objective) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < minima.size(); ++k) {
    const double value = minima.size() == 1 ? 0.0 : objective(minima[k].eta, {});
    if (!(value < least)) continue;
    least = value;
    best = k;
  }
  Minimum found;
  if (!minima.empty()) found = descend(problem, objective, minima[best].eta);
  DrawRow row = row_of(problem.space.parameters, found);
  if (is_failed(row.info.status)) return row;
  row.info.mode = static_cast<int>(best);
  row.info.mass = objective.combined_at(found.eta).mass;
  row.info.mmd2 = found.value + objective.data_term();
  return row;
}

/// Steps must be long against the jumps of the distance: half as long as the
/// box's tenth.
SearchSpace space_of_long_steps(const Run& run) {
  constexpr double usual = 0.1, wanted = 0.5;
  SearchSpace space =
      make_search_space(run.model, run.space, run.observations, run.settings.start, 1.0);
  for (double& s : space.eta_scale) s *= wanted / usual;
  return space;
}

/// Every draw simulates for itself.
void draw_directly(Run& run, const ObjectSums& sums) {
  const FitConfig& s = run.settings;
  if (2 * sums.observations() > static_cast<std::size_t>(*s.simulations))
    run.note(inflation_note(*s.simulations, sums.observations()));
  run.result.simulations_per_draw = *s.simulations;
  run.result.evaluator = to_word(s.evaluator);
  const ObjectProblem problem{sums, space_of_long_steps(run), s, gram_matrix(sums, s.threads),
                              run.stop};
  const std::vector<Mode> minima = find_minima(problem);
  run.describe(minima);
  run.keep(make_draws<ObjectObjective>(
      run.begin_draws(), [&] { return std::make_unique<ObjectObjective>(problem); },
      [&](ObjectObjective& objective, std::uint32_t) {
        return one_draw(problem, minima, objective);
      }));
}

/// The method of a run whose observations are objects.
void draw_for_objects(Run& run, ObjectSums& sums) {
  settle_object_settings(run.settings, sums.observations(), run.space.free_size());
  if (run.settings.embedding == EmbeddingWay::emulated)
    draw_by_emulator(run, sums, gram_matrix(sums, run.settings.threads));
  else
    draw_directly(run, sums);
}

/// The observations' numbers, which stand for them in files.
Sample numbered(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return Sample(std::move(numbers), 1);
}

}  // namespace

Fit fit_objects(ObjectSums& sums, const std::string& name, std::vector<Parameter> parameters,
                const FitConfig& config, const Events& events, std::stop_token stop) {
  if (sums.observations() == 0) throw Error(Fault::data, "there are no observations");
  Model model;
  model.name = name;
  model.parameters = ParameterSpace(std::move(parameters));
  return carry_out(model, numbered(sums.observations()), std::nullopt, config, events,
                   std::move(stop), {}, [&](Run& run) { draw_for_objects(run, sums); });
}

}  // namespace surefoot
