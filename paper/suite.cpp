#include "paper/suite.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/simulators/registry.hpp>

#include "paper/cpu_seconds.hpp"

namespace surefoot::paper {
namespace {

constexpr std::uint64_t seed = 1;  // of the data and of the fits

/// A fit that is compared with the baseline: settings by name, beside the defaults and the paper's
/// kernel.
struct Variant {
  std::string what;
  std::vector<std::pair<std::string, std::string>> settings;
};

struct SuitePlan {
  std::string model;
  int baseline_draws;  // 1.5 CPU seconds or more, and a steady mean
  std::vector<Variant> variants;
  std::map<std::string, double> when_tiny = {};  // of the model in the tiny suite
};

std::vector<SuitePlan> plans() {
  return {{.model = "g-and-k",
           .baseline_draws = 8,
           .variants = {{"default (grid)", {}}, {"evaluator pairs", {{"evaluator", "pairs"}}}}},
          {.model = "gaussian-location",
           .baseline_draws = 40,
           .variants = {{"default (closed form)", {}}, {"design sobol", {{"design", "sobol"}}}}},
          {.model = "toggle-switch",
           .baseline_draws = 1,
           .variants = {{"simulations 500", {{"simulations", "500"}}}},
           .when_tiny = {{"transitions", 20}}}};
}

/// What both ways to fit have in common: one thread, so that CPU seconds do not depend on how cores
/// share their units, the paper's objective, and nothing but draws.
FitConfig common_settings(int draws) {
  FitConfig config;
  config.mass = Mass::fixed;
  config.draws = draws;
  config.seed = seed;
  config.threads = 1;
  config.predictive_draws = 0;
  config.check = Check::none;
  return config;
}

struct Run {
  FitConfig settings;
  Draws draws;
  double search_seconds = 0.0, draw_seconds = 0.0;
  double search_calls = 0.0, draw_calls = 0.0;

  double evaluations_per_draw() const {
    double sum = 0.0;
    for (const DrawInfo& info : draws.info) sum += info.evaluations;
    return sum / static_cast<double>(draws.rows());
  }
  /// With the draws counted as so many.
  SuiteRow row(const std::string& what, double draws_wanted) const {
    const double factor = draws_wanted / static_cast<double>(draws.rows());
    return {.what = what,
            .draws_run = static_cast<int>(draws.rows()),
            .converged = static_cast<int>(
                std::count_if(draws.info.begin(), draws.info.end(),
                              [](const DrawInfo& info) { return is_converged(info.status); })),
            .seconds = search_seconds + factor * draw_seconds,
            .evaluations_per_draw = evaluations_per_draw(),
            .simulated_observations = search_calls + factor * draw_calls,
            .objective = 0.0};
  }
};

Run run_once(const Model& model, const Sample& x, const FitConfig& config) {
  Run run;
  const double began = cpu_seconds();
  const Problem problem = make_problem(model, x, config);
  const Modes modes = find_modes(problem);
  const double found = cpu_seconds();
  run.draws =
      bootstrap(problem, modes, {0, static_cast<std::uint32_t>(problem.settings->draws)}, {}, {})
          .draws;
  run.draw_seconds = cpu_seconds() - found;
  run.search_seconds = found - began;
  run.search_calls = static_cast<double>(modes.simulator_calls);
  for (const DrawInfo& info : run.draws.info)
    run.draw_calls += static_cast<double>(info.simulator_calls);
  run.settings = *problem.settings;
  return run;
}

/// The same again until it has taken long enough to be timed; seconds are means.
Run run_often(const Model& model, const Sample& x, const FitConfig& config) {
  constexpr double long_enough = 0.5;
  Run run = run_once(model, x, config);
  double search = run.search_seconds, draws = run.draw_seconds;
  int runs = 1;
  for (; search + draws < long_enough; ++runs) {
    const Run again = run_once(model, x, config);
    search += again.search_seconds;
    draws += again.draw_seconds;
  }
  run.search_seconds = search / runs;
  run.draw_seconds = draws / runs;
  return run;
}

/// The mean of the objective over the first draws, each with its own weights.
double judged(const Problem& judge, const Draws& draws, int count) {
  const auto objective = make_draw_objective(judge, {});
  std::vector<double> eta(static_cast<std::size_t>(judge.space->parameters.free_size()));
  double sum = 0.0;
  for (std::size_t r = 0; r < static_cast<std::size_t>(count); ++r) {
    if (is_failed(draws.info[r].status)) return NAN;
    objective->begin_draw(draws.index[r]);
    judge.space->parameters.to_optimiser(draws.row(r), eta);
    sum += (*objective)(eta, {});
  }
  return sum / count;
}

/// The model's default design with so many simulations that what is left of their noise is the
/// same, and small, for all; in the closed form there is none.  Its box is the baseline's.
Problem make_judge(const Model& model, const Sample& x, const FitConfig& baseline) {
  FitConfig config = common_settings(1);
  config.kernel = baseline.kernel;
  config.lengthscale = baseline.lengthscale;
  config.bounds = baseline.bounds;
  config.simulations = 1 << 14;
  return make_problem(model, x, config);
}

FitConfig baseline_settings(const SuitePlan& plan, SuiteSize size) {
  FitConfig config = common_settings(size == SuiteSize::full ? plan.baseline_draws : 1);
  config.preset = Preset::paper;
  config.noise = NoisePolicy::per_draw;
  config.evaluator = Evaluator::pairs;
  if (size == SuiteSize::smoke) config.steps = 10;
  return config;
}

SuiteExperiment measure(const SuitePlan& plan, SuiteSize size) {
  const bool full = size == SuiteSize::full;
  const Model model =
      full ? built_in_model(plan.model) : built_in_model(plan.model, 0, plan.when_tiny);
  const int n = full ? model.paper->observations : 100, draws = full ? model.paper->draws : 3;
  const Sample x = model.simulate(model.truth, n, seed);

  const Run baseline = run_once(model, x, baseline_settings(plan, size));
  const Problem judge = make_judge(model, x, baseline.settings);
  const int judged_draws = static_cast<int>(baseline.draws.rows());
  SuiteExperiment experiment{
      .model = plan.model,
      .observations = n,
      .dimension = x.dimension(),
      .draws = draws,
      .judged_draws = judged_draws,
      .baseline = baseline.row(
          fmt::format("adam, all pairs, m = {}", *baseline.settings.simulations), draws),
      .fits = {}};
  experiment.baseline.objective = judged(judge, baseline.draws, judged_draws);
  for (const Variant& variant : plan.variants) {
    FitConfig config = common_settings(draws);
    config.kernel = model.paper->kernel;
    config.lengthscale = model.paper->lengthscale;
    for (const auto& [name, text] : variant.settings) set(config, name, text);
    const Run run = full ? run_often(model, x, config) : run_once(model, x, config);
    SuiteRow& row = experiment.fits.emplace_back(run.row(variant.what, draws));
    row.objective = judged(judge, run.draws, judged_draws);
  }
  return experiment;
}

}  // namespace

std::vector<SuiteExperiment> measure_paper_suite(SuiteSize size) {
  std::vector<SuiteExperiment> experiments;
  for (const SuitePlan& plan : plans()) experiments.push_back(measure(plan, size));
  return experiments;
}

}  // namespace surefoot::paper
