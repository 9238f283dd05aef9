#include "commands/bench.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <surefoot/error.hpp>
#include <surefoot/simd/dispatch.hpp>
#include <surefoot/version.hpp>

#include "commands/paper_suite.hpp"
#include "commands/throughput.hpp"
#include "exit_status.hpp"
#include "streams.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

std::string to_text(const Throughput& rates) {
  std::string text =
      fmt::format("instruction set {} (the environment variable SUREFOOT_ISA forces a lower one)\n",
                  instruction_set());
  text += "\nkernel sums with gradient, one core, 10^9 pairs a second\n";
  text += fmt::format("{:27}{:^20}{:^20}\n", "", "float", "double");
  text += fmt::format("{:<24}{:>3}", "kernel", "d");
  for (int precision = 0; precision < 2; ++precision) text += "   cross  evaluation";
  for (const PairRate& r : rates.pairs) {
    if (r.precision == "float") text += fmt::format("\n{:<24}{:>3}", r.kernel, r.dimension);
    text += fmt::format("{:>8.2f}{:>12.2f}", r.cross / 1e9, r.objective / 1e9);
  }
  text +=
      "\n\nsimulations, with derivatives if the model has any, one core, 10^6 observations a "
      "second\n";
  for (const SimulationRate& r : rates.simulations)
    text += fmt::format("{:<20}{:<7}{:>8.3g}\n", r.model, r.precision, r.observations / 1e6);
  text += fmt::format("\nDirichlet weights, one core: {:.3g} million a second\n",
                      rates.dirichlet_weights / 1e6);
  text += fmt::format(
      "threads: {} thread{} sum {:.2f} 10^9 pairs a second together, {:.2f} times as many as 1\n",
      rates.scaling.threads, rates.scaling.threads == 1 ? "" : "s", rates.scaling.all / 1e9,
      rates.scaling.all / rates.scaling.one);
  return text;
}

std::string to_json(const Throughput& rates) {
  nlohmann::ordered_json json{{"version", version()}, {"instruction_set", instruction_set()}};
  for (const PairRate& r : rates.pairs)
    json["pairs_per_second"].push_back({{"kernel", r.kernel},
                                        {"precision", r.precision},
                                        {"dimension", r.dimension},
                                        {"cross", r.cross},
                                        {"objective", r.objective}});
  for (const SimulationRate& r : rates.simulations)
    json["simulated_observations_per_second"].push_back(
        {{"model", r.model}, {"precision", r.precision}, {"observations", r.observations}});
  json["dirichlet_weights_per_second"] = rates.dirichlet_weights;
  json["scaling"] = {{"threads", rates.scaling.threads},
                     {"one_thread_pairs_per_second", rates.scaling.one},
                     {"all_threads_pairs_per_second", rates.scaling.all},
                     {"ratio", rates.scaling.all / rates.scaling.one}};
  return json.dump(2) + '\n';
}

std::string line(const std::string& name, const SuiteRow& row, const std::string& ratio) {
  return fmt::format("{:<18}{:<26}{:>9.4g}{:>8.4g}{:>11.3g}{:>12.6f}{:>10}{:>9}\n", name, row.what,
                     row.seconds, row.evaluations_per_draw, row.simulated_observations,
                     row.objective, fmt::format("{}/{}", row.converged, row.draws_run), ratio);
}

