#pragma once

#include <cmath>
#include <vector>

#include <surefoot/surefoot.hpp>

/// A simulator of one's own with five parameters and without derivatives, for scripts/budget-study:
/// a population that grows towards what its place can carry, by chance more or less in every
/// season, is counted at six times, with errors.  A row is the logarithms of the counts.
struct Growth {
  static constexpr int parameters = 5, dimension = 6, latents = 2 * dimension;

  surefoot::Vec<double, dimension> operator()(const surefoot::Vec<double, parameters>& theta,
                                              auto& latent) const {
    const double rate = theta[0], capacity = theta[1], chance = theta[3], error = theta[4];
    double log_size = std::log(theta[2]);
    surefoot::Vec<double, dimension> counts;
    for (int t = 0; t < dimension; ++t) {
      log_size += rate * (1.0 - std::exp(log_size) / capacity) + chance * latent.normal();
      counts[t] = log_size + error * latent.normal();
    }
    return counts;
  }

  static std::vector<surefoot::Parameter> box() {
    using surefoot::Transform;
    return {{"rate", 0.05, 2.0, Transform::log},
            {"capacity", 1.0, 1000.0, Transform::log},
            {"start", 0.01, 100.0, Transform::log},
            {"chance", 0.01, 2.0, Transform::log},
            {"error", 0.01, 2.0, Transform::log}};
  }
};
