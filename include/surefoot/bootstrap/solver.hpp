#pragma once

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// A draw counts as converged when the predicted remaining move is below this
/// part of the posterior standard deviation in every coordinate.
inline constexpr double certified_move = 0.01;

/// Minimises the objective in force from a mode.
Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& from, int steps);

}  // namespace surefoot
