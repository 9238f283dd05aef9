#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include <surefoot/kernels/gaussian.hpp>

#include "objective/cloud.hpp"
#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

TEST(GaussianLocation, IsThetaPlusNoiseInAnyDimension) {
  for (const int dimension : {1, 2, 3, 4, 5, 6, 40})
    for (const double sigma : {1.0, 0.25}) {
      const Model model = built_in_model("gaussian-location", dimension, {{"sigma", sigma}});
      std::vector<double> theta;
      for (int c = 0; c < dimension; ++c) theta.push_back(c - 1.5);
      const auto latents = latents_for<double>(model, 19);
      const auto out = simulate(model, theta, latents);
      EXPECT_TRUE(out.fine);
      for (int c = 0; c < dimension; ++c)
        for (int j = 0; j < 19; ++j)
          EXPECT_NEAR(out.y(j, c), theta[c] + sigma * latents.values[c * latents.stride + j], 1e-15)
              << "dimension " << dimension;
    }
}

/// The expectation of f(theta + sigma z) for a standard normal z, by the trapezoid rule: exact to
/// rounding for functions as smooth as a kernel.
double normal_mean(double theta, double sigma, const std::function<double(double)>& f) {
  constexpr double reach = 9.0, step = 0.05;
  double sum = 0.0;
  for (double z = -reach; z <= reach; z += step)
    sum += step * std::exp(-0.5 * z * z) / std::sqrt(2.0 * M_PI) * f(theta + sigma * z);
  return sum;
}

double gauss(double r, double l) { return std::exp(-0.5 * r * r / (l * l)); }

/// A and C by integrating coordinate by coordinate: a Gaussian kernel is a product of them.
Embeddings integrated(const std::vector<double>& lengthscales, double sigma,
                      const std::vector<double>& theta, const Points<double>& z) {
  Embeddings sums{0.0, 0.0};
  for (const double l : lengthscales) {
    const double pair = normal_mean(0.0, sigma, [&](double x) {
      return normal_mean(0.0, sigma, [&](double y) { return gauss(x - y, l); });
    });
    sums.a += std::pow(pair, static_cast<double>(theta.size()));
    for (int i = 0; i < z.count; ++i) {
      double product = z.weights[i];
      for (std::size_t c = 0; c < theta.size(); ++c)
        product *= normal_mean(theta[c], sigma, [&](double y) {
          return gauss(z.coordinates[c * static_cast<std::size_t>(z.stride) + i] - y, l);
        });
      sums.c += product;
    }
  }
  return sums;
}

TEST(GaussianClosedForm, IsTheIntegralInAnyDimension) {
  for (const int dimension : {1, 2, 3, 4, 5, 8})
    for (const std::vector<double>& lengthscales : {std::vector{0.7}, {0.5, 1.0, 4.0}}) {
      constexpr double sigma = 1.2;
      const Model model = built_in_model("gaussian-location", dimension, {{"sigma", sigma}});
      std::vector<KernelTerm> terms;
      for (const double l : lengthscales) terms.push_back({"gaussian", l, {}});
      const auto closed_form = model.closed_form(Kernel(terms));
      ASSERT_TRUE(closed_form);
      const Cloud<double> z(7, dimension, 1);
      std::vector<double> theta;
      for (int c = 0; c < dimension; ++c) theta.push_back(0.3 - 0.2 * c);
      std::vector<double> a_gradient(theta.size(), 9.0), c_gradient(theta.size(), 9.0);
      const Embeddings exact = integrated(lengthscales, sigma, theta, z.points());
      const Embeddings got = (*closed_form)(theta, z.points(), a_gradient, c_gradient);
      EXPECT_NEAR(got.a, exact.a, 1e-12 * exact.a) << "dimension " << dimension;
      EXPECT_NEAR(got.c, exact.c, 1e-12 * exact.c) << "dimension " << dimension;
      const Embeddings alone = (*closed_form)(theta, z.points(), {}, {});
      EXPECT_NEAR(alone.c, exact.c, 1e-12 * exact.c);
      for (std::size_t k = 0; k < theta.size(); ++k) {
        constexpr double h = 1e-5;
        auto above = theta, below = theta;
        above[k] += h;
        below[k] -= h;
        const double difference = ((*closed_form)(above, z.points(), {}, {}).c -
                                   (*closed_form)(below, z.points(), {}, {}).c) /
                                  (2.0 * h);
        EXPECT_NEAR(c_gradient[k], difference, 1e-9) << "parameter " << k;
        EXPECT_EQ(a_gradient[k], 0.0) << "A does not depend on theta";
      }
    }
}

// What the general path estimates by simulation: 4096 Sobol points, errors well below 1 %.
TEST(GaussianClosedForm, IsTheLimitOfSimulation) {
  constexpr int m = 4096, dimension = 3;
  const Model model = built_in_model("gaussian-location", dimension);
  const Kernel kernel(parse_kernel("gaussian:1"));
  const std::vector<double> theta{0.3, -0.2, 0.1};
  LatentTable<double> latents;
  LatentDesign(Design::sobol, m, model.latents)
      .fill({.seed = 1, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::simulation}, latents);
  const auto simulated = simulate(model, theta, latents);
  const Points<double> y{m, simulated.at.stride, dimension, simulated.at.y.data(),
                         latents.weights.data()};
  const Cloud<double> z(50, dimension, 1);
  const Embeddings exact = (*model.closed_form(kernel))(theta, z.points(), {}, {});
  EXPECT_NEAR(kernel.sums().cross(z.points(), y, nullptr), exact.c, 2e-3 * exact.c);
  EXPECT_NEAR(kernel.sums().self(y, nullptr) + 1.0 / m, exact.a, 2e-3 * exact.a);
}

TEST(GaussianClosedForm, IsThereForGaussianKernelsOnly) {
  const Model model = built_in_model("gaussian-location", 2);
  EXPECT_TRUE(model.closed_form(Kernel(parse_kernel("gaussian:1"))));
  EXPECT_TRUE(model.closed_form(Kernel(parse_kernel("gaussian:1+gaussian:2"))));
  EXPECT_FALSE(model.closed_form(Kernel(parse_kernel("laplace:1"))));
  EXPECT_FALSE(model.closed_form(Kernel(parse_kernel("gaussian:1+laplace:1"))));
  EXPECT_FALSE(model.closed_form(Kernel(Gaussian{}, "own")));
}

}  // namespace
}  // namespace surefoot
