#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <surefoot/settings/defaulted.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// Everything that decides a run.  Front ends fill it in and own no defaults of
/// their own, so the command line and Python can never disagree.
///
/// Each member has a row in the list of settings (setting_docs), with its name, limits,
/// methods, default and help.  One without a value is chosen as that says, from the model,
/// the preset and the observations; the settings of a finished Fit have every value
/// filled in, so that a run can be repeated from its output.
struct FitConfig {
  Defaulted<Method> method = otherwise(Method::npl_mmd);
  Defaulted<Preset> preset = otherwise(Preset::standard);
  Defaulted<int> draws = otherwise(1000);
  std::optional<Mass> mass = {};
  std::optional<Trim> trim = {};
  std::optional<std::string> kernel = {};
  std::optional<std::string> lengthscale = {};
  Defaulted<double> concentration = otherwise(0.0);
  Defaulted<std::string> base_measure = otherwise("normal:auto");
  std::optional<int> truncation = {};
  std::optional<int> simulations = {};
  std::optional<Design> design = {};
  Defaulted<Evaluator> evaluator = otherwise(Evaluator::automatic);
  std::optional<NoisePolicy> noise = {};
  Defaulted<bool> resample = otherwise(false);
  Defaulted<EmbeddingWay> embedding = otherwise(EmbeddingWay::automatic);
  std::optional<Budget> budget = {};
  std::optional<std::string> keep_simulations = {};
  std::optional<std::string> simulations_from = {};
  std::optional<OptimiserName> optimiser = {};
  std::optional<int> steps = {};
  std::optional<double> step_size = {};
  std::optional<int> starts = {};
  std::optional<int> screening = {};
  std::map<std::string, double> start = {};
  std::map<std::string, Interval> bounds = {};
  std::map<std::string, double> fixed = {};
  std::map<std::string, double> model_option = {};
  std::optional<std::string> parameters = {};
  std::optional<Protocol> protocol = {};
  std::optional<double> time_limit = {};
  std::optional<int> max_calls = {};
  std::optional<bool> isolate = {};
  Defaulted<Scale> scale = otherwise(Scale::none);
  Defaulted<Precision> precision = otherwise(Precision::mixed);
  std::optional<std::string> prior = {};
  std::optional<int> order = {};
  std::optional<Transport> transport = {};
  std::optional<int> particles = {};
  std::optional<int> max_simulations = {};
  std::optional<int> max_trials = {};
  std::optional<double> max_seconds = {};
  std::optional<double> threshold = {};
  std::optional<int> chains = {};
  std::optional<int> warmup = {};
  std::optional<int> thin = {};
  std::optional<double> score_weight = {};
  Defaulted<std::uint64_t> seed = otherwise(0);
  std::optional<Part> part = {};
  Defaulted<int> threads = otherwise(0);
  Defaulted<DeviceChoice> device = otherwise(Device::automatic);
  Defaulted<Check> check = otherwise(Check::full);
  Defaulted<int> predictive_draws = otherwise(200);
  Defaulted<int> predictive_observations = otherwise(1000);
};

/// One setting as users read about it.
struct SettingDoc {
  enum class Kind { value, flag, list };

  std::string name;
  Kind kind;                // a list of NAME=VALUE may be given in parts
  std::string placeholder;  // for its value, in help texts
  std::string values;       // what it must be
  std::string fallback;     // what it is unless given: a value, or how one is chosen
  std::string value;        // the fallback as `set` takes it; empty where it is chosen
  std::string help;
  std::string methods;  // that look at it, if npl-mmd does not
};

/// The names of all settings, in the order users meet them.
std::vector<std::string> setting_names();

/// All settings, in order, for command line, Python and documentation.
std::vector<SettingDoc> setting_docs();

/// Whether a method looks at a setting.
bool applies(const std::string& setting, Method method);

/// Whether a setting was given; its default may be given too.
bool is_given(const FitConfig& config, const std::string& setting);

/// The names of the settings that were given, in order.
std::vector<std::string> given_settings(const FitConfig& config);

/// The config with every setting that the method does not look at back at its default.
FitConfig only_for(const FitConfig& config, Method method);

/// Sets one setting from text: a word, a number, true or false, NAME=VALUE,... or
/// NAME=LO:HI,... as its type asks; a list of names replaces the one before.  A
/// setting that can be without a value loses it by the empty text or `default`, and
/// by `none` where that is its default.
///
/// Throws Fault::usage, naming the setting and what was found, for an unknown
/// name (with the nearest one) or a value that can never be right.
void set(FitConfig& config, const std::string& name, const std::string& text);

/// The text that `set` would turn into the present value, bit for bit; empty if
/// unset.
std::string get(const FitConfig& config, const std::string& name);

/// Throws Fault::usage for the first value that can never be right, alone or
/// beside another setting.
void validate(const FitConfig& config);

}  // namespace surefoot
