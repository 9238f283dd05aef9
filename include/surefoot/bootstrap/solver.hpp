#pragma once

#include <surefoot/bootstrap/draws.hpp>
#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/bootstrap/refinement.hpp>

namespace surefoot {

/// A draw counts as converged when the predicted remaining move is below this
/// part of the posterior standard deviation in every coordinate.
inline constexpr double certified_move = 0.01;

/// Where the objective jumps, no minimum can be told more closely than the jumps
/// allow.  A draw from which no Gauss-Newton step goes down, however damped,
/// counts as converged below this part.
inline constexpr double certified_move_of_jumps = 0.1;

/// What a minimisation of a draw came to.
DrawStatus status_of(const ParameterSpace& space, const Minimum& minimum);

/// Minimises the objective in force from a place near a mode, whose curvature
/// and spread it takes.
Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& mode, std::span<const double> start, int steps);

/// The same from the mode itself.
inline Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
                     const Mode& mode, int steps) {
  return solve(problem, optimiser, objective, mode, mode.eta, steps);
}

/// The metric of the embedding at a mode, J'J, in scales of the box.
struct MetricOfMode {
  std::vector<double> damped;  // twice that, and a little more on the diagonal
  std::vector<double> axes;    // its principal axes, one after the other
  std::vector<double> rises;   // of the value along each, for a step of 1
};
MetricOfMode metric_of(const Mode& mode, const Box& box);

/// Modes that a draw is solved from at most: along a rough valley not all of
/// those that lie near enough.
int most_solves(const Problem& problem, OptimiserName optimiser);

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
