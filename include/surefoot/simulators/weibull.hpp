#pragma once

#include <surefoot/concepts.hpp>
#include <surefoot/simulators/built_in.hpp>

namespace surefoot {

/// The Weibull distribution, by its quantile function: parameters (scale, shape).
struct Weibull {
  static constexpr int parameters = 2;
  static constexpr int dimension = 1;
  static constexpr int latents = 1;

  template <class Real, class Latent>
  SUREFOOT_HD Vec<Real, dimension> operator()(const Vec<Real, parameters>& theta,
                                              Latent& latent) const {
    const auto log_exponential = log(-log(latent.uniform()));
    return {{theta[0] * exp(log_exponential / theta[1])}};
  }
};

static_assert(Simulator<Weibull>);

/// The built-in model.
struct WeibullModel {
  static constexpr std::string_view name = "weibull";
  static constexpr std::string_view summary = "Weibull distribution: scale and shape";
  using Simulators = TypeList<>;
  static std::vector<ModelOption> options(int dimension);
  static void describe(Model& model);
};

}  // namespace surefoot
