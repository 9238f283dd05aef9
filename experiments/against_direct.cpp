// Are draws from an embedding that is learnt once as near to their data as draws that simulate for
// themselves?  Fits the same data both ways, so that draws of the same number have the same
// weights, and judges what each found for its weights by many fresh observations, common to both.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/data/read.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/surefoot.hpp>

#include "program.hpp"

namespace surefoot {
namespace {

struct Options {
  std::string model, data;
  int observations = 0;  // the paper's
  int judging = 65536;
  FitConfig config;
};

Sample observed(const Options& options, const Model& model) {
  if (!options.data.empty())
    return read_sample(options.data, {.dimension = model.dimension}).observations;
  const int n = options.observations > 0 ? options.observations : model.paper->observations;
  return model.simulate(model.truth, n, options.config.seed);
}

Fit fit_by(EmbeddingWay way, const Model& model, const Sample& x, FitConfig config) {
  config.embedding = way;
  if (way == EmbeddingWay::direct)
    config.budget.reset();
  else
    config.simulations.reset();  // of draws that simulate
  config.check = Check::none;
  config.predictive_draws = 0;
  return fit(model, x, config);
}

/// The objectives of draws on independent points that no fit has seen.
FitConfig judging_settings(const Options& options, const Fit& direct) {
  FitConfig config;
  config.draws = options.config.draws;
  config.seed = options.config.seed;
  config.threads = options.config.threads;
  config.mass = direct.settings.mass;
  config.kernel = direct.settings.kernel;
  config.lengthscale = direct.settings.lengthscale;
  config.model_option = options.config.model_option;
  config.design = Design::iid;
  config.simulations = options.judging;
  config.noise = NoisePolicy::fresh;
  config.optimiser = OptimiserName::adam;
  config.trim = Trim{};
  return config;
}

/// MMD^2 of each draw, by two sets of points.
struct Judged {
  std::vector<double> first, second;

  double of(std::size_t draw) const { return 0.5 * (first[draw] + second[draw]); }
};

Judged judged(const Problem& judge, const Draws& draws) {
  Judged values{std::vector<double>(draws.rows(), NAN), std::vector<double>(draws.rows(), NAN)};
  for_each_index(judge.settings->threads, draws.rows(), [&](std::size_t r) {
    if (is_failed(draws.info[r].status)) return;
    const auto objective = make_draw_objective(judge, {});
    std::vector<double> eta(static_cast<std::size_t>(judge.space->parameters.free_size()));
    judge.space->parameters.to_optimiser(draws.row(r), eta);
    objective->begin_draw(draws.index[r]);
    objective->begin_step(2);
    values.first[r] = objective->report(eta).mmd2;
    objective->begin_step(3);
    values.second[r] = objective->report(eta).mmd2;
  });
  return values;
}

struct Verdict {
  double direct = 0.0, emulated = 0.0;  // means
  double gain = 0.0, gain_error = 0.0;  // of the learnt draws, in the mean
  double noise = 0.0;                   // standard deviation of a difference, by the points alone
  double largest = 0.0;                 // difference to the worse, in units of that
  int worse = 0, draws = 0;             // by more than three of them
};

Verdict compare(const Judged& direct, const Judged& emulated) {
  constexpr double noticeable = 3.0;
  Verdict verdict;
  std::vector<double> worse_by;
  for (std::size_t b = 0; b < direct.first.size(); ++b) {
    if (!std::isfinite(direct.of(b) + emulated.of(b))) continue;
    const double first = emulated.first[b] - direct.first[b],
                 second = emulated.second[b] - direct.second[b];
    worse_by.push_back(0.5 * (first + second));
    verdict.noise += 0.25 * (first - second) * (first - second);
    verdict.direct += direct.of(b);
    verdict.emulated += emulated.of(b);
  }
  const auto count = static_cast<double>(worse_by.size());
  verdict.draws = static_cast<int>(worse_by.size());
  verdict.direct /= count;
  verdict.emulated /= count;
  verdict.noise = std::sqrt(verdict.noise / count);
  verdict.gain = verdict.direct - verdict.emulated;
  for (const double by : worse_by) {
    verdict.gain_error += (by + verdict.gain) * (by + verdict.gain) / count / (count - 1.0);
    verdict.largest = std::max(verdict.largest, by / verdict.noise);
    verdict.worse += by > noticeable * verdict.noise;
  }
  verdict.gain_error = std::sqrt(verdict.gain_error);
  return verdict;
}

std::size_t converged(const Draws& draws) {
  return static_cast<std::size_t>(
      std::count_if(draws.info.begin(), draws.info.end(),
                    [](const DrawInfo& info) { return info.status == DrawStatus::converged; }));
}

void run(const Options& options) {
  const Model model = built_in_model(options.model, 0, options.config.model_option);
  const Sample x = observed(options, model);
  const Fit direct = fit_by(EmbeddingWay::direct, model, x, options.config);
  FitConfig same = options.config;
  same.kernel = direct.settings.kernel;
  same.lengthscale = direct.settings.lengthscale;
  const Fit emulated = fit_by(EmbeddingWay::emulated, model, x, same);
  const Problem judge = make_problem(model, x, judging_settings(options, direct));
  const Verdict verdict = compare(judged(judge, direct.draws), judged(judge, emulated.draws));
  fmt::print("{}: n = {}, {} draws, judged by twice {} fresh observations for each\n\n", model.name,
             x.size(), verdict.draws, options.judging);
  fmt::print("{:<10} {:>12} {:>10} {:>14}\n", "", "mean MMD^2", "converged", "simulated");
  const auto row = [](const char* name, double mean, const Fit& one) {
    fmt::print("{:<10} {:>12.4g} {:>10} {:>14}\n", name, mean, converged(one.draws),
               one.simulator_calls);
  };
  row("direct", verdict.direct, direct);
  row("emulated", verdict.emulated, emulated);
  fmt::print("\nmean gain        {:.2e}, standard error {:.1e}\n", verdict.gain,
             verdict.gain_error);
  fmt::print("noise            {:.1e}, of the difference of a draw\n", verdict.noise);
  fmt::print("largest deficit  {:.1f} times that\n", verdict.largest);
  fmt::print("worse by more than three times that  {} of {}\n", verdict.worse, verdict.draws);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  using namespace surefoot;
  Options options;
  options.config.draws = 100;
  options.config.seed = 1;
  CLI::App app{"Draws from an embedding that is learnt, against draws that simulate"};
  app.add_option("model", options.model, "a built-in model, at the paper's truth")->required();
  app.add_option("--data", options.data, "a file of observations (default: simulated)");
  app.add_option("--observations", options.observations, "(default: the paper's)");
  app.add_option("--judging", options.judging, "observations that judge a draw")
      ->capture_default_str();
  add_settings(app, options.config);
  return run_program(app, argc, argv, [&] {
    require_whole(options.observations, 0, 100'000'000, "observations");
    require_whole(options.judging, 2, 10'000'000, "judging");
    run(options);
  });
}
