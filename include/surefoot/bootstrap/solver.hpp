#pragma once

#include <surefoot/bootstrap/draw_rules.hpp>
#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// What a minimisation of a draw came to.
DrawStatus status_of(const ParameterSpace& space, const Minimum& minimum);

/// What is reported of a draw that ended at eta, but for what it cost.
DrawInfo info_of(const ParameterSpace& space, const DrawEnd& draw, std::span<const double> eta);

/// Minimises the objective in force from a place near a mode, whose curvature
/// and spread it takes.
Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& mode, std::span<const double> start, int steps);

/// The same in a box of its own, inside that of the problem.  By BFGS and Gauss-Newton alone.
Minimum solve_in(const Box& box, const Problem& problem, OptimiserName optimiser,
                 DrawObjective& objective, const Mode& mode, std::span<const double> start,
                 int steps);

/// The same from the mode itself.
inline Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
                     const Mode& mode, int steps) {
  return solve(problem, optimiser, objective, mode, mode.eta, steps);
}

/// What is done once for the best minimum of a draw, found from mode number `mode`
/// (DrawSolver::refine).
void refine(const Problem& problem, const Modes& modes, DrawObjective& objective, int mode,
            Minimum& best);

/// A local minimisation by Gauss-Newton from a place about which nothing is
/// known, by differences there.
Minimum solve_by_differences(const Problem& problem, DrawObjective& objective,
                             std::span<const double> start);

/// The metric of the embedding at a mode, J'J, in scales of the box.
struct MetricOfMode {
  std::vector<double> damped;  // twice that, and a little more on the diagonal
  std::vector<double> axes;    // its principal axes, one after the other
  std::vector<double> rises;   // of the value along each, for a step of 1
};
MetricOfMode metric_of(const Mode& mode, const Box& box);

/// What draws are told of a problem, but for its modes.
DrawPlan plan_of(const Problem& problem, OptimiserName optimiser);

}  // namespace surefoot
