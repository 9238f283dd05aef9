#pragma once

#include <surefoot/bootstrap/draws.hpp>
#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// A draw counts as converged when the predicted remaining move is below this
/// part of the posterior standard deviation in every coordinate.
inline constexpr double certified_move = 0.01;

/// Where the objective jumps, no minimum can be told more closely than the jumps
/// allow.  A draw from which no Gauss-Newton step goes down, however damped,
/// counts as converged below this part.
inline constexpr double certified_move_of_jumps = 0.1;

/// What a minimisation of a draw came to.
DrawStatus status_of(const Problem& problem, const Minimum& minimum);

/// One draw in 64 is solved again, from starts that know nothing of the modes:
/// which ones is decided by the seed and their numbers.
SUREFOOT_HD inline bool solved_again(std::uint64_t seed, std::uint32_t draw) {
  return random_block({seed, draw, 1, 0, Purpose::selection}, 0)[0] % 64 == 0;
}

/// Minimises the objective in force from a place near a mode, whose curvature
/// and spread it takes.
Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& mode, std::span<const double> start, int steps);

/// The same from the mode itself.
inline Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
                     const Mode& mode, int steps) {
  return solve(problem, optimiser, objective, mode, mode.eta, steps);
}

/// What is done once for the best minimum of a draw where Gauss-Newton led to
/// it: a look at values around it, because the objective jumps, and steps along
/// pathwise derivatives, which see exactly what they see.  Nothing elsewhere.
void refine(const Problem& problem, const Modes& modes, DrawObjective& objective, const Mode& mode,
            Minimum& best);

/// A local minimisation by Gauss-Newton from a place about which nothing is
/// known, by differences there.
Minimum solve_by_differences(const Problem& problem, DrawObjective& objective,
                             std::span<const double> start);

}  // namespace surefoot
