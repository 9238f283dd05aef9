#pragma once

#include <cstdint>
#include <vector>

#include <surefoot/bootstrap/draw_objective.hpp>

namespace surefoot {

/// A starting point for the minimisations of the draws.
struct Start {
  std::vector<double> eta;
  double value = 0.0;                // of the objective on the observations
  std::vector<double> hessian = {};  // there, or empty
  double tolerance = 0.0;            // predicted decrease at which a draw counts as converged
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

/// A local minimisation by BFGS, followed by a pattern search where BFGS cannot
/// go on: where the objective jumps, or its gradient does not see all of it.
/// `first` is the first step of the pattern search, in scales of the box.
Minimum descend(const Problem& problem, Objective& objective, const Start& start, int steps,
                double first);

}  // namespace surefoot
