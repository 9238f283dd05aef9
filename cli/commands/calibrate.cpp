#include <memory>
#include <string>

#include <fmt/format.h>

#include <surefoot/check/calibration.hpp>
#include <surefoot/error.hpp>
#include <surefoot/report/calibration_text.hpp>
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

struct CalibrateOptions {
  std::string fit, model, output;
  CalibrationPlan plan;
  bool json = false;
};

int run_calibrate(const CalibrateOptions& options) {
  if (options.fit.empty())
    throw Error(Fault::usage, "calibrate needs the file of a fit: surefoot calibrate fit.nc");
  front::refuse_overwriting({{"fit", options.fit}, {"model", options.model}},
                            {{"output", options.output}});
  if (!options.output.empty()) check_writable(options.output);
  Fit fit = read_netcdf(options.fit);
  const Model model = model_of_fit(fit, options.model);
  front::Narrator narrator(front::Narrator::Voice::normal);
  const front::Interruption interruption([] { say("stopping"); });
  try {
    fit.calibration = calibrate(model, fit, options.plan, narrator.events(), interruption.token());
  } catch (const Interrupted&) {
    return interruption.status();
  }
  narrator.finish();
  if (!options.output.empty()) write_fit(fit, options.output);
  if (options.json)
    print(calibration_json(*fit.calibration) + '\n');
  else
    print_summary(calibration_text(*fit.calibration));
  return done;
}

}  // namespace

Action add_calibrate(CLI::App& verb) {
  auto options = std::make_shared<CalibrateOptions>();
  verb.add_option("FIT", options->fit, "file that fit wrote with --output FILE.nc");
  verb.add_option("--model", options->model, model_of_fit_help)->type_name("HEADER");
  verb.add_option("--datasets", options->plan.datasets,
                  fmt::format("data sets that are simulated at the best fit and fitted "
                              "(default: {})",
                              options->plan.datasets))
      ->type_name("N");
  verb.add_option("--draws", options->plan.draws,
                  fmt::format("of each of these fits (default: {})", options->plan.draws))
      ->type_name("N");
  verb.add_option("--level", options->plan.level,
                  fmt::format("of the intervals (default: {})", options->plan.level))
      ->type_name("SHARE");
  verb.add_option("-o,--output", options->output,
                  "write the fit with its corrected intervals to FILE.nc, whose summary has them")
      ->type_name("FILE");
  verb.add_flag("--json", options->json, "print a JSON object in place of text");
  return [options] { return run_calibrate(*options); };
}

}  // namespace surefoot::cli
