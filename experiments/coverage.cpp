// How often do the intervals of a fit hold the truth?  Simulates data sets at the parameters of the
// paper's experiment, or at parameters from a prior, fits each, and counts.  With --check it also
// tells what the fits found out about themselves.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/parallel/threads.hpp>
#include <surefoot/prior/randomised_prior.hpp>
#include <surefoot/simulators/contamination.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/simulators/theta.hpp>
#include <surefoot/surefoot.hpp>

#include "check_measures.hpp"
#include "front/device/device.hpp"
#include "program.hpp"

namespace surefoot {
namespace {

struct Options {
  std::string model;
  int dimension = 0;  // the model's
  int datasets = 200;
  int observations = 200;
  int jobs = 1;
  double level = 0.9;
  std::string contamination;
  std::string truth;       // NAME=X,NAME=X; otherwise that of the model
  std::string truth_from;  // a prior
  std::string each;        // a file
  FitConfig config;
};

/// Whether a parameter's interval held the truth, its posterior mean less the truth, and its sd.
struct Outcome {
  bool covered;
  double error;
  double sd;
};

/// How many draws ended in each way.
using Ends = std::map<DrawStatus, int>;

/// What a data set came to.
struct DataSet {
  Fit fit;
  std::vector<bool> outlier;
  std::vector<Outcome> outcomes;
};

struct Estimate {
  double mean;
  double error;
};

Estimate mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0.0, square = 0.0;
  for (const double v : values) mean += v / n;
  for (const double v : values) square += (v - mean) * (v - mean);
  return {mean, std::sqrt(square / (n * std::max(n - 1.0, 1.0)))};
}

/// Between order statistics, as in summaries.
double quantile(const std::vector<double>& sorted, double probability) {
  const double at = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Outcome judge(const Draws& draws, std::size_t parameter, double truth, double level) {
  std::vector<double> values;
  for (std::size_t r = 0; r < draws.rows(); ++r)
    if (!is_failed(draws.info[r].status)) values.push_back(draws.row(r)[parameter]);
  if (values.empty()) return {false, NAN, NAN};
  std::sort(values.begin(), values.end());
  const Estimate mean = mean_of(values);
  const double tail = 0.5 * (1.0 - level);
  return {quantile(values, tail) <= truth && truth <= quantile(values, 1.0 - tail),
          mean.mean - truth, mean.error * std::sqrt(static_cast<double>(values.size()))};
}

/// The parameters that data set number `number` is simulated at.
std::vector<double> truth_of(const Options& options, const Model& model, int number) {
  std::vector<double> truth = model.truth;
  if (options.truth_from.empty()) return truth;
  const RandomisedPrior prior(model.parameters, options.truth_from, 1.0);
  // No fit has this seed.
  const auto scores =
      prior.centre_of_draw(~options.config.seed.value(), static_cast<std::uint32_t>(number));
  prior.place(scores, truth);
  return truth;
}

/// Numbers of data sets are seeds, of the data and of the fit.
DataSet one_data_set(const Options& options, const Model& model, int number) {
  const auto seed = options.config.seed + static_cast<std::uint64_t>(number);
  const std::vector<double> truth = truth_of(options, model, number);
  ContaminatedSample x{model.simulate(truth, options.observations, seed), {}};
  if (!options.contamination.empty()) x = contaminate(x.observations, options.contamination, seed);
  FitConfig config = options.config;
  config.seed = seed;
  if (config.method == Method::npl_mmd && !is_given(config, "check")) config.check = Check::none;
  DataSet set{fit(model, x.observations, config), x.outlier, {}};
  for (std::size_t k = 0; k < truth.size(); ++k)
    set.outcomes.push_back(judge(set.fit.draws, k, truth[k], options.level));
  return set;
}

/// A row for each data set and parameter.
void write_each(const Options& options, const Model& model, const std::vector<DataSet>& sets) {
  std::ofstream file(options.each);
  file << "seed,parameter,covered,error,sd,simulation_share,simulator_calls,seconds,lengthscale\n";
  for (std::size_t number = 0; number < sets.size(); ++number)
    for (std::size_t k = 0; k < sets[number].outcomes.size(); ++k) {
      const DataSet& set = sets[number];
      const Outcome& one = set.outcomes[k];
      file << fmt::format("{},{},{:d},{},{},{},{},{},{}\n", options.config.seed + number,
                          model.parameters[static_cast<int>(k)].name, one.covered, one.error,
                          one.sd, set.fit.simulation_share, set.fit.simulator_calls,
                          set.fit.seconds, fmt::join(set.fit.lengthscales, "+"));
    }
  if (!file.flush()) throw Error(Fault::usage, fmt::format("{} cannot be written", options.each));
}

void print_row(const std::string& name, const std::vector<DataSet>& sets, std::size_t parameter) {
  std::vector<double> covered, errors, spreads;
  for (const DataSet& set : sets) {
    covered.push_back(set.outcomes[parameter].covered);
    errors.push_back(set.outcomes[parameter].error);
    spreads.push_back(set.outcomes[parameter].sd);
  }
  const Estimate coverage = mean_of(covered), bias = mean_of(errors), sd = mean_of(spreads);
  const double spread = bias.error * std::sqrt(static_cast<double>(sets.size()));
  fmt::print("{:<10} {:>8.4f} {:>8.4f} {:>10.4g} {:>10.4g} {:>10.4g} {:>12.4g}\n", name,
             coverage.mean, coverage.error, bias.mean, spread, std::hypot(bias.mean, spread),
             sd.mean);
}

void run(const Options& options) {
  Model model = find_model(options.model, options.dimension, options.config);
  front::add_accelerator(model);
  if (!options.truth.empty()) model.truth = theta_with(model, parse_theta(options.truth));
  if (model.truth.empty())
    throw Error(Fault::usage, fmt::format("{} has no published truth; --truth NAME=X,... says at "
                                          "which parameters data are simulated",
                                          options.model));
  std::vector<DataSet> sets(static_cast<std::size_t>(options.datasets));
  for_each_index(options.jobs, sets.size(), [&](std::size_t number) {
    sets[number] = one_data_set(options, model, static_cast<int>(number));
  });
  if (!options.each.empty()) write_each(options, model, sets);
  std::vector<double> pooled;
  CheckMeasures measures;
  Ends ends;
  for (const DataSet& set : sets) {
    measures.add(set.fit, set.outlier);
    for (const DrawInfo& info : set.fit.draws.info) ++ends[info.status];
    double covered = 0.0;
    for (const Outcome& outcome : set.outcomes) covered += outcome.covered;
    pooled.push_back(covered / static_cast<double>(model.truth.size()));
  }
  fmt::print("{}: {} data sets of {} observations{}, {} draws, {:g} % intervals\n\n", options.model,
             options.datasets, options.observations,
             options.contamination.empty() ? "" : " with " + options.contamination,
             options.config.draws.value(), 100.0 * options.level);
  fmt::print("{:<10} {:>8} {:>8} {:>10} {:>10} {:>10} {:>12}\n", "parameter", "coverage", "se",
             "bias", "sd of mean", "rmse", "posterior sd");
  for (std::size_t k = 0; k < model.truth.size(); ++k)
    print_row(model.parameters[static_cast<int>(k)].name, sets, k);
  // Data sets are independent, parameters of one are not: the error is that of the data sets.
  const Estimate all = mean_of(pooled);
  fmt::print("{:<10} {:>8.4f} {:>8.4f}\n", "pooled", all.mean, all.error);
  for (const auto& [status, count] : ends) fmt::print("{:<12} {} draws\n", to_word(status), count);
  if (is_given(options.config, "check")) measures.print();
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  using namespace surefoot;
  Options options;
  options.config.draws = 500;
  options.config.predictive_draws = 0;
  CLI::App app{"Coverage of a fit's intervals over simulated data sets"};
  app.add_option("model", options.model,
                 "a built-in model, at the paper's truth, or a header or program, at --truth")
      ->required();
  app.add_option("--truth", options.truth, "other parameters to simulate data at: NAME=X,NAME=X");
  app.add_option("--datasets", options.datasets, "data sets")->capture_default_str();
  app.add_option("--observations", options.observations, "in each")->capture_default_str();
  app.add_option("--jobs", options.jobs, "data sets that are fitted at a time")
      ->capture_default_str();
  app.add_option("--each", options.each, "a CSV file for a row of each data set and parameter");
  app.add_option("--level", options.level, "of the intervals")->capture_default_str();
  app.add_option("--dimension", options.dimension, "of the observations (0: the model's)")
      ->capture_default_str();
  app.add_option("--truth-from", options.truth_from,
                 "a prior, as that of fits, which each data set has its own parameters from");
  app.add_option("--contaminate", options.contamination, "as surefoot simulate understands it");
  add_settings(app, options.config);
  return run_program(app, argc, argv, [&] {
    require_whole(options.datasets, 1, 1'000'000, "datasets");
    require_whole(options.observations, 1, 100'000'000, "observations");
    require_whole(options.jobs, 1, 1024, "jobs");
    if (!(options.level > 0.0 && options.level < 1.0))
      throw Error(Fault::usage,
                  fmt::format("level must be between 0 and 1, but is {}", options.level));
    run(options);
  });
}
