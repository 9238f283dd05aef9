// How near do posterior means come to the truth?  Fits every data set of a folder in the layout of
// the paper's own files, run_<run>_outl_<level>.txt or run_<run>.txt, which were simulated at the
// models' truths with 0, 1, ... shares of outliers.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

#include <fmt/format.h>

#include <surefoot/surefoot.hpp>

#include "front/device/device.hpp"
#include "program.hpp"

namespace surefoot {
namespace {

struct Options {
  std::string model;
  std::string folder;
  FitConfig config;
};

struct DataFile {
  int level;  // of outliers; -1 if the name has none
  int run;
  std::filesystem::path path;

  auto key() const { return std::pair(level, run); }
};

/// By level, then run.  Other files of the folder are left alone.
std::vector<DataFile> data_files(const std::string& folder) {
  static const std::regex layout(R"(run_(\d{1,6})(?:_outl_(\d{1,6}))?\.txt)");
  std::error_code error;
  std::vector<DataFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    std::smatch match;
    const std::string name = entry.path().filename().string();
    if (std::regex_match(name, match, layout))
      files.push_back(
          {match[2].matched ? std::stoi(match[2]) : -1, std::stoi(match[1]), entry.path()});
  }
  if (error) throw Error(Fault::data, fmt::format("{}: {}", folder, error.message()));
  if (files.empty())
    throw Error(Fault::data,
                fmt::format("{}: no files run_<run>_outl_<level>.txt or run_<run>.txt", folder));
  std::sort(files.begin(), files.end(),
            [](const DataFile& a, const DataFile& b) { return a.key() < b.key(); });
  return files;
}

Sample read(const Options& options, const std::filesystem::path& path) {
  const Model model = built_in_model(options.model, 0, options.config.model_option);
  const bool any = std::any_of(model.options.begin(), model.options.end(),
                               [](const ModelOption& o) { return o.name == "dimension"; });
  return read_sample(path.string(), {.dimension = any ? 0 : model.dimension}).observations;
}

/// Of one data set, or means over several.
struct Row {
  std::vector<double> means, sds;
  double error = 0.0, mass = 1.0, converged = 0.0, seconds = 0.0;
};

Row fit_one(const Options& options, const Sample& x) {
  Model model = built_in_model(options.model, x.dimension(), options.config.model_option);
  front::add_accelerator(model);
  const Summary summary = summarise(fit(model, x, options.config));
  Row row;
  for (const ParameterSummary& p : summary.parameters) {
    row.means.push_back(p.mean);
    row.sds.push_back(p.sd);
  }
  row.error = normalised_error(row.means, model.truth);
  if (summary.mass) row.mass = summary.mass->mean;
  row.converged = static_cast<double>(summary.converged);
  row.seconds = summary.seconds;
  return row;
}

Row mean_of(const std::vector<Row>& rows) {
  const auto n = static_cast<double>(rows.size());
  Row mean;
  mean.mass = 0.0;
  mean.means.resize(rows.front().means.size());
  mean.sds.resize(mean.means.size());
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < mean.means.size(); ++k) {
      mean.means[k] += row.means[k] / n;
      mean.sds[k] += row.sds[k] / n;
    }
    mean.error += row.error / n;
    mean.mass += row.mass / n;
    mean.converged += row.converged / n;
    mean.seconds += row.seconds / n;
  }
  return mean;
}

void print_row(const std::string& name, const Row& row, bool with_mass) {
  std::string text = fmt::format("{:<18}", name);
  for (std::size_t k = 0; k < row.means.size(); ++k)
    text += fmt::format("{:>18}", fmt::format("{:.4g} ({:.2g})", row.means[k], row.sds[k]));
  text += fmt::format("{:>11.3g}", row.error);
  if (with_mass) text += fmt::format("{:>8.4f}", row.mass);
  fmt::print("{}{:>11.6g}{:>9.3g}\n", text, row.converged, row.seconds);
}

void print_header(const Options& options, const std::vector<std::string>& names, bool with_mass) {
  fmt::print("{}: {} draws a data set, seed {}; posterior means (and sds)\n\n", options.model,
             options.config.draws.value(), options.config.seed.value());
  fmt::print("{:<18}", "");
  for (const std::string& name : names) fmt::print("{:>18}", name);
  fmt::print("{:>11}{}{:>11}{:>9}\n", "NMSE", with_mass ? "    mass" : "", "converged", "seconds");
}

void run(const Options& options) {
  const bool with_mass = options.config.mass == Mass::free;
  std::map<int, std::vector<Row>> levels;
  bool first = true;
  for (const DataFile& file : data_files(options.folder)) {
    const Sample x = read(options, file.path);
    if (first)
      print_header(options,
                   built_in_model(options.model, x.dimension(), options.config.model_option)
                       .parameters.names(),
                   with_mass);
    first = false;
    const Row& row = levels[file.level].emplace_back(fit_one(options, x));
    print_row(file.path.stem().string(), row, with_mass);
  }
  fmt::print("\nmeans over runs\n");
  for (const auto& [level, rows] : levels)
    print_row(level < 0 ? "all" : fmt::format("outl_{}", level), mean_of(rows), with_mass);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  using namespace surefoot;
  Options options;
  options.config.draws = 500;
  options.config.seed = 1;
  options.config.predictive_draws = 0;
  CLI::App app{"Posterior means against the truth, over a folder of data sets"};
  app.add_option("model", options.model, "a built-in model, at the paper's truth")->required();
  app.add_option("folder", options.folder, "with run_<run>_outl_<level>.txt or run_<run>.txt")
      ->required();
  add_settings(app, options.config);
  return run_program(app, argc, argv, [&] { run(options); });
}
