#pragma once

#include <vector>

#include <surefoot/model.hpp>

// A job of two stages, each of random length.  SUREFOOT_HD lets a GPU call it.
struct TwoStages {
  static constexpr int parameters = 2;  // mean of the first stage, ratio of the second to it
  static constexpr int dimension = 1;
  static constexpr int latents = 2;

  template <class Real, class Latent>
  SUREFOOT_HD surefoot::Vec<Real, dimension> operator()(
      const surefoot::Vec<Real, parameters>& theta, Latent& latent) const {
    const Real &mean = theta[0], &ratio = theta[1];
    const auto first = -log(latent.uniform()), second = -log(latent.uniform());
    return {{mean * (first + ratio * second)}};
  }

  static std::vector<surefoot::Parameter> box() {
    return {{"mean", 0.1, 100.0, surefoot::Transform::log}, {"ratio", 0.0, 1.0}};
  }
};
