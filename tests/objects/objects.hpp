#pragma once

#include <cmath>

#include <surefoot/objects/object_fit.hpp>

namespace surefoot {

/// Numbers as objects that happen to be numbers: N(theta, 1) under a Gaussian kernel of
/// lengthscale 1.
inline ObjectModel<double> normal_objects() {
  return {.parameters = {{"location", -5.0, 5.0}},
          .simulate = [](std::span<const double> theta,
                         Noise& noise) { return theta[0] + noise.normal(); },
          .kernel = [](double a, double b) { return std::exp(-0.5 * (a - b) * (a - b)); },
          .name = "normal"};
}

/// Draws of N(1, 1).
inline std::vector<double> normal_numbers(int count) {
  Noise noise({1, 0, 0, 0, Purpose::data});
  std::vector<double> x;
  for (int i = 0; i < count; ++i) x.push_back(1.0 + noise.normal());
  return x;
}

}  // namespace surefoot
