#pragma once

#include <surefoot/concepts.hpp>
#include <surefoot/simulators/built_in.hpp>

namespace surefoot {

/// The toggle switch: two genes that repress each other, with expression levels
/// v and w that start at 10 and move `transitions` times; what is observed is a
/// noisy reading of v.  Parameters (alpha1, alpha2, beta1, beta2, mu, sigma,
/// gamma), natural scale.
struct ToggleSwitch {
  static constexpr int parameters = 7;
  static constexpr int dimension = 1;

  int transitions = 300;
  int latents = 2 * transitions + 1;

  template <class Real, class Latent>
  SUREFOOT_HD Vec<Real, dimension> operator()(const Vec<Real, parameters>& theta,
                                              Latent& latent) const {
    const Real &alpha1 = theta[0], &alpha2 = theta[1], &beta1 = theta[2], &beta2 = theta[3];
    const Real &mu = theta[4], &sigma = theta[5], &gamma = theta[6];
    const auto reading = latent.uniform();
    Real v = 10.0, w = 10.0;
    for (int t = 0; t < transitions; ++t) {
      const Real v_mean = v + alpha1 / (1.0 + power(w, beta1)) - (1.0 + 0.03 * v);
      const Real w_mean = w + alpha2 / (1.0 + power(v, beta2)) - (1.0 + 0.03 * w);
      v = positive(v_mean + 0.5 * truncated_normal(2.0 * v_mean, latent.uniform()));
      w = positive(w_mean + 0.5 * truncated_normal(2.0 * w_mean, latent.uniform()));
    }
    const Real spread = mu * sigma / power(v, gamma);
    return {{mu + v + spread * truncated_normal((mu + v) / spread, reading)}};
  }

 private:
  /// A standard normal that is at least -bound, from a uniform: stable in both tails.
  template <class Real, class Uniform>
  SUREFOOT_HD static Real truncated_normal(const Real& bound, const Uniform& u) {
    return -normal_quantile((1.0 - u) * normal_cdf(bound));
  }

  /// A power of a level: pow() would ask at every step whether it is positive.
  template <class Real>
  SUREFOOT_HD static Real power(const Real& level, const Real& exponent) {
    return exp(exponent * log(level));
  }

  /// The truncation keeps the levels positive but for rounding; a power of 0 has no logarithm.
  template <class Real>
  SUREFOOT_HD static Real positive(const Real& level) {
    return max(level, Real(1e-6));
  }
};

static_assert(Simulator<ToggleSwitch>);

/// The built-in model.
struct ToggleSwitchModel {
  static constexpr std::string_view name = "toggle-switch";
  static constexpr std::string_view summary =
      "toggle switch: two genes that repress each other, one of them observed";
  using Simulators = TypeList<ToggleSwitch>;
  static std::vector<ModelOption> options(int dimension);
  static void describe(Model& model);
};

}  // namespace surefoot
