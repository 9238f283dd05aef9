#include <memory>
#include <string>

#include <fmt/format.h>

#include <surefoot/checked.hpp>
#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/check_text.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/output.hpp>

#include "commands/model_of_fit.hpp"
#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/interruption.hpp"
#include "front/narrator.hpp"
#include "front/overwriting.hpp"
#include "front/streams.hpp"
#include "front/summary_layout.hpp"

namespace surefoot::cli {
namespace {

struct CheckOptions {
  std::string fit, model, scores, output;
  double tolerance = usual_tolerance;
  CheckPlan plan;
  bool json = false;
};

void require_options(const CheckOptions& options) {
  if (options.fit.empty())
    throw Error(Fault::usage, "check needs the file of a fit: surefoot check fit.nc");
  if (!(options.tolerance >= 0.0 && options.tolerance < 1.0))
    throw Error(Fault::usage, fmt::format("tolerance must be a share from 0 to below 1, but is {}",
                                          options.tolerance));
  front::refuse_overwriting({{"fit", options.fit}, {"model", options.model}},
                            {{"scores", options.scores}, {"output", options.output}});
  if (!options.output.empty()) check_writable(options.output);
  if (!options.scores.empty()) check_creatable(options.scores);
}

int run_check(const CheckOptions& options) {
  require_options(options);
  Fit fit = read_netcdf(options.fit);
  const Model model = model_of_fit(fit, options.model);
  front::Narrator narrator(front::Narrator::Voice::normal);
  const front::Interruption interruption([] { say("stopping"); });
  try {
    fit = checked(model, std::move(fit), options.plan, narrator.events(), interruption.token());
  } catch (const Interrupted&) {
    return interruption.status();
  }
  narrator.finish();
  if (!options.scores.empty()) write_atomically(options.scores, scores_csv(fit));
  if (!options.output.empty()) write_fit(fit, options.output);
  if (options.json)
    print(check_json(fit, options.tolerance) + '\n');
  else
    print_summary(check_text(fit, options.tolerance));
  return done;
}

}  // namespace

Action add_check(CLI::App& verb) {
  auto options = std::make_shared<CheckOptions>();
  verb.add_option("FIT", options->fit, "file that fit wrote with --output FILE.nc");
  verb.add_option("--model", options->model, model_of_fit_help)->type_name("HEADER");
  verb.add_option("--tolerance", options->tolerance,
                  fmt::format("share of outliers that does not make the model a wrong one "
                              "(default: {})",
                              options->tolerance))
      ->type_name("SHARE");
  verb.add_option("--replicates", options->plan.replicates,
                  fmt::format("data sets that are simulated at the best fit and fitted again "
                              "(default: {})",
                              options->plan.replicates))
      ->type_name("N");
  verb.add_option("--refit", options->plan.refit,
                  fmt::format("make the whole fit again with every other choice, by so many "
                              "draws each, up to those of the fit (default: {}, the best fit alone "
                              "is looked for again)",
                              options->plan.refit))
      ->type_name("DRAWS");
  verb.add_option("--scores", options->scores, "write the scores of the observations to FILE.csv")
      ->type_name("FILE");
  verb.add_option("-o,--output", options->output,
                  "write the fit with what was found to FILE.nc, for the verb report")
      ->type_name("FILE");
  verb.add_flag("--json", options->json, "print a JSON object in place of text");
  return [options] { return run_check(*options); };
}

}  // namespace surefoot::cli
