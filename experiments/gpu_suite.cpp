// How fast are the paper's experiments on this device?  Simulates their data, fits each on the
// device several times and on the processor once, and prints a table beside the ceilings that the
// device's own loops reach.

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <surefoot/cuda/models.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/surefoot.hpp>

#include "gpu_ceiling.hpp"
#include "program.hpp"

namespace surefoot {
namespace {

std::vector<double> means_of(const Fit& fit) {
  std::vector<double> means;
  for (const ParameterSummary& p : summarise(fit).parameters) means.push_back(p.mean);
  return means;
}

struct Experiment {
  std::string what;
  std::string model;
  int observations;
  std::map<std::string, std::string> settings;
  int host_draws;     // on the processor, whose time is scaled to all; 0: all
  double terms = 1;   // of the kernel
  bool pairs = true;  // all sums are over pairs
};

std::vector<Experiment> experiments(bool quick) {
  const std::string few = quick ? "20" : "500", toggle = quick ? "4" : "300";
  const std::string many = quick ? "1000" : "100000", large = quick ? "8" : "1000";
  return {
      {"g-and-k, Adam",
       "g-and-k",
       2048,
       {{"preset", "paper"}, {"evaluator", "pairs"}, {"draws", few}},
       16},
      {"Gaussian d=4, Adam",
       "gaussian-location",
       200,
       {{"preset", "paper"}, {"evaluator", "pairs"}, {"draws", few}},
       64},
      {"toggle switch, Adam",
       "toggle-switch",
       2000,
       {{"preset", "paper"}, {"evaluator", "pairs"}, {"draws", toggle}},
       quick ? 1 : 2,
       11},
      {"g-and-k", "g-and-k", 2048, {{"lengthscale", "0.15"}, {"draws", many}}, 5000, 1, false},
      {"g-and-k, n=1e6",
       "g-and-k",
       quick ? 20000 : 1000000,
       {{"lengthscale", "0.15"}, {"draws", large}},
       64,
       1,
       false},
      {"Gaussian d=4, sobol",
       "gaussian-location",
       200,
       {{"design", "sobol"}, {"draws", many}},
       5000},
      {"Gaussian d=4", "gaussian-location", 200, {{"draws", many}}, 5000, 1, false},
  };
}

FitConfig config_of(const Experiment& experiment) {
  FitConfig config;
  config.mass = Mass::fixed;
  config.check = Check::none;  // which the CPU does, after the draws
  for (const auto& [name, value] : experiment.settings) set(config, name, value);
  config.seed = 1;
  return config;
}

/// Pairs that the minimisations ask for: n m + m (m - 1) / 2 each.
double pairs_of(const Experiment& experiment, const Fit& result) {
  const double n = static_cast<double>(result.observations.size()), m = result.simulations_per_draw;
  double evaluations = 0.0;
  for (const DrawInfo& info : result.draws.info) evaluations += info.evaluations;
  return experiment.terms * evaluations * (n * m + 0.5 * m * (m - 1.0));
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void run(bool quick) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a row as soon as it is known
  const GpuCeiling ceiling = measure_gpu_ceiling();
  fmt::print("{}\n", cuda::device_text());
  fmt::print("ceilings: {:.2f} T powers/s, {:.2f} T fused pairs/s\n\n", 1e-12 * ceiling.powers,
             1e-12 * ceiling.pairs);
  fmt::print("{:<22}{:>9}{:>8}{:>9}{:>11}{:>9}{:>12}{:>13}{:>9}\n", "experiment", "n", "draws",
             "seconds", "on device", "Tpair/s", "of ceiling", "CPU seconds", "NMSE");
  for (const Experiment& experiment : experiments(quick)) {
    Model model = built_in_model(experiment.model);
    const Sample data = model.simulate(model.truth, experiment.observations, 7);
    cuda::add_accelerator(model);
    FitConfig config = config_of(experiment);
    config.device = Device::cuda;
    std::vector<double> seconds, device_seconds;
    Fit result;
    const int runs = experiment.model == "toggle-switch" ? 2 : 6;
    for (int run = 0; run < runs; ++run) {
      result = fit(model, data, config);
      if (run == 0) continue;  // it warms up
      seconds.push_back(result.seconds);
      device_seconds.push_back(result.device_seconds);
    }
    const double median = median_of(seconds), on_device = median_of(device_seconds);
    config.device = Device::cpu;
    const int draws = config.draws;
    config.draws = std::min(draws, experiment.host_draws);
    const double host = fit(model, data, config).seconds * draws / config.draws;
    const double rate = pairs_of(experiment, result) / on_device;
    const std::string pairs = experiment.pairs ? fmt::format("{:.2f}", 1e-12 * rate) : "-";
    const std::string share = experiment.pairs && experiment.model == "g-and-k"
                                  ? fmt::format("{:.0f} %", 100.0 * rate / ceiling.pairs)
                                  : "-";
    fmt::print("{:<22}{:>9}{:>8}{:>9.3f}{:>11.3f}{:>9}{:>12}{:>13.3g}{:>9.2g}\n", experiment.what,
               experiment.observations, draws, median, on_device, pairs, share, host,
               normalised_error(means_of(result), model.truth));
  }
  fmt::print(
      "\nSeconds are of whole fits, the median after one that warms up; on device, of its own "
      "clock, which the rate is by.  CPU seconds are wall "
      "clock on {} threads,\nof fewer draws where all would take long, scaled.  Pairs of a sum of "
      "kernels count once for each term.\n",
      hardware_threads());
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  using namespace surefoot;
  bool quick = false;
  CLI::App app{"The paper's experiments on a CUDA device, with times and rates"};
  app.add_flag("--quick", quick, "few draws: only to see that it works");
  return run_program(app, argc, argv, [&] { run(quick); });
}
