#pragma once

#include <memory>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/surefoot.hpp>

// Waiting times that are the sum of two exponential stages.  SUREFOOT_HD lets the device call it.
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

// Its device code, in gpu.cu.
std::shared_ptr<const surefoot::Accelerator> two_stages_on_device();
