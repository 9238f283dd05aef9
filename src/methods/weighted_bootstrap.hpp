#pragma once

#include <functional>
#include <memory>

#include <surefoot/optim/objective.hpp>

#include "bootstrap/draw_loop.hpp"
#include "bootstrap/search_box.hpp"
#include "methods/run.hpp"
#include "methods/weighted_atoms.hpp"

// What the bootstraps share that have no kernel: each minimises, draw by draw, some function of P_W
// and theta.
namespace surefoot {

/// Throws Fault::usage for optimisers that only npl-mmd has.
void check_optimiser(const FitConfig& settings);

/// What is the same for all draws.
struct WeightedProblem {
  explicit WeightedProblem(const Run& run);

  const Run& run;
  DirichletProcess prior;
  SearchBox search;

  Box box() const { return {run.space.lower(), run.space.upper(), search.eta_scale}; }
};

/// The function of one draw, on the optimiser's scale.  One worker owns one.
class WeightedObjective : public Objective {
 public:
  explicit WeightedObjective(const WeightedProblem& problem);

  /// Takes the weights of draw number `draw`.
  void begin_draw(std::uint32_t draw);

  /// Takes the observations with equal weights.
  void begin_data();

  /// Throws Interrupted when the run is to stop.
  double operator()(std::span<const double> eta, std::span<double> gradient) final;

  const WeightedAtoms& atoms() const { return atoms_; }

  /// Since the objective was made.
  int evaluations() const { return evaluations_; }
  std::int64_t simulator_calls() const { return simulator_calls_; }

 protected:
  /// Called when the atoms have changed.
  virtual void begin(std::uint32_t draw) = 0;

  /// Whether `value` can give a gradient; else it is made of central differences.
  virtual bool differentiable() const = 0;

  /// The value at a theta of the natural scale, and the gradient there unless the span is empty.
  virtual double value(std::span<const double> theta, std::span<double> gradient) = 0;

  const WeightedProblem& problem_;
  std::int64_t simulator_calls_ = 0;

 private:
  double checked_value(std::span<const double> eta, std::span<double> gradient);
  double by_differences(std::span<const double> eta, std::span<double> gradient);

  WeightedAtoms atoms_;
  int evaluations_ = 0;
  std::vector<double> theta_, theta_gradient_;
};

using MakeObjective = std::function<std::unique_ptr<WeightedObjective>()>;

/// How exactly a function is to be minimised by BFGS.
struct Accuracy {
  double tolerance;  // predicted decrease that counts as none
  double noise;      // relative rounding of the function
  double reach;      // over which its curvature is measured, in scales of the box
};

/// Where draws start.
struct Origin {
  std::vector<double> eta;           // empty: the function has no value anywhere
  std::vector<double> hessian = {};  // there, or empty
  std::vector<double> unit = {};     // by which draws' minima lie around it; empty if unknown
  std::int64_t simulator_calls = 0;  // of the search
};

/// The settings' start, or the minimum on the observations with equal weights: the lowest to which
/// BFGS leads from the best of the model's own start and some points of the search box.
Origin find_origin(const WeightedProblem& problem, const MakeObjective& make,
                   const Accuracy& accuracy);

/// Minimises by the optimiser of the settings.  Where BFGS comes to nothing, as along a kink, a
/// simplex search goes on from there in small steps.
Minimum descend(const WeightedProblem& problem, Objective& objective, const Origin& origin,
                std::span<const double> start, const Accuracy& accuracy);

/// A draw that ended like this.
DrawRow row_of(const ParameterSpace& space, const Minimum& minimum);

/// Makes all draws of the run.  `one_draw` finds an objective that has taken the weights of the
/// draw; what it costs is counted for it.
Drawn weighted_bootstrap(const WeightedProblem& problem, const MakeObjective& make,
                         const std::function<DrawRow(WeightedObjective&)>& one_draw);

}  // namespace surefoot
