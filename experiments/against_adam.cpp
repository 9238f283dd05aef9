// Does the solver of a fit find minima as good as Adam's?  Minimises the objectives of the same
// draws, on the same latent points, both ways, and evaluates what each found by the same sums over
// all pairs.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/surefoot.hpp>

#include "program.hpp"

namespace surefoot {
namespace {

struct Options {
  std::string model;
  int observations = 0;  // the paper's
  int adam_steps = 0;    // the paper's
  FitConfig config;
};

/// The paper's minimisation: its optimiser, steps and starts, on points that stay the same for
/// all steps of a draw, independent ones unless the settings say otherwise.
FitConfig adam_settings(const Options& options) {
  FitConfig config = options.config;
  config.preset = Preset::paper;
  if (!config.design) config.design = Design::iid;
  config.noise = NoisePolicy::per_draw;
  config.evaluator = Evaluator::pairs;
  config.optimiser.reset();
  config.starts.reset();
  config.screening.reset();
  config.step_size.reset();
  config.steps.reset();
  if (options.adam_steps > 0) config.steps = options.adam_steps;
  return config;
}

/// The library's own way to minimise the very same objectives.
FitConfig default_settings(const Options& options, const FitConfig& adam) {
  FitConfig config = options.config;
  config.kernel = adam.kernel;
  config.mass = adam.mass;
  config.lengthscale = adam.lengthscale;
  config.simulations = adam.simulations;
  config.bounds = adam.bounds;
  config.design = adam.design;
  config.noise = NoisePolicy::per_draw;
  return config;
}

struct Found {
  OptimiserName optimiser;  // that the search chose
  Draws draws;

  double mean_evaluations() const {
    double sum = 0.0;
    for (const DrawInfo& info : draws.info) sum += info.evaluations;
    return sum / static_cast<double>(draws.rows());
  }
};

Found minima_of(const Problem& problem) {
  const Modes modes = find_modes(problem);
  const auto draws = static_cast<std::uint32_t>(problem.settings->draws);
  return {modes.optimiser, bootstrap(problem, modes, {0, draws}, {}, {}).draws};
}

/// The objective of each draw at the parameters that were found for it.
std::vector<double> judged(const Problem& judge, const Draws& draws) {
  std::vector<double> values(draws.rows(), INFINITY);
  for_each_index(judge.settings->threads, draws.rows(), [&](std::size_t r) {
    if (is_failed(draws.info[r].status)) return;
    const auto objective = make_draw_objective(judge, {});
    std::vector<double> eta(static_cast<std::size_t>(judge.space->parameters.free_size()));
    judge.space->parameters.to_optimiser(draws.row(r), eta);
    objective->begin_draw(draws.index[r]);
    values[r] = (*objective)(eta, {});
  });
  return values;
}

constexpr double rounding = 1e-6;  // relative, ten times that of sums in floats

struct Verdict {
  int worse = 0;
  double largest_deficit = 0.0;  // relative
  std::size_t where = 0;
  double mean_gain = 0.0;  // relative
};

Verdict compare(const std::vector<double>& adam, const std::vector<double>& ours) {
  Verdict verdict;
  for (std::size_t b = 0; b < adam.size(); ++b) {
    const double deficit = (ours[b] - adam[b]) / std::abs(adam[b]);
    verdict.worse += !(deficit <= rounding);
    verdict.mean_gain -= deficit / static_cast<double>(adam.size());
    if (deficit <= verdict.largest_deficit) continue;
    verdict.largest_deficit = deficit;
    verdict.where = b;
  }
  return verdict;
}

void run(const Options& options) {
  const Model model = built_in_model(options.model, 0, options.config.model_option);
  const int n = options.observations > 0 ? options.observations : model.paper->observations;
  const Sample x = model.simulate(model.truth, n, options.config.seed);
  const Problem by_adam = make_problem(model, x, adam_settings(options));
  const Problem by_default = make_problem(model, x, default_settings(options, *by_adam.settings));

  const Found adam = minima_of(by_adam), ours = minima_of(by_default);
  const Verdict verdict = compare(judged(by_adam, adam.draws), judged(by_adam, ours.draws));
  const FitConfig& s = *by_adam.settings;
  fmt::print("{}: n = {}, design {}, m = {}, {} draws, the same latent points for both\n\n",
             model.name, n, to_word(*s.design), by_adam.simulations(), s.draws.value());
  fmt::print("adam     {} start{} of {} steps of {:g}, {:.0f} evaluations a draw\n", *s.starts,
             *s.starts == 1 ? "" : "s", *s.steps, *s.step_size, adam.mean_evaluations());
  fmt::print("default  {}, evaluator {}, {:.1f} evaluations a draw\n\n", to_word(ours.optimiser),
             by_default.comparison->evaluation.text(), ours.mean_evaluations());
  fmt::print("worse than adam  {} of {}, by more than {:g} of its objective\n", verdict.worse,
             s.draws.value(), rounding);
  fmt::print("largest deficit  {:.2e}, draw {}\n", verdict.largest_deficit, verdict.where);
  fmt::print("mean gain        {:.2e}\n", verdict.mean_gain);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  using namespace surefoot;
  Options options;
  options.config.draws = 100;
  options.config.seed = 1;
  CLI::App app{"Minima that a fit finds, against those of the paper's Adam"};
  app.add_option("model", options.model, "a built-in model, at the paper's truth")->required();
  app.add_option("--observations", options.observations, "(default: the paper's)");
  app.add_option("--adam-steps", options.adam_steps, "(default: the paper's)");
  add_settings(app, options.config);
  return run_program(app, argc, argv, [&] {
    require_whole(options.observations, 0, 100'000'000, "observations");
    require_whole(options.adam_steps, 0, 10'000'000, "adam-steps");
    run(options);
  });
}
