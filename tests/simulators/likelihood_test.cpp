#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <surefoot/prior/parameter_prior.hpp>
#include <surefoot/simulators/registry.hpp>

#include "monte_carlo.hpp"

namespace surefoot {
namespace {

double log_density(const Model& model, const std::vector<double>& theta, std::vector<double> x) {
  double value = 0.0;
  model.likelihood->log_densities(theta, Sample(std::move(x), model.dimension), {&value, 1});
  return value;
}

double log_normal_density(double z) {
  return -0.5 * z * z - 0.5 * std::log(2.0 * std::numbers::pi);
}

/// The quantile function at a normal deviate, as the textbook has it.
double quantile_at(const std::vector<double>& theta, double z) {
  const double k = std::exp(theta[3]);
  return theta[0] +
         theta[1] * (1.0 + 0.8 * std::tanh(0.5 * theta[2] * z)) * std::pow(1.0 + z * z, k) * z;
}

const std::vector<std::vector<double>> shapes{{3.0, 1.0, 1.0, std::log(0.5)},
                                              {-2.0, 0.1, -5.0, -6.0},
                                              {0.0, 7.0, 20.0, -1.0},
                                              {0.0, 1.0, -20.0, 1.0},
                                              {1.0, 2.0, 0.0, 3.0}};

TEST(GAndKLikelihood, IsTheNormalDensityWithoutSkewnessAndTails) {
  const Model model = built_in_model("g-and-k");
  for (const double x : {-30.0, -3.0, 0.5, 0.5000001, 1.0, 7.0, 60.0})
    EXPECT_NEAR(log_density(model, {0.5, 2.0, 0.0, -80.0}, {x}),
                log_normal_density((x - 0.5) / 2.0) - std::log(2.0), 1e-10 * (1.0 + x * x));
}

// With Q(z) = x and z known, the density is phi(z) / Q'(z).
TEST(GAndKLikelihood, IsTheDerivativeOfTheDistributionFunction) {
  const Model model = built_in_model("g-and-k");
  for (const auto& theta : shapes)
    for (const double z : {-8.0, -3.0, -1.0, -0.1, 0.05, 0.7, 2.0, 5.0, 9.0}) {
      const double h = 1e-4 * std::abs(z);
      const double slope = (8.0 * (quantile_at(theta, z + h) - quantile_at(theta, z - h)) -
                            (quantile_at(theta, z + 2.0 * h) - quantile_at(theta, z - 2.0 * h))) /
                           (12.0 * h);
      EXPECT_NEAR(log_density(model, theta, {quantile_at(theta, z)}),
                  log_normal_density(z) - std::log(slope), 1e-7)
          << "z = " << z << ", g = " << theta[2];
    }
}

// By the trapezoidal rule on quantiles, which lie close where the density is high.
TEST(GAndKLikelihood, IntegratesToOne) {
  const Model model = built_in_model("g-and-k");
  for (const auto& theta : shapes) {
    constexpr std::size_t points = 40001;
    std::vector<double> x, values(points);
    for (std::size_t i = 0; i < points; ++i)
      x.push_back(quantile_at(theta, -8.0 + 16.0 * static_cast<double>(i) / (points - 1)));
    model.likelihood->log_densities(theta, Sample(x, 1), values);
    double sum = 0.0;
    for (std::size_t i = 1; i < points; ++i)
      sum += 0.5 * (x[i] - x[i - 1]) * (std::exp(values[i]) + std::exp(values[i - 1]));
    EXPECT_NEAR(sum, 1.0, 1e-5) << "g = " << theta[2];
  }
}

// With k = 1/2 and g = 0, (x / b)^2 = z^2 (1 + z^2) has a solution in closed form.
TEST(GAndKLikelihood, KeepsItsDigitsInTheFarTails) {
  const Model model = built_in_model("g-and-k");
  for (const double x : {1e-12, 1.0, 1e3, 1e6, -1e6, 1e12}) {
    const double z2 = 2.0 * x * x / (1.0 + std::sqrt(1.0 + 4.0 * x * x));
    const double log_slope = std::log1p(2.0 * z2) - 0.5 * std::log1p(z2);
    const double expected = -0.5 * z2 - 0.5 * std::log(2.0 * std::numbers::pi) - log_slope;
    EXPECT_NEAR(log_density(model, {0.0, 1.0, 0.0, std::log(0.5)}, {x}), expected,
                1e-11 * (1.0 + z2))
        << x;
  }
}

TEST(GAndKLikelihood, HasNoDensityWhereTheScaleIsZero) {
  const Model model = built_in_model("g-and-k");
  for (const double x : {-1.0, 0.0, 2.0})
    EXPECT_EQ(log_density(model, {0.0, 0.0, 1.0, 0.0}, {x}),
              -std::numeric_limits<double>::infinity());
}

TEST(GaussianLikelihood, IsTheProductOfNormalDensities) {
  const Model model = built_in_model("gaussian-location", 2, {{"sigma", 2.0}});
  EXPECT_NEAR(log_density(model, {1.0, -1.0}, {2.0, 4.0}),
              log_normal_density(0.5) + log_normal_density(2.5) - 2.0 * std::log(2.0), 1e-14);
}

TEST(GaussianLikelihood, IsHighestAtTheWeightedMean) {
  const Model model = built_in_model("gaussian-location", 2);
  const Sample x({1.0, -5.0, 2.0, 5.0, 6.0, 15.0}, 2);
  const auto best = model.likelihood->maximiser(x, std::vector{1.0, 2.0, 1.0});
  ASSERT_TRUE(best);
  EXPECT_DOUBLE_EQ((*best)[0], 11.0 / 4.0);
  EXPECT_DOUBLE_EQ((*best)[1], 20.0 / 4.0);
}

std::optional<Likelihood::Normal> posterior(const Model& model, const ParameterSpace& space,
                                            std::string prior, const Sample& x) {
  return model.likelihood->posterior(make_parameter_prior(prior, model, space, x), x);
}

TEST(GaussianLikelihood, HasAConjugatePosterior) {
  const Model model = built_in_model("gaussian-location", 1, {{"sigma", 2.0}});
  const Sample x({1.0, 2.0, 6.0}, 1);
  const auto found = posterior(model, model.parameters, "normal:10:4", x);
  ASSERT_TRUE(found);
  const double precision = 1.0 / 16.0 + 3.0 / 4.0;
  EXPECT_DOUBLE_EQ(found->mean[0], (10.0 / 16.0 + 9.0 / 4.0) / precision);
  EXPECT_DOUBLE_EQ(found->sd[0], 1.0 / std::sqrt(precision));
}

TEST(GaussianLikelihood, LeavesHeldParametersWhereTheyAre) {
  const Model model = built_in_model("gaussian-location", 2);
  ParameterSpace space = model.parameters;
  space.fix("theta1", 7.0);
  const auto found = posterior(model, space, "normal:0:1", Sample({1.0, 3.0}, 2));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->mean[0], 7.0);
  EXPECT_EQ(found->sd[0], 0.0);
  EXPECT_DOUBLE_EQ(found->mean[1], 1.5);
}

TEST(GaussianLikelihood, HasNoNormalPosteriorUnderOtherPriorsOrBounds) {
  const Model model = built_in_model("gaussian-location", 1);
  ParameterSpace space = model.parameters;
  const Sample x({1.0, 3.0}, 1);
  EXPECT_FALSE(posterior(model, space, "uniform:0:10", x));
  space.bound("theta1", 0.0, 10.0);
  EXPECT_FALSE(posterior(model, space, "normal:0:1", x));
}

}  // namespace
}  // namespace surefoot
