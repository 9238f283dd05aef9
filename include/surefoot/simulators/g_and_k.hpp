#pragma once

#include <surefoot/concepts.hpp>
#include <surefoot/simulators/built_in.hpp>

namespace surefoot {

/// The g-and-k distribution: one normal pushed through the quantile function,
/// with parameters (location, scale, skewness g, log of the tail weight k).
struct GAndK {
  static constexpr int parameters = 4;
  static constexpr int dimension = 1;
  static constexpr int latents = 1;

  template <class Real, class Latent>
  SUREFOOT_HD Vec<Real, dimension> operator()(const Vec<Real, parameters>& theta,
                                              Latent& latent) const {
    const Real &location = theta[0], &scale = theta[1], &g = theta[2], &log_k = theta[3];
    const auto z = latent.normal();
    const Real skew = 1.0 + 0.8 * tanh(0.5 * z * g);   // 0.8 is the customary c
    const Real tail = exp(log1p(z * z) * exp(log_k));  // (1 + z^2)^k
    return {{location + scale * skew * tail * z}};
  }
};

static_assert(Simulator<GAndK>);

/// The built-in model.
struct GAndKModel {
  static constexpr std::string_view name = "g-and-k";
  static constexpr std::string_view summary =
      "g-and-k distribution: location a, scale b, skewness g, tail weight exp(log_k)";
  using Simulators = TypeList<GAndK>;
  static std::vector<ModelOption> options(int dimension);
  static void describe(Model& model);
};

}  // namespace surefoot
