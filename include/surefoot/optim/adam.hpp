#pragma once

#include <cmath>

#include <surefoot/host_device.hpp>
#include <surefoot/optim/optimisers.hpp>

namespace surefoot {

/// Adam (Kingma and Ba 2015).  The settings are the object; everything that
/// changes from step to step is the state of each coordinate, which the caller
/// owns.  Coordinates do not see each other.
struct Adam {
  static constexpr OptimiserName name = OptimiserName::adam;

  double step_size = 0.1;
  double mean_decay = 0.9;
  double square_decay = 0.999;
  double damping = 1e-8;

  struct Coordinate {
    double eta;
    double mean = 0.0;
    double square = 0.0;
  };

  /// Step number `steps`, counted from 1.
  SUREFOOT_HD Coordinate step(Coordinate s, double gradient, int steps) const {
    const double mean_bias = 1.0 - std::pow(mean_decay, steps);
    const double square_bias = 1.0 - std::pow(square_decay, steps);
    s.mean += (1.0 - mean_decay) * (gradient - s.mean);
    s.square += (1.0 - square_decay) * (gradient * gradient - s.square);
    s.eta -= step_size * (s.mean / mean_bias) / (std::sqrt(s.square / square_bias) + damping);
    return s;
  }
};

}  // namespace surefoot
