#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <surefoot/batch/vectorised.hpp>
#include <surefoot/data/sample.hpp>
#include <surefoot/kernels/closed_form.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/likelihood.hpp>
#include <surefoot/parameters.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// An option of a model (how many transitions, what dimension): a number.
struct ModelOption {
  std::string name;
  double value;
  std::string help;
};

/// The paper's experiment with a model: its size, and the settings of `preset paper`.
struct PaperSettings {
  int observations = 200;
  int draws = 500;
  std::string kernel = "gaussian";
  std::string lengthscale = "median";
  int simulations = 500;
  int steps = 1000;
  double step_size = 0.1;
  int starts = 1;
  int screening = 0;               // 0: from `start`
  std::vector<double> start = {};  // natural scale; one value stands for all parameters
  // Of the rival methods.
  std::string prior = {};
  std::string bayes_prior = {};  // of `bayes`, where it is another
  int particles = 500;
  int max_simulations = 1'000'000;
  int max_trials = 100'000;
  std::optional<double> score_weight = {};  // none: calibrated
};

class Accelerator;

/// A simulator with everything that a fit needs to know about it.  Only the
/// first block is required; the rest is what a model may offer.
class Model {
 public:
  std::string name = "own";
  std::string description;
  ParameterSpace parameters;
  int dimension = 1;
  std::vector<LatentKind> latents;
  std::shared_ptr<const BatchSimulator> simulator;

  /// What tells a simulator that was compiled from a header apart from others of its name: a hash
  /// of its code and of how it was compiled.  Empty for all others.
  std::string source;

  std::vector<ModelOption> options;
  std::optional<std::string> kernel;
  std::optional<std::string> lengthscale;
  std::vector<double> truth;  // of the paper's experiment, natural scale
  std::optional<PaperSettings> paper;

  /// A starting point computed from the observations.
  std::function<std::vector<double>(const Sample&)> data_start;

  /// A finite box to search for starts in, natural scale; needed where the
  /// parameters' own box is infinite.
  std::function<std::vector<Interval>(const Sample&)> search_box;

  /// The embeddings without simulation, if the kernel allows.
  std::function<std::shared_ptr<const ClosedForm>(const Kernel&)> closed_form;

  /// The density, for the methods that need one; null: there is none to compute.
  std::shared_ptr<const Likelihood> likelihood;

  /// A wide prior for the methods that need one, as the setting is written.
  std::function<std::string(const Sample&)> prior;

  /// Which built-in model this is, whatever it is called: the registry's name, and the simulator
  /// that it had there.  None for all others.
  struct BuiltIn {
    std::string name;
    std::shared_ptr<const BatchSimulator> simulator;
  };
  std::optional<BuiltIn> built_in;

  /// Of a built-in model: whether its embedding is learnt once for all draws unless the settings
  /// say otherwise.  That is a matter of measurements (docs/slow-simulators.md).
  bool learnt = false;

  /// Of a built-in model: parameters of which derivatives are known to miss much, so that a search
  /// need not find it out.
  std::vector<std::string> blind;

  /// A device that can compute the draws; null: the host alone.
  std::shared_ptr<const Accelerator> accelerator;

  /// m observations at theta, row by row, by independent latents.
  Sample simulate(std::span<const double> theta, int observations, std::uint64_t seed) const;
};

/// A value well inside the box of a parameter, natural scale.
double middle_of(const Parameter& parameter);

/// Throws Fault::usage unless a simulator asked for as many latents as it declares.
void check_latents(int asked, int declared);

/// Throws Fault::usage unless as many parameters are described as a simulator has.
void check_parameters(int described, int declared);

/// Which latents a simulator, which is called with parameters, latents and `series`, asks for, in
/// order.  Throws Fault::usage unless they are as many as it declares.
template <class Sim, class... Series>
std::vector<LatentKind> latents_of(const Sim& simulator, const ParameterSpace& space,
                                   const Series&... series) {
  Vec<double, Sim::parameters> theta;
  for (int k = 0; k < Sim::parameters; ++k) theta[k] = middle_of(space[k]);
  RecordingLatents latent;
  simulator(theta, latent, series...);
  check_latents(static_cast<int>(latent.kinds().size()), simulator.latents);
  return latent.kinds();
}

/// A model from a simulator of the user's own and its parameters.
template <Simulator Sim>
Model make_model(const Sim& simulator, std::vector<Parameter> parameters,
                 const std::string& name = "own") {
  Model model;
  model.name = name;
  model.parameters = ParameterSpace(std::move(parameters));
  check_parameters(model.parameters.size(), Sim::parameters);
  model.dimension = Sim::dimension;
  model.latents = latents_of(simulator, model.parameters);
  model.simulator = std::make_shared<Vectorised<Sim, ThisIsa>>(simulator);
  return model;
}

/// The same for a simulator that states its own parameters as `box()`.
template <Simulator Sim>
requires requires { Sim::box(); }
Model make_model(const Sim& simulator, const std::string& name = "own") {
  return make_model(simulator, Sim::box(), name);
}

}  // namespace surefoot
