#pragma once

#include <surefoot/concepts.hpp>

namespace surefoot {

/// The Gaussian location model N(theta, sigma^2 I) in D dimensions.
template <int D>
struct GaussianLocation {
  static constexpr int parameters = D;
  static constexpr int dimension = D;
  static constexpr int latents = D;

  double sigma = 1.0;

  template <class Real, class Latent>
  SUREFOOT_HD Vec<Real, dimension> operator()(const Vec<Real, parameters>& theta,
                                              Latent& latent) const {
    Vec<Real, dimension> y;
    for (int c = 0; c < D; ++c) y[c] = theta[c] + sigma * latent.normal();
    return y;
  }
};

static_assert(Simulator<GaussianLocation<2>>);

}  // namespace surefoot
