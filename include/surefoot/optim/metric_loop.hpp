#pragma once

#include <surefoot/optim/linear.hpp>
#include <surefoot/optim/loop.hpp>

namespace surefoot {

/// Numbers that the steps below need to work with.
SUREFOOT_HD constexpr int metric_workspace(int p) { return p * p + 3 * p; }

/// A few steps against the gradient in a metric that is given (p x p, in scales
/// of the box) and stays, for as long as they go down; for either processor.
/// Moves `x`, whose value `end` holds, and keeps that up to date; leaves both as they
/// are where the derivatives fail.
template <class Evaluate>
SUREFOOT_HD void metric_loop(Evaluate& evaluate, int p, const Edges& box, const double* metric,
                             double* x, LoopEnd& end, double* memory) {
  constexpr int most_steps = 4;
  double *eta = memory, *gradient = memory + p, *move = memory + 2 * p, *matrix = memory + 3 * p;
  copy(x, p, eta);
  for (int step = 0; step <= most_steps; ++step) {
    const double value = evaluate(eta, gradient);
    if (!std::isfinite(value) || (step > 0 && !(value < end.value))) return;
    end.value = min(end.value, value);
    copy(eta, p, x);
    end.gradient_norm = projected_norm(eta, gradient, p, box);
    if (step == most_steps) return;
    copy(metric, p * p, matrix);
    for (int k = 0; k < p; ++k) move[k] = box.scale[k] * gradient[k];
    solve_symmetric(matrix, move, p);
    if (!all_finite(move, p)) return;
    for (int k = 0; k < p; ++k) eta[k] = inside(eta[k] - box.scale[k] * move[k], k, box);
  }
}

}  // namespace surefoot
