#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <surefoot/optim/objective.hpp>

namespace surefoot {

/// Runs a rule that moves each coordinate by its own gradient (Adam, Sgd) for
/// a fixed number of steps, inside the box.  Returns the best point seen if the
/// objective is a deterministic function, the last one if its noise is fresh
/// at every step (the best of noisy values would be a biased choice).  A step
/// whose gradient is not finite moves nothing; a point where the simulator
/// fails ends the run if it is the first.
template <class Rule>
Minimum minimise(const Rule& rule, int steps, Objective& objective, std::span<const double> start,
                 const Box& box) {
  const std::size_t p = start.size();
  Minimum best;
  best.eta.assign(start.begin(), start.end());
  best.value = std::numeric_limits<double>::infinity();
  std::vector<double> eta(start.begin(), start.end()), gradient(p);
  std::vector<typename Rule::Coordinate> state(p);
  for (std::size_t i = 0; i < p; ++i) {
    eta[i] = std::clamp(eta[i], box.lower[i], box.upper[i]);
    state[i].eta = eta[i];
  }
  const auto keep = [&](double value, int step) {
    best.eta = eta;
    best.value = value;
    best.gradient_norm = projected_norm(eta, gradient, box);
    best.steps = step;
    best.ending = Ending::step_limit;
  };
  for (int step = 1; step <= steps + 1; ++step) {
    objective.begin_step(step);
    const double value = objective(eta, gradient);
    if (!std::isfinite(value)) {
      if (best.ending == Ending::failed) return best;
      // Back to the last good point, with the memory of the rule wiped.
      for (std::size_t i = 0; i < p; ++i) state[i] = {best.eta[i]};
      eta = best.eta;
      continue;
    }
    if (value < best.value || objective.noisy()) keep(value, step - 1);
    if (step > steps) break;
    for (std::size_t i = 0; i < p; ++i) {
      state[i] = rule.step(state[i], gradient[i], step);
      eta[i] = state[i].eta = std::clamp(state[i].eta, box.lower[i], box.upper[i]);
    }
  }
  return best;
}

}  // namespace surefoot
