#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <surefoot/data/read.hpp>
#include <surefoot/settings/config.hpp>

#include "front/narrator.hpp"
#include "front/setting_options.hpp"
#include "summary_format.hpp"

namespace surefoot::cli {

/// All that decides one call of `surefoot fit` or `surefoot compare`.
struct FitOptions {
  std::string model;
  std::string data;
  ReadOptions read;
  std::string output;
  std::string report;
  bool watch = false;
  bool report_unasked = false;  // left by the watch, at a place that nobody named
  std::string scores;
  bool resume = false;
  bool without_data = false;    // in what is written
  std::vector<Method> methods;  // of compare
  static constexpr const char* usual_out = "compare";
  std::string out = usual_out;  // of compare: the folder of its files
  SummaryFormat summary;
  front::Narrator::Voice voice = front::Narrator::Voice::normal;
  FitConfig config;
  std::string config_file;                   // empty: none
  std::vector<std::string> named_by_config;  // what is run or written because it says so
};

/// What the front end knows beside the library's settings, described once for
/// command line, config file and help.
struct FrontSetting;

/// The verbs that take these options.
enum class FitVerb { fit, compare };

/// The command line of such a verb, and how it and a config file make FitOptions.
class FitCommandLine {
 public:
  FitCommandLine(CLI::App& app, FitVerb verb);

  /// The options in force: those of the config file, if one is given, and over
  /// them those of the command line.
  FitOptions options() const;

 private:
  FitVerb verb_;
  std::vector<std::pair<const FrontSetting*, const CLI::Option*>> front_;
  const CLI::Option* config_ = nullptr;
  front::SettingOptions settings_;
};

}  // namespace surefoot::cli
