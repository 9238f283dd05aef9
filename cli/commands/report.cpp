#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/html.hpp>
#include <surefoot/report/netcdf.hpp>

#include "commands/verbs.hpp"
#include "figures.hpp"
#include "front/exit_status.hpp"
#include "front/overwriting.hpp"

namespace surefoot::cli {
namespace {

struct ReportOptions {
  std::vector<std::string> fits;
  std::string output;
  std::string figures;
  std::string format;
};

void check(const ReportOptions& options) {
  if (options.fits.empty())
    throw Error(Fault::usage,
                "report needs the file of a fit: surefoot report fit.nc --output fit.html");
  if (options.output.empty() && options.figures.empty())
    throw Error(Fault::usage, "report needs --output FILE.html or --figures DIR");
  if (!options.format.empty() && options.figures.empty())
    throw Error(Fault::usage, "--format is of --figures, which is not given");
  std::vector<NamedFile> fits;
  for (const std::string& fit : options.fits) fits.push_back({"fit", fit});
  refuse_overwriting(fits, {{"report", options.output}});
}

int run_report(const ReportOptions& options) {
  check(options);
  const std::string format(options.format.empty() ? figure_formats.front() : options.format);
  require_figure_format(format);
  std::vector<Fit> fits;
  HtmlOptions page;
  for (const std::string& file : options.fits) {
    fits.push_back(read_netcdf(file));
    page.labels.push_back(std::filesystem::path(file).stem().string());
  }
  // One fit needs no name to be told from others by.
  if (fits.size() == 1) page.labels.clear();
  const std::string html = to_html(fits, page);
  if (!options.output.empty()) write_atomically(options.output, html);
  if (!options.figures.empty()) write_figures(html, options.figures, format);
  return done;
}

}  // namespace

Action add_report(CLI::App& verb) {
  auto options = std::make_shared<ReportOptions>();
  verb.add_option("FIT", options->fits,
                  fmt::format("files that fit wrote with --output FILE.nc; 2 to {} are compared",
                              most_fits_of_a_page))
      ->option_text("FIT...");
  verb.add_option("-o,--output", options->output,
                  "write the page, which needs nothing but itself, to FILE.html")
      ->type_name("FILE");
  verb.add_option("--figures", options->figures,
                  "write each picture to a file in DIR; needs Chromium")
      ->type_name("DIR");
  verb.add_option("--format", options->format,
                  fmt::format("of these files, {} (default: {})", fmt::join(figure_formats, " or "),
                              figure_formats.front()))
      ->type_name("WORD");
  return [options] { return run_report(*options); };
}

}  // namespace surefoot::cli
