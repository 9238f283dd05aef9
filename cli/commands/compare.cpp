#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include <surefoot/compare.hpp>
#include <surefoot/error.hpp>
#include <surefoot/journal/draw_keeper.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/comparison.hpp>
#include <surefoot/report/output.hpp>

#include "commands/fit_input.hpp"
#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/interruption.hpp"
#include "front/streams.hpp"

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
  std::vector<NamedFile> outputs;
  for (const Method method : options.methods)
    outputs.push_back({"fit by " + to_word(method), file_of(options, method).string()});
  refuse_overwriting(inputs_of(options), outputs);
  make_folder(options.out);
  for (const Method method : options.methods) {
    validate(only_for(options.config, method));
    check_writable(file_of(options, method));
  }
}

struct Outcome {
  std::vector<Summary> summaries;
  bool interrupted = false;
  int status = done;  // of the signal, or of the last method that could not be carried out
};

/// Keeps the draws of the method at work, which a signal may want on the disk.
class CurrentKeeper {
 public:
  DrawKeeper& begin(std::filesystem::path output, DrawKeeper::Beginning beginning, Events events) {
    const std::lock_guard lock(mutex_);
    keeper_.emplace(std::move(output), beginning, std::move(events));
    return *keeper_;
  }

  void flush() {
    const std::lock_guard lock(mutex_);
    if (keeper_) keeper_->flush();
  }

  void save(const Fit& fit) {
    if (const auto failure = keeper_->save(fit).failure) throw Error(*failure);
  }

 private:
  std::mutex mutex_;
  std::optional<DrawKeeper> keeper_;
};

Outcome carry_out(const FitOptions& options, const Model& model, const Sample& observations,
                  Narrator& narrator) {
  using Beginning = DrawKeeper::Beginning;
  CurrentKeeper current;
  const Interruption interruption([&] {
    current.flush();
    narrator.note("stopping; finished draws are kept, a second signal ends at once");
  });
  Outcome outcome;
  const auto tell_failure = [&](Method method, Fault fault, const std::string& why) {
    say_error(fmt::format("{}: {}", to_word(method), why));
    outcome.status = exit_status(fault);
  };
  CompareEvents events;
  events.make = [&](FitConfig config) {
    DrawKeeper& keeper =
        current.begin(file_of(options, config.method),
                      options.resume ? Beginning::resumed : Beginning::anew, narrator.events());
    keeper.find_earlier(model, observations, config);
    return fit(model, observations, std::nullopt, config, keeper.events(), interruption.token(),
               keeper.continuation());
  };
  events.begun = [&](Method method) {
    narrator.note(fmt::format("method {}", to_word(method)));
    narrator.begin();
  };
  events.fitted = [&](Method method, const Fit& fit) {
    narrator.finish();
    current.save(fit);
    outcome.summaries.push_back(summarise(fit));
    if (!fit.failure.empty()) return tell_failure(method, fit.failure_fault, fit.failure);
    try {
      if (!fit.partial) require_some_draws(outcome.summaries.back());
    } catch (const Error& error) {
      tell_failure(method, error.fault(), error.what());
    }
  };
  events.failed = [&](Method method, const Error& error) {
    narrator.finish();
    tell_failure(method, error.fault(), error.what());
  };
  compare(model, observations, options.config, options.methods, events, interruption.token());
  narrator.finish();
  outcome.interrupted = interruption.token().stop_requested();
  if (outcome.interrupted) outcome.status = interruption.status();
  return outcome;
}

/// Of a run in parts the first alone has the methods whose draws follow from each other.
void leave_to_the_first_part(FitOptions& options, Narrator& narrator) {
  if (!options.config.part || options.config.part->number == 1) return;
  std::erase_if(options.methods, [&](Method method) {
    if (draws_are_independent(method)) return false;
    narrator.note(fmt::format("method {} is not divided: part 1 has it", to_word(method)));
    return true;
  });
}

int run_compare(FitOptions options) {
  check(options);
  Narrator narrator(options.voice);
  leave_to_the_first_part(options, narrator);
  const NamedModel named(options, narrator);
  const Sample observations = read_data(options, named.columns(), narrator);
  const Outcome outcome = carry_out(options, named.with(observations), observations, narrator);
  if (!outcome.summaries.empty()) {
    narrator.note(fmt::format("draws are in {}", options.out));
    options.summary.print(outcome.summaries);
  }
  if (outcome.interrupted) say("interrupted");
  return outcome.status;
}

}  // namespace

Action add_compare(CLI::App& verb) {
  const auto command_line = std::make_shared<FitCommandLine>(verb, FitVerb::compare);
  return [command_line] { return run_compare(command_line->options()); };
}

}  // namespace surefoot::cli
