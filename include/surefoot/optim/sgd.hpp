#pragma once

#include <cmath>

#include <surefoot/host_device.hpp>
#include <surefoot/optim/optimisers.hpp>

namespace surefoot {

/// Gradient descent with a step size that decays as 1/sqrt(t), which converges
/// on noisy gradients where a constant one would wander.
struct Sgd {
  static constexpr OptimiserName name = OptimiserName::sgd;

  double step_size = 0.1;

  struct Coordinate {
    double eta;
  };

  SUREFOOT_HD Coordinate step(Coordinate s, double gradient, int steps) const {
    s.eta -= step_size / std::sqrt(static_cast<double>(steps)) * gradient;
    return s;
  }
};

}  // namespace surefoot
