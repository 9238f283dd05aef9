#pragma once

#include <cmath>

#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {

/// A location and scale model that knows only doubles.
struct GoldenPlainScale {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 2>& theta, Latent& latent) const {
    return {{theta[0] + theta[1] * latent.normal()}};
  }
};

/// How many of 12 uniforms are below the rate, which no derivative sees.
struct GoldenCount {
  static constexpr int parameters = 1, dimension = 1, latents = 12;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    double count = 0.0;
    for (int k = 0; k < latents; ++k) count += latent.uniform() < theta[0] ? 1.0 : 0.0;
    return {{count}};
  }
};

/// N(theta, 1), which has no values for theta above 2.
struct GoldenFailing {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal() + 0.0 * log(2.0 - theta[0])}};
  }
};

/// N(theta^2 + theta / 10, 1): two parameters for each mean.
struct GoldenTwoValleys {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    return {{theta[0] * theta[0] + 0.1 * theta[0] + latent.normal()}};
  }
};

/// The model of a golden case, and where its data come from.
struct GoldenModel {
  Model model;
  std::vector<double> truth;
};

inline GoldenModel golden_model(const std::string& name, int dimension, const FitConfig& config) {
  if (name == "plain-scale")
    return {make_model(GoldenPlainScale{},
                       {{"location", -5.0, 5.0}, {"scale", 0.1, 10.0, Transform::log}}),
            {1.0, 1.3}};
  if (name == "count") return {make_model(GoldenCount{}, {{"rate", 0.02, 0.98}}), {0.3}};
  if (name == "failing") return {make_model(GoldenFailing{}, {{"theta", -5.0, 5.0}}), {1.9}};
  if (name == "two-valleys") return {make_model(GoldenTwoValleys{}, {{"theta", -5.0, 5.0}}), {1.5}};
  Model model = built_in_model(name, dimension, config.model_option);
  const std::vector<double> truth = model.truth;
  return {std::move(model), truth};
}

}  // namespace surefoot
