#pragma once

#include <cmath>
#include <span>

#include <surefoot/concepts.hpp>
#include <surefoot/simulators/built_in.hpp>

namespace surefoot {

/// The number k with P(X < k) < u <= P(X <= k), for X Poisson with this mean and 0 < u < 1.
double poisson_quantile(double u, double mean);

/// The Ricker map: a population that grows by a factor r while it is small and
/// crashes when it is large,
///
///     N_{t+1} = r N_t exp(-N_t + sigma e_t),   y_t ~ Poisson(phi N_t),
///
/// of which `length` counts y are observed, after `burn_in` generations from
/// N = 1.  Parameters (log r, sigma, phi), natural scale.  Counts jump, so there
/// are no derivatives.
struct RickerMap {
  static constexpr int parameters = 3;

  int length = 10;
  int burn_in = 50;
  int latents = burn_in + 2 * length;

  template <class Latent>
  void operator()(const Vec<double, parameters>& theta, Latent& latent,
                  std::span<double> counts) const {
    double log_n = 0.0;  // whose exponential may underflow for a while after a crash
    const auto next = [&] { log_n += theta[0] - std::exp(log_n) + theta[1] * latent.normal(); };
    for (int t = 0; t < burn_in; ++t) next();
    for (double& y : counts) {
      next();
      y = poisson_quantile(latent.uniform(), theta[2] * std::exp(log_n));
    }
  }
};

/// The built-in model.
struct RickerModel {
  static constexpr std::string_view name = "ricker";
  static constexpr std::string_view summary =
      "Ricker map: a chaotic population; a row is counts of it, one a generation";
  using Simulators = TypeList<>;
  static std::vector<ModelOption> options(int dimension);
  static void describe(Model& model);
};

}  // namespace surefoot
