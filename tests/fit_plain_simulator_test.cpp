#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// A location and scale model that knows only doubles.
struct PlainScale {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 2>& theta, Latent& latent) const {
    return {{theta[0] + std::exp(theta[1]) * std::sinh(latent.normal())}};
  }
};

/// The same for every scalar: sinh by exponentials.
struct TemplatedScale {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    const auto z = latent.normal();
    return {{theta[0] + exp(theta[1]) * (0.5 * (exp(z) - exp(-z)))}};
  }
};

/// A count, which no derivative sees: how many of 12 uniforms are below the rate.
struct Count {
  static constexpr int parameters = 1, dimension = 1, latents = 12;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    double count = 0.0;
    for (int k = 0; k < 12; ++k) count += latent.uniform() < theta[0] ? 1.0 : 0.0;
    return {{count}};
  }
};

std::vector<Parameter> scale_box() { return {{"location", -5.0, 5.0}, {"log_scale", -2.0, 2.0}}; }

TEST(PlainSimulatorFit, IsThatOfTheSameSimulatorWithDerivatives) {
  const Model plain = make_model(PlainScale{}, scale_box()),
              templated = make_model(TemplatedScale{}, scale_box());
  const std::vector<double> truth{1.0, 0.3};
  const Sample x = plain.simulate(truth, 150, 3);
  const FitConfig config =
      settings({{"draws", "20"}, {"simulations", "128"}, {"precision", "double"}});
  const Draws without = fit(plain, x, config).draws, with = fit(templated, x, config).draws;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto expected = column(with, k), found = column(without, k);
    const double sd = estimate(expected).error * std::sqrt(20.0);
    for (std::size_t r = 0; r < 20; ++r) EXPECT_NEAR(found[r], expected[r], 0.02 * sd) << r;
  }
  for (const DrawInfo& info : without.info) EXPECT_TRUE(is_minimum(info.status));
}

TEST(PlainSimulatorFit, FindsARateThatNoDerivativeSees) {
  const Model model = make_model(Count{}, {{"rate", 0.02, 0.98}});
  const std::vector<double> truth{0.3};
  const Sample x = model.simulate(truth, 200, 5);
  double mean = 0.0;
  for (const double v : x.values()) mean += v / (12.0 * 200.0);
  const Fit result =
      fit(model, x, settings({{"draws", "50"}, {"simulations", "512"}, {"lengthscale", "2"}}));
  EXPECT_EQ(result.settings.optimiser, OptimiserName::gauss_newton);
  EXPECT_EQ(result.blind, std::vector<std::string>{"rate"});
  // The observed share has this standard error; the posterior's spread is of the same size.
  const double error = std::sqrt(0.3 * 0.7 / (12.0 * 200.0));
  EXPECT_NEAR(estimate(column(result.draws, 0)).mean, mean, error);
  EXPECT_GT(result.simulator_calls, 0);
}

TEST(PlainSimulatorFit, WorksByValuesAlone) {
  const Model plain = make_model(PlainScale{}, scale_box());
  const std::vector<double> truth{1.0, 0.3};
  const Sample x = plain.simulate(truth, 150, 3);
  const SettingList common{{"draws", "10"}, {"simulations", "128"}};
  const Draws reference = fit(plain, x, settings(common)).draws;
  for (const char* optimiser : {"bobyqa", "sbplx", "nelder-mead", "powell"}) {
    SCOPED_TRACE(optimiser);
    SettingList list = common;
    list.push_back({"optimiser", optimiser});
    const Draws draws = fit(plain, x, settings(list)).draws;
    for (std::size_t r = 0; r < 10; ++r)
      EXPECT_LT(draws.info[r].objective, reference.info[r].objective + 1e-6);
  }
}

}  // namespace
}  // namespace surefoot
