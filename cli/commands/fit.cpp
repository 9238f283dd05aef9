#include <memory>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/html.hpp>
#include <surefoot/report/output.hpp>

#include "commands/fit_input.hpp"
#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/interruption.hpp"
#include "front/overwriting.hpp"
#include "front/streams.hpp"

namespace surefoot::cli {
namespace {

Fit draw_and_save(const FitOptions& options, const Model& model, const Sample& observations,
                  Narrator& narrator) {
  const Interruption interruption(
      [&] { narrator.note("stopping; finished draws are kept, a second signal ends at once"); });
  narrator.begin();
  Fit result = fit(model, observations, options.config, narrator.events(), interruption.token());
  narrator.finish();
  if (!options.output.empty() && result.draws.rows() > 0) write_fit(result, options.output);
  return result;
}

void write_report(const std::string& path, const Fit& fit, const Summary& summary) {
  if (summary.failed < summary.draws)
    write_atomically(path, to_html({&fit, 1}));
  else
    say(fmt::format("{}: not written, since no draw can be shown", path));
}

int run_fit(const FitOptions& options) {
  require_model_and_data(options, "fit");
  validate(options.config);
  refuse_overwriting(inputs_of(options), {{"output", options.output}, {"report", options.report}});
  Narrator narrator(options.voice);
  const NamedModel named(options, narrator);
  const int columns = named.columns();
  if (!options.output.empty()) check_writable(options.output);
  if (!options.report.empty()) check_creatable(options.report);
  const Sample observations = read_data(options, columns, narrator);
  const Fit result = draw_and_save(options, named.with(observations), observations, narrator);
  const Summary summary = summarise(result);
  if (!options.report.empty()) write_report(options.report, result, summary);
  // The files are safe by now, whatever becomes of standard output.
  if (result.draws.rows() > 0) print(options.summary.render(summary));
  if (!result.failure.empty())
    throw Error(result.failure_fault, fmt::format("{} of {} draws done: {}", result.draws.rows(),
                                                  result.settings.draws.value(), result.failure));
  if (!result.partial) require_some_draws(summary);
  if (!result.partial) return done;
  say(fmt::format("interrupted after {} of {} draws", result.draws.rows(),
                  result.settings.draws.value()));
  return interrupted;
}

}  // namespace

Action add_fit(CLI::App& verb) {
  const auto command_line = std::make_shared<FitCommandLine>(verb, FitVerb::fit);
  return [command_line] { return run_fit(command_line->options()); };
}

}  // namespace surefoot::cli
