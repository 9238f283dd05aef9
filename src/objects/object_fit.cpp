#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/error.hpp>
#include <surefoot/objects/object_fit.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/simd/dispatch.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/draw_loop.hpp"
#include "bootstrap/search_box.hpp"
#include "bootstrap/value_search.hpp"
#include "methods/weighted_bootstrap.hpp"
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
      const double k = sums.observed(i, j);
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

/// Finds minima on the observations with equal weights, and from them those of the draws.
class Search {
 public:
  Search(const ObjectProblem& problem, SearchBox search)
      : problem_(problem), box_(std::move(search.box)), scale_(std::move(search.eta_scale)) {
    // Steps must be long against the jumps of the distance: half as long as the box's tenth.
    constexpr double first_step = 0.1, wanted = 0.5;
    for (double& s : scale_) s *= wanted / first_step;
  }

  /// The lowest first; fewer where the distance has no value.
  std::vector<Minimum> minima() const {
    const FitConfig& s = problem_.settings;
    if (!s.start.empty()) return ends({start_in(problem_.space, box_, s.start)});
    std::vector<std::vector<double>> places;
    for (const auto& theta : spread_points(problem_.space, box_, *s.screening, s.seed)) {
      places.emplace_back(static_cast<std::size_t>(problem_.space.free_size()));
      problem_.space.to_optimiser(theta, places.back());
    }
    std::vector<double> values(places.size());
    for_each_index(s.threads, places.size(), [&](std::size_t i) {
      ObjectObjective objective(problem_);
      objective.begin_data();
      values[i] = objective(places[i], {});
    });
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    order.resize(std::min(order.size(), static_cast<std::size_t>(*s.starts)));
    std::vector<std::vector<double>> best;
    for (const std::size_t i : order)
      if (std::isfinite(values[i])) best.push_back(places[i]);
    return ends(best);
  }

  /// From the minimum whose value is lowest for the draw's weights.
  DrawRow one_draw(const std::vector<Minimum>& minima, std::uint32_t draw) const {
    ObjectObjective objective(problem_);
    objective.begin_draw(draw);
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < minima.size(); ++k) {
      const double value = minima.size() == 1 ? 0.0 : objective(minima[k].eta, {});
      if (!(value < least)) continue;
      least = value;
      best = k;
    }
    Minimum found;
    if (!minima.empty()) found = descend(objective, minima[best].eta);
    DrawRow row = row_of(problem_.space, found);
    if (!is_failed(row.info.status)) {
      row.info.mode = static_cast<int>(best);
      row.info.mass = objective.combined_at(found.eta).mass;
      row.info.mmd2 = found.value + objective.data_term();
    }
    row.info.evaluations = objective.evaluations();
    row.info.simulator_calls =
        std::int64_t{objective.evaluations()} * *problem_.settings.simulations;
    return row;
  }

 private:
  Minimum descend(ObjectObjective& objective, std::span<const double> start) const {
    const FitConfig& s = problem_.settings;
    const ParameterSpace& space = problem_.space;
    return minimise_values(*s.optimiser, *s.steps, s.seed, objective, start,
                           {space.lower(), space.upper(), scale_});
  }

  std::vector<Minimum> ends(const std::vector<std::vector<double>>& starts) const {
    std::vector<Minimum> found(starts.size());
    for_each_index(problem_.settings.threads, starts.size(), [&](std::size_t i) {
      ObjectObjective objective(problem_);
      objective.begin_data();
      found[i] = descend(objective, starts[i]);
    });
    std::erase_if(found, [](const Minimum& m) { return m.ending == Ending::failed; });
    std::stable_sort(found.begin(), found.end(),
                     [](const Minimum& a, const Minimum& b) { return a.value < b.value; });
    std::vector<Minimum> distinct;
    for (Minimum& minimum : found)
      if (std::none_of(distinct.begin(), distinct.end(),
                       [&](const Minimum& lower) { return near(minimum.eta, lower.eta); }))
        distinct.push_back(std::move(minimum));
    return distinct;
  }

  /// Whether two places are one, as far as a distance that jumps can tell.
  bool near(const std::vector<double>& a, const std::vector<double>& b) const {
    constexpr double reach = 0.1;  // of the scale
    for (std::size_t k = 0; k < a.size(); ++k)
      if (std::abs(a[k] - b[k]) > reach * scale_[k]) return false;
    return true;
  }

  const ObjectProblem& problem_;
  std::vector<Interval> box_;
  std::vector<double> scale_;
};

void describe(const std::vector<Minimum>& minima, const ParameterSpace& space, Fit& result) {
  std::vector<double> theta(static_cast<std::size_t>(space.size()));
  for (const Minimum& minimum : minima) {
    space.to_natural(minimum.eta, theta);
    result.modes.insert(result.modes.end(), theta.begin(), theta.end());
    result.mode_objectives.push_back(minimum.value);
  }
}

/// The observations' numbers, which stand for them in files.
Sample numbered(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return Sample(std::move(numbers), 1);
}

}  // namespace

Fit fit_objects(const ObjectSums& sums, const std::string& name, std::vector<Parameter> parameters,
                const FitConfig& config, const Events& events, std::stop_token stop) {
  const auto began = std::chrono::steady_clock::now();
  if (sums.observations() == 0) throw Error(Fault::data, "there are no observations");
  Model model;
  model.name = name;
  model.parameters = ParameterSpace(std::move(parameters));
  Fit result;
  result.settings = config;
  const FitConfig& s = result.settings;
  const ParameterSpace space = bounded_space(model, s);
  settle_object_settings(result.settings, sums.observations(), space.free_size());
  if (events.note && 2 * sums.observations() > static_cast<std::size_t>(*s.simulations))
    events.note(inflation_note(*s.simulations, sums.observations()));
  const ObjectProblem problem{sums, space, s, gram_matrix(sums, s.threads), stop};
  const Search search(problem, make_search_box(model, space, {}, s.start, 1.0));
  result.draws.names = space.names();
  try {
    const std::vector<Minimum> minima = search.minima();
    describe(minima, space, result);
    if (minima.empty()) {
      result.warnings.emplace_back("the simulator failed at every starting point that was tried");
      if (events.warning) events.warning(result.warnings.back());
    }
    Drawn drawn =
        make_draws(space.names(), {0, static_cast<std::uint32_t>(s.draws)}, s.threads, events, stop,
                   [&](std::uint32_t draw) { return search.one_draw(minima, draw); });
    if (drawn.failure && drawn.draws.rows() == 0) throw *drawn.failure;  // there is nothing to keep
    if (drawn.failure) {
      result.failure_fault = drawn.failure->fault();
      result.failure = drawn.failure->what();
    }
    result.draws = std::move(drawn.draws);
  } catch (const Interrupted&) {
    // The search for a start was not finished: no draws.
  }
  result.model = name;
  result.observations = numbered(sums.observations());
  result.simulations_per_draw = *s.simulations;
  for (const DrawInfo& info : result.draws.info) result.simulator_calls += info.simulator_calls;
  result.evaluator = to_word(s.evaluator);
  result.threads = s.threads;
  result.instruction_set = instruction_set();
  result.partial = result.draws.rows() < static_cast<std::size_t>(s.draws);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return result;
}

}  // namespace surefoot
