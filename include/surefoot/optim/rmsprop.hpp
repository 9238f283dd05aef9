#pragma once

#include <cmath>

#include <surefoot/host_device.hpp>
#include <surefoot/optim/optimisers.hpp>

namespace surefoot {

/// RMSProp (Tieleman and Hinton 2012) with a step size that decays as 1/sqrt(t).
struct RmsProp {
  static constexpr OptimiserName name = OptimiserName::rmsprop;

  double step_size = 0.1;
  double decay = 0.9;
  double damping = 1e-8;

  struct Coordinate {
    double eta;
    double square = 0.0;
  };

  SUREFOOT_HD Coordinate step(Coordinate s, double gradient, int steps) const {
    s.square += (1.0 - decay) * (gradient * gradient - s.square);
    s.eta -= step_size / std::sqrt(static_cast<double>(steps)) * gradient /
             (std::sqrt(s.square) + damping);
    return s;
  }
};

}  // namespace surefoot
