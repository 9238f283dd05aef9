#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/journal/merge.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/output.hpp>

#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/overwriting.hpp"
#include "front/streams.hpp"
#include "summary_format.hpp"

namespace surefoot::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> parts;
  std::string output;
  std::string summary;
  bool missing = false;
};

void check(const MergeOptions& options) {
  if (options.parts.empty())
    throw Error(Fault::usage, "merge needs the files of parts: surefoot merge PART... -o FILE");
  if (options.missing == !options.output.empty())
    throw Error(Fault::usage, "merge needs either --output FILE or --missing");
  if (options.output.empty()) return;
  std::vector<front::NamedFile> parts;
  for (const std::string& part : options.parts) parts.push_back({"part", part});
  front::refuse_overwriting(parts, {{"output", options.output}});
  check_writable(options.output);
}

int list_missing(const MergeOptions& options) {
  std::vector<PartFile> parts;
  std::error_code unknown;
  for (const std::string& name : options.parts)
    if (std::filesystem::exists(name, unknown)) parts.push_back({name, read_netcdf(name)});
  const std::string text = array_text(missing_parts(parts));
  if (!text.empty()) print(text + '\n');
  return done;
}

int run_merge(const MergeOptions& options) {
  check(options);
  if (options.missing) return list_missing(options);
  const SummaryFormat format =
      options.summary.empty() ? SummaryFormat() : SummaryFormat(options.summary);
  std::vector<PartFile> parts;
  for (const std::string& name : options.parts) parts.push_back({name, read_netcdf(name)});
  const Fit whole = merge_parts(std::move(parts));
  write_fit(whole, options.output);
  format.print(summarise(whole));
  return done;
}

}  // namespace

Action add_merge(CLI::App& verb) {
  auto options = std::make_shared<MergeOptions>();
  verb.add_option("PART", options->parts, "files that fit wrote with --part K/N --output FILE.nc")
      ->option_text("PART...");
  verb.add_option("-o,--output", options->output, "write the whole fit to FILE.nc or FILE.csv")
      ->type_name("FILE");
  verb.add_flag("--missing", options->missing,
                "print instead which parts are to be run again, as job arrays take it (3,7-9); "
                "files that are not there are parts that are missing");
  verb.add_option("--summary", options->summary, SummaryFormat::help)->type_name("WORD");
  return [options] { return run_merge(*options); };
}

}  // namespace surefoot::cli
