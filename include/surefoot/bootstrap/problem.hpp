#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <surefoot/bootstrap/config.hpp>
#include <surefoot/data/sample.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/model.hpp>
#include <surefoot/objective/evaluation.hpp>
#include <surefoot/optim/objective.hpp>
#include <surefoot/prior/dirichlet_process.hpp>

namespace surefoot {

/// Everything that is the same for all draws of a run: model, data, kernel,
/// design and prior, with every setting decided.
struct Problem {
  const Sample* observations = nullptr;
  Model model;
  ParameterSpace space;  // with the bounds and fixed values of the run
  std::optional<Kernel> kernel;
  std::shared_ptr<const ClosedForm> closed_form;  // null: simulate
  Evaluation evaluation;
  std::optional<LatentDesign> design;
  DirichletProcess prior;
  std::vector<double> column_scale;
  std::vector<Interval> search_box;  // finite, natural scale
  std::vector<double> eta_scale;     // a tenth of that, on the optimiser's scale
  bool optimiser_open = false;       // the search may choose another than the settings say
  double noise = 1e-7;               // relative rounding of the objective
  bool exact_sums = false;           // no grids, whose sums are off by 1e-8
  FitConfig settings;                // every value in force
  std::vector<double> lengthscales;
  std::vector<std::string> notes, warnings;

  Box box() const { return {space.lower(), space.upper(), eta_scale}; }
  int simulations() const { return design ? design->simulations() : 0; }
};

/// Decides every setting that is left open, from the model, the preset and the
/// observations.  `own_kernel` stands in for the kernel settings if it is given.
/// Throws Error for what cannot be.
Problem make_problem(const Model& model, const Sample& observations, const FitConfig& config,
                     const std::optional<Kernel>& own_kernel = std::nullopt);

/// The same problem with every lengthscale multiplied; nothing if the kernel is
/// the user's own or has none.
std::optional<Problem> with_lengthscales_times(const Problem& problem, double factor);

/// The same problem with another number of simulations.
Problem with_simulations(const Problem& problem, int simulations);

}  // namespace surefoot
