#include <memory>
#include <string>

#include <surefoot/error.hpp>
#include <surefoot/report/netcdf.hpp>

#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"
#include "summary_format.hpp"

namespace surefoot::cli {
namespace {

struct SummaryOptions {
  std::string fit;
  std::string summary;
};

int run_summary(const SummaryOptions& options) {
  if (options.fit.empty())
    throw Error(Fault::usage, "summary needs the file of a fit: surefoot summary fit.nc");
  const SummaryFormat format =
      options.summary.empty() ? SummaryFormat() : SummaryFormat(options.summary);
  const Fit fit = read_netcdf(options.fit);
  for (const std::string& warning : fit.warnings) say_warning(warning);
  format.print(summarise(fit));
  return done;
}

}  // namespace

Action add_summary(CLI::App& verb) {
  auto options = std::make_shared<SummaryOptions>();
  verb.add_option("FIT", options->fit, "file that fit wrote with --output FILE.nc");
  verb.add_option("--summary", options->summary, SummaryFormat::help)->type_name("WORD");
  return [options] { return run_summary(*options); };
}

}  // namespace surefoot::cli
