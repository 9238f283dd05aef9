#include "methods/weighted_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/optim/bfgs.hpp>
#include <surefoot/optim/derivative_free.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/minima.hpp"
#include "bootstrap/value_search.hpp"

namespace surefoot {
namespace {

/// Of differences that stand for derivatives, in scales of the box: the error of both the formula
/// and the rounding is then about 1e-10.
constexpr double small_step = 1e-5;

/// The model's own start, some points of the search box, and the prior's middle.
std::vector<std::vector<double>> places_to_try(const WeightedProblem& problem) {
  constexpr int for_each_parameter = 64, most = 512;
  const Run& run = problem.run;
  auto places = spread_points(
      problem.space, std::min(for_each_parameter * run.space.free_size(), most), run.settings.seed);
  if (run.model.data_start) places.push_back(run.model.data_start(run.observations));
  if (const auto& prior = problem.parameter_prior) {
    auto middle = places.back();
    prior->place(std::vector<double>(prior->terms().size(), 0.0), middle);
    places.push_back(std::move(middle));
  }
  return places;
}

/// The Hessian by differences of gradients `reach` scales away to both sides.
std::vector<double> curvature_at(const WeightedProblem& problem, Objective& objective,
                                 std::span<const double> eta, double reach) {
  constexpr double usual = 1e-3;  // of a difference Hessian
  Box box = problem.space.box();
  std::vector<double> scale(box.scale.begin(), box.scale.end());
  for (double& s : scale) s *= reach / usual;
  box.scale = scale;
  return difference_hessian(objective, eta, box);
}

/// Whether the slope where BFGS ended promises something still.  It takes the kinks of a function
/// for strong curvature, and may end at one that is not the minimum.
bool promising(const Minimum& end, const Box& box) {
  constexpr double step = 0.01, gain = 1e-5;  // scales; of the value
  const double scale = *std::max_element(box.scale.begin(), box.scale.end());
  return end.gradient_norm * step * scale > gain * std::abs(end.value);
}

Minimum by_bfgs(const WeightedProblem& problem, Objective& objective, const Mode& origin,
                std::span<const double> start, const Accuracy& accuracy, int steps) {
  const Box box = problem.space.box();
  const Bfgs bfgs{.steps = steps,
                  .tolerance = accuracy.tolerance,
                  .noise = accuracy.noise,
                  .unit = origin.sd,
                  .small_move = 1e-4};
  std::vector<double> hessian = origin.hessian;
  Minimum best = minimise(bfgs, objective, start, box, hessian);
  if (best.ending == Ending::failed || best.steps >= steps) return best;
  if (best.ending == Ending::converged && !promising(best, box)) return best;
  const DerivativeFreeSearch simplex{.algorithm = DerivativeFree::sbplx,
                                     .evaluations = 100 * static_cast<int>(start.size()),
                                     .tolerance = 1e-6,
                                     .first = 0.05};
  const Minimum found = minimise(simplex, objective, best.eta, box);
  best.ending = found.ending;
  best.remaining = std::numeric_limits<double>::quiet_NaN();
  if (found.value < best.value) {
    best.eta = found.eta;
    best.value = found.value;
  }
  return best;
}

}  // namespace

void check_optimiser(const FitConfig& settings) {
  // What goes downhill by values or gradients of a function that is no sum of squares.
  const auto serves = [](const OptimiserFacts& facts) {
    return facts.follows_modes && facts.needs != Needs::residuals;
  };
  const auto wanted = settings.optimiser.value_or(OptimiserName::automatic);
  if (serves(facts_of(wanted))) return;
  throw Error(Fault::usage,
              fmt::format("method {} has no optimiser {}; {} will do", to_word(settings.method),
                          to_word(wanted), optimiser_words(" and ", serves)));
}

WeightedProblem::WeightedProblem(const Run& a_run)
    : run(a_run),
      prior(make_prior(run.settings, run.model, run.space, run.observations)),
      space(make_search_space(run.model, run.space, run.observations, run.settings.start, 1.0)) {}

void bound_by_prior(Run& run) {
  if (!run.settings.prior) return;
  settle_randomised_prior(run.settings, run.model);
  run.space = bounded_space(run.model, run.settings);
}

void WeightedProblem::take_prior(double weight, Run& result) {
  parameter_prior = std::make_shared<const RandomisedPrior>(run.space, *run.settings.prior, weight);
  result.result.data_weight = 1.0 / (weight * static_cast<double>(run.observations.size()));
}

WeightedObjective::WeightedObjective(const WeightedProblem& problem)
    : BootstrapObjective(problem.run.space, problem.space.box(), small_step, problem.run.stop,
                         problem.parameter_prior),
      problem_(problem),
      atoms_(problem.run.observations, problem.prior, problem.run.settings.seed) {}

void WeightedObjective::begin_draw(std::uint32_t draw) {
  atoms_.take_draw(draw);
  prior_cut_ = atoms_.cut();
  centre_prior_of_draw(problem_.run.settings.seed, draw);
  begin(draw);
}

void WeightedObjective::begin_data() {
  atoms_.take_data();
  centre_prior_of_data();
  begin(common_draw);
}

Modes find_origin(const WeightedProblem& problem, const MakeObjective& make,
                  const Accuracy& accuracy) {
  constexpr std::size_t local_solves = 6;
  constexpr int search_steps = 100;
  const Run& run = problem.run;
  Modes modes;
  if (!run.settings.start.empty()) {
    modes.list.push_back({start_in(problem.space, run.settings.start)});
    return modes;
  }
  auto workers =
      workers_on_data<WeightedObjective>(run.settings.threads, run.continuation.crew, make);
  auto starts = screened(run.space, places_to_try(problem), workers);
  if (starts.size() > local_solves) starts.resize(local_solves);
  modes.list = descents(starts, workers, [&](WeightedObjective& objective, const Mode& start) {
    return by_bfgs(problem, objective, {}, start.eta, accuracy, search_steps);
  });
  sort_by_value(modes.list);
  if (modes.list.size() > 1) modes.list.resize(1);
  workers.run(modes.list.size(), [&](std::size_t i, WeightedObjective& objective) {
    Mode& origin = modes.list[i];
    objective.begin_data();
    origin.hessian = curvature_at(problem, objective, origin.eta, accuracy.reach);
  });
  modes.simulator_calls = workers.simulator_calls();
  return modes;
}

Minimum descend(const WeightedProblem& problem, Objective& objective, const Mode& origin,
                std::span<const double> start, const Accuracy& accuracy) {
  const FitConfig& s = problem.run.settings;
  if (is_derivative_free(*s.optimiser))
    return minimise_values(*s.optimiser, *s.steps, s.seed, objective, start, problem.space.box());
  return by_bfgs(problem, objective, origin, start, accuracy, *s.steps);
}

}  // namespace surefoot
