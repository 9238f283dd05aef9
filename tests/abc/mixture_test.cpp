#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/abc/mixture.hpp>

#include "monte_carlo.hpp"

namespace surefoot {
namespace {

Noise noise_of(std::uint32_t number) {
  return Noise({.seed = 7, .draw = number, .step = 0, .index = 0, .purpose = Purpose::data});
}

double normal_density_at(double x, double mean, double sd) {
  const double z = (x - mean) / sd;
  return std::exp(-0.5 * z * z) / (sd * std::sqrt(2.0 * std::numbers::pi));
}

double bimodal_density(double x) {
  return 0.7 * normal_density_at(x, -2.0, 0.5) + 0.3 * normal_density_at(x, 3.0, 1.0);
}

std::vector<double> bimodal_sample(int count) {
  Noise noise = noise_of(0);
  std::vector<double> x;
  for (int i = 0; i < count; ++i)
    x.push_back(noise.uniform() < 0.7 ? -2.0 + 0.5 * noise.normal() : 3.0 + noise.normal());
  return x;
}

std::vector<double> normal_sample(int rows, int dimension, std::uint32_t number = 1) {
  Noise noise = noise_of(number);
  std::vector<double> x;
  for (int i = 0; i < rows * dimension; ++i) x.push_back(noise.normal());
  return x;
}

double density(const GaussianMixture& mixture, std::vector<double> x) {
  return std::exp(mixture.log_density(x));
}

TEST(Mixture, HasDensityOne) {
  const GaussianMixture mixture = fit_mixture(bimodal_sample(500), 1, 1);
  double total = 0.0;
  for (double x = -30.0; x < 30.0; x += 1e-3) total += 1e-3 * density(mixture, {x});
  EXPECT_NEAR(total, 1.0, 1e-9);
}

TEST(Mixture, FindsAKnownDensity) {
  const GaussianMixture mixture = fit_mixture(bimodal_sample(20000), 1, 1);
  EXPECT_EQ(mixture.components().size(), 5u);
  double difference = 0.0;  // total variation
  for (double x = -10.0; x < 10.0; x += 1e-2)
    difference += 0.5e-2 * std::abs(density(mixture, {x}) - bimodal_density(x));
  EXPECT_LT(difference, 0.02);
}

TEST(Mixture, HasTheDensityOfAGaussianInSeveralDimensions) {
  // x = A z with A = (2, 0; 1, 0.1), far from 0 in units that differ.
  const auto z = normal_sample(20000, 2);
  std::vector<double> x;
  for (std::size_t i = 0; i < z.size(); i += 2) {
    x.push_back(1e6 + 2.0 * z[i]);
    x.push_back(z[i] + 0.1 * z[i + 1]);
  }
  const GaussianMixture mixture = fit_mixture(x, 2, 1);
  for (const double a : {-1.0, 0.0, 1.0})
    for (const double b : {-1.0, 0.0, 1.0}) {
      const double expected = -0.5 * (a * a + b * b) - std::log(2.0 * std::numbers::pi * 0.2);
      const std::vector<double> at{1e6 + 2.0 * a, a + 0.1 * b};
      EXPECT_NEAR(mixture.log_density(at), expected, 0.15) << a << " " << b;
    }
}

TEST(Mixture, DrawsFromItsDensity) {
  const GaussianMixture mixture({{0.25, 2.0, {0.0, 10.0}}, {0.75, 1.0, {4.0, -10.0}}},
                                {1.0, 0.0, 0.5, 2.0});
  std::vector<double> x(2), first, product, inverse;
  Noise noise = noise_of(2);
  for (int i = 0; i < 40000; ++i) {
    mixture.draw(noise, x);
    first.push_back(x[0]);
    product.push_back((x[0] - 3.0) * (x[1] + 5.0));
    // Of a density over another, that one's mass: here a normal inside the mixture.
    inverse.push_back(normal_density_at(x[0], 4.0, 0.9) * normal_density_at(x[1], -10.0, 1.8) /
                      density(mixture, x));
  }
  const auto near = [](const std::vector<double>& values, double expected) {
    const Estimate e = estimate(values);
    EXPECT_NEAR(e.mean, expected, 4.0 * e.error);
  };
  near(first, 3.0);
  // Within: 0.25 * 4 * 0.5 + 0.75 * 0.5; between: 0.25 * (-3)(15) + 0.75 * (1)(-5).
  near(product, 0.875 - 15.0);
  near(inverse, 1.0);
}

TEST(Mixture, DependsOnParticlesAndSeedAlone) {
  const auto x = bimodal_sample(300);
  const std::vector<double> at{0.3};
  EXPECT_EQ(fit_mixture(x, 1, 5).log_density(at), fit_mixture(x, 1, 5).log_density(at));
  EXPECT_NE(fit_mixture(x, 1, 5).log_density(at), fit_mixture(x, 1, 6).log_density(at));
}

/// Draws must be finite, have finite densities and be no further away than the cloud is wide.
void expect_sound(const std::vector<double>& cloud, int dimension, double reach) {
  const GaussianMixture mixture = fit_mixture(cloud, dimension, 3);
  std::vector<double> x(static_cast<std::size_t>(dimension));
  Noise noise = noise_of(4);
  for (int i = 0; i < 200; ++i) {
    mixture.draw(noise, x);
    EXPECT_TRUE(std::isfinite(mixture.log_density(x)));
    for (std::size_t c = 0; c < x.size(); ++c)
      EXPECT_NEAR(x[c], cloud[c], reach * std::max(std::abs(cloud[c]), 1.0));
  }
  EXPECT_TRUE(std::isfinite(
      mixture.log_density(std::span(cloud).first(static_cast<std::size_t>(dimension)))));
}

TEST(Mixture, CopesWithDegenerateClouds) {
  expect_sound(std::vector<double>(100, 5.0), 1, 1e-5);
  expect_sound(std::vector<double>(100, 0.0), 2, 1e-5);
  expect_sound(std::vector<double>(100, -1e12), 2, 1e-5);
  expect_sound({1.0, 2.0}, 1, 10.0);
  expect_sound({1.0, 2.0}, 2, 1e-4);
  expect_sound(normal_sample(500, 20), 20, 30.0);
  expect_sound(normal_sample(10, 20), 20, 30.0);
  expect_sound(normal_sample(50, 300), 300, 30.0);

  std::vector<double> flat, line, piles;
  for (const double z : normal_sample(400, 1)) {
    flat.insert(flat.end(), {z, 3.0});          // one coordinate is the same for all
    line.insert(line.end(), {z, 2.0 * z, -z});  // on a line in space
    piles.push_back(std::round(z));             // a few distinct values
  }
  expect_sound(flat, 2, 30.0);
  expect_sound(line, 3, 60.0);
  expect_sound(piles, 1, 30.0);
}

TEST(Mixture, IsNarrowWhereTheCloudIs) {
  std::vector<double> flat;
  for (const double z : normal_sample(400, 1)) flat.insert(flat.end(), {z, 3.0});
  const GaussianMixture mixture = fit_mixture(flat, 2, 3);
  Noise noise = noise_of(5);
  std::vector<double> x(2), wide;
  for (int i = 0; i < 2000; ++i) {
    mixture.draw(noise, x);
    EXPECT_NEAR(x[1], 3.0, 1e-4);
    wide.push_back(x[0]);
  }
  EXPECT_NEAR(spread(wide), 1.0, 0.2);
}

}  // namespace
}  // namespace surefoot
