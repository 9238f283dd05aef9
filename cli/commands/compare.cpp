#include "commands/compare.hpp"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/report/comparison.hpp>
#include <surefoot/report/output.hpp>

#include "commands/fit_input.hpp"
#include "exit_status.hpp"
#include "interruption.hpp"
#include "streams.hpp"

namespace surefoot::cli {
namespace {

std::filesystem::path file_of(const FitOptions& options, Method method) {
  return std::filesystem::path(options.out) / (to_word(method) + ".nc");
}

/// Whatever can be known to go wrong, before the first method takes its time.
void check(const FitOptions& options) {
  require_model_and_data(options, "compare");
  if (options.methods.empty())
    throw Error(Fault::usage,
                "compare needs methods: surefoot compare MODEL DATA --methods npl-mmd,wabc");
  std::error_code fault;
  std::filesystem::create_directories(options.out, fault);
  if (fault)
    throw Error(Fault::output,
                fmt::format("{}: the folder cannot be made: {}", options.out, fault.message()));
  for (const Method method : options.methods) {
    validate(only_for(options.config, method));
    check_writable(file_of(options, method));
  }
}

struct Outcome {
  std::vector<Summary> summaries;
  bool interrupted = false;
  int status = done;  // of the last method that could not be carried out
};

Outcome carry_out(const FitOptions& options, const Model& model, const Sample& observations,
                  Narrator& narrator) {
  const Interruption interruption(
      [&] { narrator.note("stopping; finished draws are kept, a second signal ends at once"); });
  Outcome outcome;
  for (const Method method : options.methods) {
    if (interruption.token().stop_requested()) break;
    narrator.note(fmt::format("method {}", to_word(method)));
    narrator.begin();
    try {
      const Fit result = fit(model, observations, only_for(options.config, method),
                             narrator.events(), interruption.token());
      narrator.finish();
      if (result.draws.rows() == 0) continue;
      write_fit(result, file_of(options, method));
      outcome.summaries.push_back(summarise(result));
      if (!result.failure.empty()) throw Error(result.failure_fault, result.failure);
    } catch (const Error& error) {
      // A method that cannot serve this model must not cost the others.
      narrator.finish();
      if (error.fault() == Fault::output || error.fault() == Fault::write) throw;
      say(fmt::format("{}: {}", to_word(method), error.what()));
      outcome.status = exit_status(error.fault());
    }
  }
  outcome.interrupted = interruption.token().stop_requested();
  return outcome;
}

int run(const FitOptions& options) {
  check(options);
  Narrator narrator(options.voice);
  const NamedModel named(options, narrator);
  const Sample observations = read_data(options, named.columns(), narrator);
  const Outcome outcome = carry_out(options, named.with(observations), observations, narrator);
  if (!outcome.summaries.empty()) {
    narrator.note(fmt::format("draws are in {}", options.out));
    print(options.summary.render(outcome.summaries));
  }
  if (outcome.interrupted) say("interrupted");
  return outcome.interrupted ? interrupted : outcome.status;
}

}  // namespace

Verb add_compare(CLI::App& program) {
  auto* verb =
      program.add_subcommand("compare", "Fit by several methods, and see them beside each other");
  const auto command_line = std::make_shared<FitCommandLine>(*verb, FitVerb::compare);
  return {verb, [command_line] { return run(command_line->options()); }};
}

}  // namespace surefoot::cli
