#pragma once

#include <surefoot/concepts.hpp>
#include <surefoot/simulators/built_in.hpp>

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

/// The built-in model.
struct GaussianLocationModel {
  static constexpr std::string_view name = "gaussian-location";
  static constexpr std::string_view summary =
      "Gaussian location model N(theta, sigma^2 I) in any dimension";
  using Simulators =
      TypeList<GaussianLocation<1>, GaussianLocation<2>, GaussianLocation<3>, GaussianLocation<4>>;
  static std::vector<ModelOption> options(int dimension);
  static void describe(Model& model);
};

}  // namespace surefoot
