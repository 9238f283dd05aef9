#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <surefoot/simd/dispatch.hpp>
#include <surefoot/version.hpp>

#include "front/exit_status.hpp"
#include "front/streams.hpp"
#include "paper/commands.hpp"
#include "paper/suite.hpp"

namespace surefoot::paper {
namespace {

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

struct Options {
  bool smoke = false;
  bool json = false;
};

int run(const Options& options) {
  const auto suite = measure_paper_suite(options.smoke ? SuiteSize::smoke : SuiteSize::full);
  front::print(options.json ? to_json(suite) : to_text(suite));
  return front::done;
}

}  // namespace

front::Action add_bench(CLI::App& verb) {
  auto options = std::make_shared<Options>();
  verb.add_flag("--smoke", options->smoke, "a tiny suite, to see that it works");
  verb.add_flag("--json", options->json, "print JSON");
  return [options] { return run(*options); };
}

}  // namespace surefoot::paper
