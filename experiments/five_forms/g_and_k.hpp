#pragma once

#include <vector>

#include <surefoot/model.hpp>

// The built-in model as a user would write it, in a box that holds what a user would look for.
struct GAndK {
  static constexpr int parameters = 4, dimension = 1, latents = 1;

  template <class Real, class Latent>
  SUREFOOT_HD surefoot::Vec<Real, dimension> operator()(
      const surefoot::Vec<Real, parameters>& theta, Latent& latent) const {
    const auto z = latent.normal();
    const Real skew = 1.0 + 0.8 * tanh(0.5 * z * theta[2]);
    const Real tail = exp(log1p(z * z) * exp(theta[3]));
    return {{theta[0] + theta[1] * skew * tail * z}};
  }

  static std::vector<surefoot::Parameter> box() {
    return {{"a", -20.0, 20.0}, {"b", 0.0, 100.0}, {"g", -20.0, 20.0}, {"log_k", -6.0, 3.0}};
  }
};
