#pragma once

#include <surefoot/optim/loop.hpp>

namespace surefoot {

/// Numbers that the loop below needs to work with.
SUREFOOT_HD constexpr int first_order_workspace(int p) { return 2 * p; }

/// Runs a rule that moves each coordinate by its own gradient (Adam, Sgd) for
/// a fixed number of steps, inside the box.  Leaves the best point seen in `best`
/// (which holds the start) if the objective is a deterministic function, the last
/// one if its noise is fresh at every step (the best of noisy values would be a
/// biased choice).  A step whose gradient is not finite moves nothing; a point
/// where the simulator fails ends the run if it is the first.
///
/// For either processor: `state` has room for p coordinates, and `evaluate` has
/// begin_step(step) and noisy() as well.
template <class Rule, class Evaluate>
SUREFOOT_HD LoopEnd first_order_loop(const Rule& rule, int steps, Evaluate& evaluate, int p,
                                     const Edges& box, double* best,
                                     typename Rule::Coordinate* state, double* memory) {
  double *eta = memory, *gradient = memory + p;
  LoopEnd end;
  end.value = INFINITY;
  for (int k = 0; k < p; ++k) {
    eta[k] = inside(best[k], k, box);
    state[k] = {eta[k]};
  }
  for (int step = 1; step <= steps + 1; ++step) {
    evaluate.begin_step(step);
    const double value = evaluate(eta, gradient);
    if (!std::isfinite(value)) {
      if (end.ending == Ending::failed) return end;
      // Back to the last good point, with the memory of the rule wiped.
      for (int k = 0; k < p; ++k) state[k] = {best[k]};
      copy(best, p, eta);
      continue;
    }
    if (value < end.value || evaluate.noisy()) {
      copy(eta, p, best);
      end = {value, projected_norm(eta, gradient, p, box), step - 1, Ending::step_limit, NAN};
    }
    if (step > steps) break;
    for (int k = 0; k < p; ++k) {
      state[k] = rule.step(state[k], gradient[k], step);
      eta[k] = state[k].eta = inside(state[k].eta, k, box);
    }
  }
  return end;
}

}  // namespace surefoot
