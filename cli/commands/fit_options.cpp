#include "commands/fit_options.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "config_file.hpp"
#include "front/arguments.hpp"
#include "text.hpp"
#include "watch/report_place.hpp"

namespace surefoot::cli {

struct FrontSetting {
  enum class Kind { argument, value, flag };

  const char* name;
  Kind kind;
  const char* placeholder;
  const char* group;
  const char* help;
  const char* fallback;  // what it is unless given; empty: nothing
  void (*set)(FitOptions&, const std::string&);
  bool of_fit = true;
  bool of_compare = true;

  bool serves(FitVerb verb) const { return verb == FitVerb::fit ? of_fit : of_compare; }
};

namespace {

bool is_true(const char* name, const std::string& text) {
  if (text != "true" && text != "false")
    throw Error(Fault::usage, fmt::format("{} must be true or false, but is {}", name,
                                          surefoot::in_quotes(text)));
  return text == "true";
}

std::vector<Method> methods(const std::string& text) {
  std::vector<Method> list;
  for (const std::string& word : split(text)) {
    FitConfig config;
    set(config, "method", word);
    if (std::find(list.begin(), list.end(), config.method) != list.end())
      throw Error(Fault::usage,
                  fmt::format("methods must name each method once, but names {} twice",
                              surefoot::in_quotes(word)));
    list.push_back(config.method);
  }
  return list;
}

using Kind = FrontSetting::Kind;

constexpr std::array<FrontSetting, 14> front_settings{{
    {"model", Kind::argument, "MODEL", "",
     "what is fitted: a name that surefoot models lists, a header of your own (surefoot new), "
     "exec:COMMAND, a program of your own, or table, the simulations of --simulations-from",
     "", [](FitOptions& o, const std::string& text) { o.model = text; }},
    {"data", Kind::argument, "DATA", "",
     "observations, one a row: text with or without a header, or .npy; - is standard input", "",
     [](FitOptions& o, const std::string& text) { o.data = text; }},
    {"columns", Kind::value, "A,B,...", "Data", "names or numbers of the columns to take", "all",
     [](FitOptions& o, const std::string& text) { o.read.columns = split(text); }},
    {"drop-nonfinite", Kind::flag, "", "Data", "leave out rows with missing or non-finite values",
     "",
     [](FitOptions& o, const std::string& text) {
       o.read.drop_nonfinite = is_true("drop-nonfinite", text);
     }},
    {"output", Kind::value, "FILE", "Result",
     "write the draws to FILE.nc (netCDF, which ArviZ opens) or FILE.csv", "",
     [](FitOptions& o, const std::string& text) { o.output = text; }, true, false},
    {"resume", Kind::flag, "", "Result",
     "go on from the draws that an earlier run of the same command left in its files or their "
     "journals; --draws may be more",
     "", [](FitOptions& o, const std::string& text) { o.resume = is_true("resume", text); }},
    {"report", Kind::value, "FILE", "Result",
     "write a page with pictures, as the verb report makes it, to FILE.html", "",
     [](FitOptions& o, const std::string& text) { o.report = text; }, true, false},
    {"watch", Kind::flag, "", "Result",
     "serve a page, for browsers on this machine alone, that shows the draws as they come; a "
     "report is left beside the output, or where --report says",
     "", [](FitOptions& o, const std::string& text) { o.watch = is_true("watch", text); }, true,
     false},
    {"scores", Kind::value, "FILE", "Result",
     "write what was found out about each observation to FILE.csv: whether it is an inlier, how "
     "much "
     "it moves each parameter",
     "", [](FitOptions& o, const std::string& text) { o.scores = text; }, true, false},
    {"without-data", Kind::flag, "", "Result",
     "leave the observations, and all that is said of single ones, out of output and report, for "
     "data that may not be shared",
     "",
     [](FitOptions& o, const std::string& text) { o.without_data = is_true("without-data", text); },
     true, false},
    {"methods", Kind::value, "A,B,...", "Result",
     "what is compared: names that --method takes in fit", "",
     [](FitOptions& o, const std::string& text) { o.methods = methods(text); }, false, true},
    {"out", Kind::value, "DIR", "Result", "folder for the draws of each method, as METHOD.nc",
     FitOptions::usual_out, [](FitOptions& o, const std::string& text) { o.out = text; }, false,
     true},
    {"summary", Kind::value, "WORD", "Result", SummaryFormat::help, "",
     [](FitOptions& o, const std::string& text) { o.summary = SummaryFormat(text); }},
    {"quiet", Kind::flag, "", "Result", "no progress, notes or warnings on standard error", "",
     [](FitOptions& o, const std::string& text) {
       o.voice =
           is_true("quiet", text) ? front::Narrator::Voice::quiet : front::Narrator::Voice::normal;
     }},
}};

std::string describe(const FrontSetting& setting) {
  const std::string fallback = setting.fallback;
  return setting.help + (fallback.empty() ? "" : fmt::format(" (default: {})", fallback));
}

CLI::Option* add(CLI::App& verb, const FrontSetting& setting) {
  const std::string name = std::string("--") + setting.name;
  if (setting.kind == Kind::argument)
    return verb.add_option(setting.placeholder)->description(setting.help);
  CLI::Option* option = setting.kind == Kind::flag ? verb.add_flag(name) : verb.add_option(name);
  return option->type_name(setting.placeholder)
      ->description(describe(setting))
      ->group(setting.group);
}

/// The library's settings that a verb takes.
std::vector<std::string> settings_of(FitVerb verb) {
  std::vector<std::string> names = setting_names();
  if (verb == FitVerb::compare) std::erase(names, "method");
  return names;
}

void set_any(FitOptions& options, FitVerb verb, const std::string& name, const std::string& text) {
  std::vector<std::string> names = settings_of(verb);
  const bool of_the_library = std::find(names.begin(), names.end(), name) != names.end();
  if (of_the_library) return set(options.config, name, text);
  for (const FrontSetting& setting : front_settings) {
    if (!setting.serves(verb)) continue;
    if (name == setting.name) return setting.set(options, text);
    names.emplace_back(setting.name);
  }
  throw Error(Fault::usage, fmt::format("there is no setting {}{}", surefoot::in_quotes(name),
                                        did_you_mean(nearest(name, names))));
}

void take_config_file(FitOptions& options, FitVerb verb, const std::string& path) {
  options.config_file = path;
  for (const front::NamedText& entry : read_config(path)) {
    try {
      set_any(options, verb, entry.name, entry.text);
      if (entry.name == "model" || entry.name == "output" || entry.name == "report" ||
          entry.name == "scores" || entry.name == "out")
        options.named_by_config.push_back(fmt::format("{} {}", entry.name, entry.text));
    } catch (const Error& error) {
      throw Error(error.fault(), fmt::format("{}: {}", entry.where, error.what()));
    }
  }
}

}  // namespace

FitCommandLine::FitCommandLine(CLI::App& app, FitVerb verb) : verb_(verb) {
  for (const FrontSetting& setting : front_settings)
    if (setting.serves(verb)) front_.emplace_back(&setting, add(app, setting));
  config_ = app.add_option("--config")
                ->type_name("FILE")
                ->group("Settings")
                ->description("TOML file with any of these by name; the command line wins");
  settings_ = front::SettingOptions(app, "Settings", settings_of(verb));
}

FitOptions FitCommandLine::options() const {
  FitOptions options;
  if (config_->count() > 0) take_config_file(options, verb_, front::value_of(*config_));
  for (const auto& [setting, option] : front_)
    if (option->count() > 0) setting->set(options, front::value_of(*option));
  settings_.apply(options.config);
  if (options.watch && options.report.empty()) {
    options.report = report_beside(options.output).string();
    options.report_unasked = true;
  }
  return options;
}

}  // namespace surefoot::cli