std::string to_text(const std::vector<SuiteExperiment>& suite) {
  std::string text = fmt::format(
      "the paper's experiments on one thread, instruction set {}\n\n"
      "{:<18}{:<26}{:>9}{:>8}{:>11}{:>12}{:>10}{:>9}\n"
      "{:<18}{:<26}{:>9}{:>8}{:>11}{:>12}{:>10}{:>9}\n",
      instruction_set(), "", "", "CPU", "evals", "simulated", "mean", "draws", "times",  //
      "experiment", "what", "seconds", "a draw", "obs.", "objective", "converged", "faster");
  for (const SuiteExperiment& e : suite) {
    text += line(e.model, e.baseline, "1");
    for (const SuiteRow& fit : e.fits) text += line("", fit, fmt::format("{:.4g}", e.ratio(fit)));
  }
  text += '\n';
  for (const SuiteExperiment& e : suite)
    text += fmt::format(
        "{}: n = {}, d = {}, {} draws; adam ran {} of them and is scaled to all, but for its "
        "search "
        "for starts\n",
        e.model, e.observations, e.dimension, e.draws, e.baseline.draws_run);
  text +=
      "objectives: mean over the draws that adam ran, at each way's own minima, all judged by one "
      "fine design\n";
  return text;
}

nlohmann::ordered_json json_of(const SuiteRow& row) {
  return {{"what", row.what},
          {"draws_run", row.draws_run},
          {"converged", row.converged},
          {"cpu_seconds", row.seconds},
          {"evaluations_per_draw", row.evaluations_per_draw},
          {"simulated_observations", row.simulated_observations},
          {"mean_objective", row.objective}};
}

std::string to_json(const std::vector<SuiteExperiment>& suite) {
  nlohmann::ordered_json json{
      {"version", version()}, {"instruction_set", instruction_set()}, {"suite", "paper"}};
  for (const SuiteExperiment& e : suite) {
    nlohmann::ordered_json experiment{
        {"model", e.model}, {"observations", e.observations}, {"dimension", e.dimension},
        {"draws", e.draws}, {"judged_draws", e.judged_draws}, {"baseline", json_of(e.baseline)}};
    for (const SuiteRow& row : e.fits) {
      auto fit = json_of(row);
      fit["ratio"] = e.ratio(row);
      experiment["fits"].push_back(std::move(fit));
    }
    json["experiments"].push_back(std::move(experiment));
  }
  return json.dump(2) + '\n';
}

constexpr auto default_seconds = "0.05";  // a fair compromise: the whole list in ten seconds

struct Options {
  std::optional<std::string> seconds;
  std::optional<std::string> suite;
  bool smoke = false;
  bool json = false;
};

int run_suite(const Options& options) {
  if (*options.suite != "paper")
    throw Error(Fault::usage,
                fmt::format("suite must be paper, but is {}", surefoot::quoted(*options.suite)));
  if (options.seconds)
    throw Error(Fault::usage, "seconds must go without a suite, which takes its time");
  const auto suite = measure_paper_suite(options.smoke ? SuiteSize::smoke : SuiteSize::full);
  print(options.json ? to_json(suite) : to_text(suite));
  return done;
}

int run(const Options& options) {
  if (options.suite) return run_suite(options);
  if (options.smoke) throw Error(Fault::usage, "smoke must go with a suite");
  const std::string given = options.seconds.value_or(default_seconds);
  const auto seconds = parse_number(given);
  if (!seconds || !(*seconds > 0.0) || *seconds > 60.0)
    throw Error(Fault::usage,
                fmt::format("seconds must be a number above 0 and up to 60, but is {}",
                            surefoot::quoted(given)));
  const Throughput rates = measure_throughput(*seconds);
  print(options.json ? to_json(rates) : to_text(rates));
  return done;
}

}  // namespace

Verb add_bench(CLI::App& program) {
  auto options = std::make_shared<Options>();
  auto* verb = program.add_subcommand("bench", "Throughput of this machine, in the natural units");
  verb->add_option(
          "--seconds", options->seconds,
          fmt::format("time for each of about a hundred figures (default: {})", default_seconds))
      ->type_name("X");
  verb->add_option("--suite", options->suite,
                   "paper: instead time the paper's three experiments against its own way of "
                   "fitting, in about a minute")
      ->type_name("WORD");
  verb->add_flag("--smoke", options->smoke, "a tiny suite, to see that it works");
  verb->add_flag("--json", options->json, "print JSON");
  return {verb, [options] { return run(*options); }};
}

}  // namespace surefoot::cli
