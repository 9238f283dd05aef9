#pragma once

#include <cstdint>
#include <vector>

#include <surefoot/bootstrap/draw_objective.hpp>

namespace surefoot {

/// A starting point for the minimisations of the draws.
struct Start {
  std::vector<double> eta;
  double value = 0.0;           // of the objective on the observations
  std::vector<double> hessian;  // there, or empty
};

/// The starting points, best first, and what they cost.
struct Starts {
  std::vector<Start> list;
  std::int64_t simulator_calls = 0;
};

/// Looks for starting points once, on the observations with equal weights: a
/// start that the user gave; or the best points of a screening of the box and
/// the model's own data-driven start, each followed downhill when the optimiser
/// is BFGS, distinct minima kept that could win under other weights.
Starts find_starts(const Problem& problem, std::stop_token stop = {});

/// The BFGS settings of a problem.
struct Bfgs;
Bfgs bfgs_settings(const Problem& problem);

}  // namespace surefoot
