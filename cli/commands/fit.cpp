#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/journal/draw_keeper.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/html.hpp>
#include <surefoot/report/output.hpp>
#include <surefoot/report/without_data.hpp>

#include "commands/fit_input.hpp"
#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/interruption.hpp"
#include "front/overwriting.hpp"
#include "front/ranks/ranks.hpp"
#include "front/streams.hpp"
#include "watch/report_place.hpp"
#include "watch/watch.hpp"

namespace surefoot::cli {
namespace {

/// What can only be kept in a file needs one, and parts are merged from netCDF files alone.
void require_output(const FitOptions& options) {
  const bool part = options.config.part.has_value();
  if (options.output.empty() && (options.resume || part))
    throw Error(Fault::usage, fmt::format("--{} needs --output FILE, {}", part ? "part" : "resume",
                                          part ? "which the verb merge takes"
                                               : "the file that the run goes on from"));
  if (options.without_data && (options.resume || part))
    throw Error(Fault::usage, fmt::format("--without-data cannot go with --{}, which needs the "
                                          "observations that a file was made from",
                                          part ? "part" : "resume"));
  if (options.without_data && options.output.empty() && options.report.empty())
    throw Error(Fault::usage, "--without-data needs --output or --report, which it is about");
  if (part && std::filesystem::path(options.output).extension() != ".nc")
    throw Error(Fault::usage,
                fmt::format("{}: the name of a part must end in .nc", options.output));
}

struct SavedFit {
  Fit fit;
  DrawKeeper::Saved saved;
  int status;  // if the run was interrupted
};

SavedFit draw_and_save(const FitOptions& options, const Model& model, const Sample& observations,
                       Narrator& narrator, Watch& watch, front::Ranks& ranks) {
  using Beginning = DrawKeeper::Beginning;
  DrawKeeper keeper(options.output, options.resume ? Beginning::resumed : Beginning::anew,
                    watch.listening(narrator.events()));
  FitConfig config = options.config;
  keeper.find_earlier(model, observations, config);
  if (ranks.count() > 1) {  // the others have only the options to go by
    config.embedding = options.config.embedding;
    config.budget = options.config.budget;
    config.keep_simulations = options.config.keep_simulations;
  }
  const Interruption interruption([&] {
    keeper.flush();
    watch.stop();
    narrator.note("stopping; finished draws are kept, a second signal ends at once");
  });
  narrator.begin();
  SavedFit outcome;
  Continuation continuation = watch.listening(keeper.continuation(), model);
  continuation.crew = ranks.crew({}, {});
  outcome.fit = fit(model, observations, std::nullopt, config, keeper.events(),
                    interruption.token(), continuation);
  ranks.give_up(Error(Fault::usage, "interrupted before the draws began"));
  narrator.finish();
  watch.write_files();
  outcome.saved = keeper.save(options.without_data ? without_data(outcome.fit) : outcome.fit);
  outcome.status = interruption.status();
  return outcome;
}

/// The page that was written; empty, and none, where no draw can be shown.
std::string write_report(const std::string& path, const Fit& fit, const Summary& summary) {
  if (summary.failed == summary.draws) {
    say(fmt::format("{}: not written, since no draw can be shown", path));
    return "";
  }
  std::string page = to_html({&fit, 1});
  write_atomically(path, page);
  return page;
}

/// Whether the report has the scores of the observations, as far as the options tell.
bool ends_with_scores(const FitOptions& options) {
  const FitConfig& s = options.config;
  return s.check != Check::none && !s.part && !s.simulations_from && !options.without_data;
}

std::unique_ptr<Watch> watch_over(const FitOptions& options, const Model& model,
                                  const Sample& observations) {
  if (!options.watch) return std::make_unique<Watch>();
  return std::make_unique<Watch>(
      LiveFacts{.model = model.name,
                .method = std::string(to_word(options.config.method)),
                .observations = observations,
                .draws_come_singly = draws_are_independent(options.config.method),
                .ends_with_scores = ends_with_scores(options),
                .no_scores = why_no_scores(options.config),
                .report = options.report},
      model);
}

/// How far a run came.
std::string how_far(const Fit& fit) {
  const DrawShare share = share_of(fit.settings);
  return fmt::format("{} of {} draws", fit.draws.rows(), share.last - share.first);
}

void check(const FitOptions& options, const front::Ranks& ranks) {
  require_model_and_data(options, "fit");
  validate(options.config);
  require_output(options);
  if (ranks.count() > 1 && !draws_are_independent(options.config.method))
    throw Error(Fault::usage,
                fmt::format("method {} cannot be divided among {} processes, since each of its "
                            "draws follows from those before it: start it without mpirun",
                            to_word(options.config.method), ranks.count()));
}

/// The run, and everything that is shown and written.
int carry_out(const FitOptions& options, front::Ranks& ranks) {
  check(options, ranks);
  refuse_overwriting(inputs_of(options),
                     {{"output", options.output},
                      {"report", options.report},
                      {"scores", options.scores},
                      {"keep-simulations", options.config.keep_simulations.value_or("")}});
  Narrator narrator(options.voice);
  const NamedModel named(options, narrator);
  const int columns = named.columns();
  if (!options.output.empty()) check_writable(options.output);
  if (options.report_unasked) require_own_report(options.report);
  if (!options.report.empty()) check_creatable(options.report);
  if (!options.scores.empty()) check_creatable(options.scores);
  const Sample observations = read_data(options, columns, narrator);
  const Model model = named.with(observations);
  const auto watch = watch_over(options, model, observations);
  ranks.agree(std::nullopt);
  const SavedFit outcome = draw_and_save(options, model, observations, narrator, *watch, ranks);
  const Fit& result = outcome.fit;
  const Summary summary = summarise(result);
  std::string page;
  if (!options.report.empty())
    page =
        write_report(options.report, options.without_data ? without_data(result) : result, summary);
  if (!options.scores.empty() && !result.partial)
    write_atomically(options.scores, scores_csv(result));
  // The files are safe by now, whatever becomes of standard output.
  if (result.draws.rows() > 0) options.summary.print(summary);
  if (outcome.saved.failure) throw Error(*outcome.saved.failure);
  if (!result.failure.empty())
    throw Error(result.failure_fault, fmt::format("{} done: {}", how_far(result), result.failure));
  if (!result.partial) {
    require_some_draws(summary);
    watch->see_off(std::move(page));
    return done;
  }
  const std::string place = outcome.saved.place.string();
  say(fmt::format("interrupted after {}{}", how_far(result),
                  place.empty() ? "" : fmt::format("; they are in {}", place)));
  return outcome.status;
}

int lead(const FitOptions& options, front::Ranks& ranks) {
  try {
    const int status = carry_out(options, ranks);
    ranks.end();
    return status;
  } catch (const Error& error) {
    ranks.give_up(error);
    ranks.end();
    throw;
  }
}

/// One of several processes, of which another leads: it makes draws, and nothing else is seen of
/// it.  The status of the run is the leader's: mpirun ends all when one has a status of its own.
int follow(const FitOptions& options, front::Ranks& ranks) {
  std::stop_source stop;
  try {
    check(options, ranks);
    Narrator narrator(Narrator::Voice::quiet);
    const NamedModel named(options, narrator);
    const Sample observations = read_data(options, named.columns(), narrator);
    const Model model = named.with(observations);
    const Interruption interruption([] {});
    ranks.agree(std::nullopt);
    fit(model, observations, std::nullopt, options.config, {}, stop.get_token(),
        {{}, ranks.crew(stop, interruption.token())});
    ranks.give_up(Error(Fault::usage, "interrupted before the draws began"));
  } catch (const Error& error) {
    ranks.give_up(error);
  }
  ranks.end();
  return done;
}

int run_fit(const FitOptions& options) {
  front::Ranks ranks;
  return ranks.leads() ? lead(options, ranks) : follow(options, ranks);
}

}  // namespace

Action add_fit(CLI::App& verb) {
  const auto command_line = std::make_shared<FitCommandLine>(verb, FitVerb::fit);
  return [command_line] { return run_fit(command_line->options()); };
}

}  // namespace surefoot::cli
