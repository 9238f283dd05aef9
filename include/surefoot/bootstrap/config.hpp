#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <surefoot/bootstrap/words.hpp>

namespace surefoot {

/// Everything that decides a run.  Front ends fill it in and own no defaults of
/// their own, so the command line and Python can never disagree.
///
/// A setting without a value is chosen from the model, the preset and the
/// observations; the settings of a finished Fit have every value filled in, so
/// that a run can be repeated from its output.
struct FitConfig {
  Method method = Method::npl_mmd;
  Preset preset = Preset::standard;
  int draws = 1000;
  Mass mass = Mass::fixed;
  std::optional<std::string> kernel = {};
  std::optional<std::string> lengthscale = {};
  double concentration = 0.0;
  std::string base_measure = "normal:auto";
  std::optional<int> truncation = {};
  std::optional<int> simulations = {};
  std::optional<Design> design = {};
  Evaluator evaluator = Evaluator::automatic;
  std::optional<NoisePolicy> noise = {};
  bool resample = false;
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
  Scale scale = Scale::none;
  Precision precision = Precision::mixed;
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
  std::uint64_t seed = 0;
  int threads = 0;
  Device device = Device::automatic;
  int predictive_draws = 200;
  int predictive_observations = 1000;
};

/// Calls visit(name, member, help) for each setting, in the order users meet
/// them.  Command line, config file, Python keywords, documentation and report
/// are all made from this list.
template <class Visit>
void for_each_setting(Visit&& visit) {
  visit("method", &FitConfig::method, "how the posterior is computed");
  visit("preset", &FitConfig::preset, "paper: the published settings of the model");
  visit("draws", &FitConfig::draws, "posterior draws");
  visit("mass", &FitConfig::mass,
        "fixed: the paper's objective; free: also estimates the clean fraction of the data");
  visit("kernel", &FitConfig::kernel,
        "family, or a sum such as gaussian:1+laplace:10 (default: the model's, else gaussian)");
  visit(
      "lengthscale", &FitConfig::lengthscale,
      "a number, median, median-paper, median-l1 or, for mmd-bayes, median-prior (default: the "
      "model's, else median; mmd-abc: median-l1; mmd-bayes: median-prior if a prior is given, else "
      "median-paper)");
  visit("concentration", &FitConfig::concentration,
        "trust in the base measure, in observations; 0 uses the data alone");
  visit("base-measure", &FitConfig::base_measure,
        "normal:auto, normal:MEAN:SD, uniform:LO:HI, file:PATH, simulator:NAME=VALUE,... or "
        "prior-box");
  visit("truncation", &FitConfig::truncation,
        "pseudo-observations of the paper's approximate scheme (default: none, exact)");
  visit("simulations", &FitConfig::simulations,
        "simulated observations per evaluation (default: chosen from n and the design)");
  visit("design", &FitConfig::design,
        "how the simulator's latent points are placed (default: auto)");
  visit("evaluator", &FitConfig::evaluator,
        "how the kernel sums are computed: over all pairs, or faster where the kernel allows");
  visit("noise", &FitConfig::noise,
        "latent points per draw, shared by all draws, or fresh at every step (default: per-draw)");
  visit("resample", &FitConfig::resample,
        "replace the weighted data term by batches resampled from it, as the paper's code does");
  visit("optimiser", &FitConfig::optimiser, "how the MMD is minimised (default: auto)");
  visit("steps", &FitConfig::steps, "most optimiser steps per start");
  visit("step-size", &FitConfig::step_size, "step size of adam and sgd");
  visit("starts", &FitConfig::starts, "starting points kept for each draw");
  visit("screening", &FitConfig::screening, "points of the box that are tried to find the starts");
  visit("start", &FitConfig::start, "start every minimisation here, NAME=VALUE,...");
  visit("bounds", &FitConfig::bounds, "box of a parameter, NAME=LO:HI,...");
  visit("fixed", &FitConfig::fixed, "hold a parameter, NAME=VALUE,...");
  visit("model-option", &FitConfig::model_option, "option of the model, NAME=VALUE,...");
  visit("parameters", &FitConfig::parameters,
        "of a simulator that is a program: NAME=LO:HI,..., with :log behind those to be optimised "
        "on that scale");
  visit("protocol", &FitConfig::protocol,
        "how numbers travel to and from such a program (default: text)");
  visit("time-limit", &FitConfig::time_limit,
        "seconds that one answer of such a program may take (default: 60)");
  visit("max-calls", &FitConfig::max_calls,
        "requests to such a program, after which the run ends (default: no limit)");
  visit("scale", &FitConfig::scale, "divide each column by its mad or sd before the kernel");
  visit("precision", &FitConfig::precision,
        "mixed: float sums with double accumulation; double: double throughout");
  visit("prior", &FitConfig::prior,
        "of the parameters, for methods that need one: normal:MEAN:SD, uniform:LO:HI or "
        "log-of-uniform:LO:HI for all, or NAME=... for each (default: the model's)");
  visit("order", &FitConfig::order, "of the Wasserstein distance (default: 1)");
  visit("transport", &FitConfig::transport,
        "how the Wasserstein distance is computed (default: auto)");
  visit("particles", &FitConfig::particles, "of wabc and mmd-abc, which are its draws");
  visit("max-simulations", &FitConfig::max_simulations,
        "simulated data sets after which wabc and mmd-abc end (default: 100000)");
  visit("max-trials", &FitConfig::max_trials,
        "of a particle's move, after which it stays (default: 100000)");
  visit("max-seconds", &FitConfig::max_seconds, "after which wabc and mmd-abc end");
  visit("threshold", &FitConfig::threshold, "of the distance, at which wabc and mmd-abc end");
  visit("chains", &FitConfig::chains, "Markov chains (default: 4)");
  visit("warmup", &FitConfig::warmup, "steps of each chain that adapt it and are not kept");
  visit("thin", &FitConfig::thin, "steps of a chain for each draw that is kept");
  visit("score-weight", &FitConfig::score_weight,
        "of the kernel score beside the prior (default: calibrated)");
  visit("seed", &FitConfig::seed, "same seed, same draws, whatever the threads");
  visit("threads", &FitConfig::threads, "worker threads (0: all cores)");
  visit("device", &FitConfig::device, "where the draws are computed");
  visit("predictive-draws", &FitConfig::predictive_draws,
        "draws whose simulated data are kept in the output file (0: none)");
  visit("predictive-observations", &FitConfig::predictive_observations,
        "simulated observations kept for each of them, at most as many as the data have");
}

/// One setting as users read about it: what it may be, what it is unless given
/// (empty: chosen from the model, the preset and the observations) and what it does.
struct SettingDoc {
  std::string name;
  std::string values;
  std::string fallback;
  std::string help;
  std::string methods;  // that look at it, if npl-mmd does not
};

/// The names of all settings, in order.
std::vector<std::string> setting_names();

/// All settings, in order, for help texts and documentation.
std::vector<SettingDoc> setting_docs();

/// Whether a method looks at a setting.
bool applies(const std::string& setting, Method method);

/// The config with every setting that the method does not look at back at its default.
FitConfig only_for(const FitConfig& config, Method method);

/// Sets one setting from text: a word, a number, true or false, NAME=VALUE,... or
/// NAME=LO:HI,... as its type asks; a list of names replaces the one before.  A
/// setting that can be without a value loses it by the empty text or `default`.
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
