#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <surefoot/bootstrap/search_space.hpp>
#include <surefoot/data/sample.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/draws/events.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/model.hpp>
#include <surefoot/objective/evaluation.hpp>
#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/settings/config.hpp>

namespace surefoot {

class Crew;
class RandomisedPrior;

/// The observations, and what is taken for the distribution behind them.
struct ObservedData {
  const Sample* observations = nullptr;
  std::vector<double> column_scale;
  DirichletProcess prior = {};
  std::vector<double> shares = {};  // of each observation that counts at first; empty: all of it
};

/// How the model is compared with them.
struct Comparison {
  Kernel kernel;
  std::vector<double> lengthscales;
  bool pilot = false;                                  // the rule auto has not looked at them yet
  std::shared_ptr<const ClosedForm> closed_form = {};  // null: simulate
  Evaluation evaluation = {};
  std::optional<Kernel> trim_kernel = {};  // what tells excess data; none if they are not trimmed
  Evaluation trim_evaluation = {};
  double noise = 1e-7;      // relative rounding of the objective
  bool exact_sums = false;  // no grids, whose sums are off by 1e-8
};

/// What is simulated, and from which latent points.
struct SimulationPlan {
  Model model;
  std::optional<LatentDesign> design = {};  // none for the closed form
};

/// Everything that is the same for all draws of a run, in parts that problems
/// which differ little share.
struct Problem {
  std::shared_ptr<const ObservedData> data;
  std::shared_ptr<const Comparison> comparison;
  std::shared_ptr<const SimulationPlan> simulation;
  std::shared_ptr<const SearchSpace> space;
  std::shared_ptr<const FitConfig> settings;  // all decided, but for an optimiser that is open
  Crew* crew = nullptr;                       // of several processes that search together
  std::shared_ptr<const RandomisedPrior> parameter_prior = {};  // null: none, or not weighed yet

  Box box() const { return space->box(); }
  int simulations() const { return simulation->design ? simulation->design->simulations() : 0; }
};

/// Decides every setting that is left open, from the model, the preset and the
/// observations, and tells `events` what users should know of it.  `own_kernel`
/// stands in for the kernel settings if it is given.  Throws Error for what cannot
/// be.
Problem make_problem(const Model& model, const Sample& observations, const FitConfig& config,
                     const std::optional<Kernel>& own_kernel = std::nullopt,
                     const Events& events = {});

/// The optimiser that a search for modes begins with; which one is in force
/// afterwards, Modes::optimiser says.
OptimiserName first_optimiser(const FitConfig& settings);

/// The same problem with every lengthscale multiplied; nothing if the kernel is
/// the user's own or has none.
std::optional<Problem> with_lengthscales_times(const Problem& problem, double factor);

/// The same problem with another kernel, whose lengthscales it names.
Problem with_kernel(const Problem& problem, const Kernel& kernel);

/// The same problem with another mass and trimming, which must go together.
Problem with_robustness(const Problem& problem, Mass mass, Trim trim);

/// The same problem with another number of simulations.
Problem with_simulations(const Problem& problem, int simulations);

/// The same problem with observations that count in part.
Problem with_shares(const Problem& problem, std::vector<double> shares);

/// The same problem with the prior of its settings, of this weight beside MMD^2.
Problem with_prior(const Problem& problem, double weight);

/// The same problem with other observations, which must outlive it and count in full.
Problem with_observations(const Problem& problem, const Sample& observations);

}  // namespace surefoot
