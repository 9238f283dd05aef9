#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <surefoot/error.hpp>
#include <surefoot/simd/dispatch.hpp>
#include <surefoot/version.hpp>

#include "commands/throughput.hpp"
#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

std::string throughput_text(const Throughput& rates) {
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

std::string throughput_json(const Throughput& rates) {
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

constexpr auto default_seconds = "0.05";  // a fair compromise: the whole list in ten seconds

struct BenchOptions {
  std::optional<std::string> seconds;
  std::optional<std::string> suite;
  bool smoke = false;
  bool json = false;
};

[[noreturn]] void run_suite(const BenchOptions& options) {
  if (*options.suite != "paper")
    throw Error(Fault::usage,
                fmt::format("suite must be paper, but is {}", surefoot::in_quotes(*options.suite)));
  if (options.seconds)
    throw Error(Fault::usage, "seconds must go without a suite, which takes its time");
  std::vector<const char*> words{"bench"};
  if (options.smoke) words.push_back("--smoke");
  if (options.json) words.push_back("--json");
  become(paper_program, words);
}

int run_bench(const BenchOptions& options) {
  if (options.suite) run_suite(options);
  if (options.smoke) throw Error(Fault::usage, "smoke must go with a suite");
  const std::string given = options.seconds.value_or(default_seconds);
  const auto seconds = parse_number(given);
  if (!seconds || !(*seconds > 0.0) || *seconds > 60.0)
    throw Error(Fault::usage,
                fmt::format("seconds must be a number above 0 and up to 60, but is {}",
                            surefoot::in_quotes(given)));
  const Throughput rates = measure_throughput(*seconds);
  print(options.json ? throughput_json(rates) : throughput_text(rates));
  return done;
}

}  // namespace

Action add_bench(CLI::App& verb) {
  auto options = std::make_shared<BenchOptions>();
  verb.add_option(
          "--seconds", options->seconds,
          fmt::format("time for each of about a hundred figures (default: {})", default_seconds))
      ->type_name("X");
  verb.add_option("--suite", options->suite,
                  "paper: instead time the paper's three experiments against its own way of "
                  "fitting, in about a minute")
      ->type_name("WORD");
  verb.add_flag("--smoke", options->smoke, "a tiny suite, to see that it works");
  verb.add_flag("--json", options->json, "print JSON");
  return [options] { return run_bench(*options); };
}

}  // namespace surefoot::cli
