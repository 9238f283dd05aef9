#pragma once

#include <functional>
#include <memory>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/prior/randomised_prior.hpp>

#include "bootstrap/search_box.hpp"
#include "methods/run.hpp"
#include "methods/weighted_atoms.hpp"

// What the bootstraps share that have no kernel: each minimises, draw by draw, some function of P_W
// and theta.
namespace surefoot {

/// Throws Fault::usage for optimisers that only npl-mmd has.
void check_optimiser(const FitConfig& settings);

/// Puts the prior on the parameters in full, if there is one, and bounds them to where it has mass.
void bound_by_prior(Run& run);

/// What is the same for all draws.
struct WeightedProblem {
  explicit WeightedProblem(const Run& run);

  /// Takes the prior on the parameters of the settings into what is minimised, with this weight,
  /// and tells the run of it.
  void take_prior(double weight, Run& result);

  const Run& run;
  DirichletProcess prior;
  SearchSpace space;
  std::shared_ptr<const RandomisedPrior> parameter_prior = {};  // null: none, or not weighed yet
};

/// The function of one draw.
class WeightedObjective : public BootstrapObjective {
 public:
  explicit WeightedObjective(const WeightedProblem& problem);

  void begin_draw(std::uint32_t draw) final;
  void begin_data() final;

  const WeightedAtoms& atoms() const { return atoms_; }

 protected:
  /// Called when the atoms have changed.
  virtual void begin(std::uint32_t draw) = 0;

  const WeightedProblem& problem_;

 private:
  WeightedAtoms atoms_;
};

using MakeObjective = std::function<std::unique_ptr<WeightedObjective>()>;

/// How exactly a function is to be minimised by BFGS.
struct Accuracy {
  double tolerance;  // predicted decrease that counts as none
  double noise;      // relative rounding of the function
  double reach;      // over which its curvature is measured, in scales of the box
};

/// Where draws start: the settings' start, or the minimum on the observations
/// with equal weights, which is the lowest to which BFGS leads from the best of
/// the model's own start and some points of the search box.  None if the
/// function has no value anywhere.
Modes find_origin(const WeightedProblem& problem, const MakeObjective& make,
                  const Accuracy& accuracy);

/// Minimises by the optimiser of the settings.  Where BFGS comes to nothing, as along a kink, a
/// simplex search goes on from there in small steps.
Minimum descend(const WeightedProblem& problem, Objective& objective, const Mode& origin,
                std::span<const double> start, const Accuracy& accuracy);

}  // namespace surefoot
