#include <boost/math/distributions/poisson.hpp>
#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>
#include <surefoot/simulators/ricker.hpp>

#include "monte_carlo.hpp"
#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

TEST(PoissonQuantile, IsWhereTheDistributionFunctionPassesU) {
  Noise noise({1, 0, 0, 0, Purpose::data});
  for (const double mean : {1e-9, 0.3, 4.0, 19.9, 20.1, 150.0, 1e4, 1e7}) {
    const boost::math::poisson_distribution<double> poisson(mean);
    for (int i = 0; i < 300; ++i) {
      const double u = noise.uniform(), k = poisson_quantile(u, mean);
      ASSERT_GE(cdf(poisson, k), u * (1.0 - 1e-9)) << mean;
      if (k > 0.0) {
        ASSERT_LT(cdf(poisson, k - 1.0), u * (1.0 + 1e-9)) << mean;
      }
    }
  }
}

// Far out the first guess is too high at times.
TEST(PoissonQuantile, IsRightInTheTails) {
  for (double mean = 20.0; mean < 400.0; mean *= 1.02) {
    const boost::math::poisson_distribution<double> poisson(mean);
    for (double tail = 1e-3; tail > 2e-16; tail *= 0.7)
      for (const double u : {tail, 1.0 - tail}) {
        const double k = poisson_quantile(u, mean);
        ASSERT_GE(cdf(poisson, k), u * (1.0 - 1e-12)) << mean << ' ' << u;
        if (k > 0.0) {
          ASSERT_LT(cdf(poisson, k - 1.0), u * (1.0 + 1e-12)) << mean << ' ' << u;
        }
      }
  }
}

TEST(PoissonQuantile, EndsForTheLastUniforms) {
  for (const double mean : {0.0, 1e-300, 5.0, 50.0, 1e6})
    for (const double u : {0x1p-53, 1.0 - 0x1p-53}) {
      const double k = poisson_quantile(u, mean);
      EXPECT_GE(k, 0.0) << mean;
      EXPECT_LE(k, mean + 12.0 * std::sqrt(mean) + 40.0) << mean;
    }
}

// Without noise and with 1 < r < e^2 the map settles at N = log r, and counts are Poisson; five
// standard errors are exceeded by one choice of seeds in a million.
TEST(RickerMap, CountsAPoissonNumberOfASteadyPopulation) {
  const Model model = built_in_model("ricker", 1, {{"burn_in", 200}});
  const Sample x = model.simulate(std::vector{1.2, 1e-9, 25.0}, 20000, 1);
  const std::vector<double> counts(x.values().begin(), x.values().end());
  const Estimate mean = estimate(counts), variance = estimate(squares_about(counts, 30.0));
  EXPECT_NEAR(mean.mean, 30.0, 5.0 * mean.error);
  EXPECT_NEAR(variance.mean, 30.0, 5.0 * variance.error);
}

TEST(RickerMap, DiesOutWhereItDoesNotGrow) {
  const Model model = built_in_model("ricker", 5, {{"burn_in", 100}});
  const Sample x = model.simulate(std::vector{-1.0, 0.3, 10.0}, 500, 1);
  for (const double y : x.values()) EXPECT_EQ(y, 0.0);
}

TEST(RickerMap, IsTheMapOfItsFormula) {
  const Model model = built_in_model("ricker", 3, {{"burn_in", 2}});
  const auto latents = latents_for<double>(model, 30);
  const auto out = simulate(model, model.truth, latents);
  for (int j = 0; j < 30; ++j) {
    int next = 0;
    const auto latent = [&] { return latents.values[next++ * latents.stride + j]; };
    double n = 1.0;
    for (int t = 0; t < 5; ++t) {
      n = std::exp(3.8) * n * std::exp(-n + 0.3 * latent());
      if (t < 2) continue;
      EXPECT_EQ(out.y(j, t - 2), poisson_quantile(latent(), 10.0 * n)) << "series " << j;
    }
  }
}

TEST(RickerMap, HasNoDerivatives) {
  EXPECT_FALSE(built_in_model("ricker").simulator->differentiable());
}

}  // namespace
}  // namespace surefoot
