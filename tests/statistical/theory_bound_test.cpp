// The bounds of the paper's theory on E MMD(P*, P_theta), over data and draws, in every cell of a
// grid.  They are several times what happens, so that chance plays no part.

#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/simulators/contamination.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

constexpr int columns = 2;
constexpr double lengthscale = 1.5;

/// MMD between N(1, I) and N(theta, I) under the Gaussian kernel.
double mmd_from_truth(std::span<const double> theta) {
  const double l2 = lengthscale * lengthscale;
  double r2 = 0.0;
  for (const double t : theta) r2 += (t - 1.0) * (t - 1.0);
  return std::sqrt(2.0 * std::pow(l2 / (l2 + 2.0), 0.5 * columns) *
                   (1.0 - std::exp(-r2 / (2.0 * (l2 + 2.0)))));
}

/// N = c + n, for kernels of at most 1 and a model that holds the truth.
double truncation_bound(double n, double c) {
  const double all = (c + n) * (c + n + 1.0);
  return 2.0 / std::sqrt(n) + 2.0 * std::sqrt((2.0 * (n - 1.0) + c * (c + 1.0)) / all) +
         2.0 * std::sqrt(c * (1.0 + c) / all);
}

double exact_bound(double n, double c) {
  return 2.0 / std::sqrt(n) + 2.0 / std::sqrt(c + n + 1.0) + 4.0 * c / (c + n);
}

/// Over 20 data sets and 25 draws of each.
double expected_mmd(int n, double c, const SettingList& scheme, const std::string& contamination) {
  std::vector<double> distances;
  for (std::uint64_t number = 0; number < 20; ++number) {
    Sample x = observations_of("gaussian-location", n, columns, number);
    if (!contamination.empty()) x = contaminate(x, contamination, number).observations;
    SettingList list{{"draws", "25"},
                     {"lengthscale", std::to_string(lengthscale)},
                     {"concentration", std::to_string(c)},
                     {"base-measure", "normal:-2:1"},
                     {"seed", std::to_string(number)}};
    if (c > 0.0) list.insert(list.end(), scheme.begin(), scheme.end());
    const Fit fit = fit_built_in("gaussian-location", x, list);
    for (std::size_t r = 0; r < fit.draws.rows(); ++r)
      distances.push_back(mmd_from_truth(fit.draws.row(r)));
  }
  return estimate(distances).mean;
}

TEST(Theory, BoundsTheDistanceFromTheTruth) {
  for (const int n : {20, 100, 400})
    for (const double c : {0.0, 1.0, 10.0, 50.0}) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", c = " + std::to_string(c));
      EXPECT_LT(expected_mmd(n, c, {}, ""), exact_bound(n, c));
      EXPECT_LT(expected_mmd(n, c, {{"truncation", "50"}}, ""), truncation_bound(n, c));
    }
}

TEST(Theory, BoundsTheDistanceUnderContamination) {
  for (const int n : {20, 100, 400})
    for (const double eps : {0.05, 0.1, 0.2}) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", eps = " + std::to_string(eps));
      const double bound = truncation_bound(n, 0.0) + 4.0 * eps;
      EXPECT_LT(expected_mmd(n, 0.0, {}, "cluster:" + std::to_string(eps) + ":3"), bound);
    }
}

TEST(Theory, HasTheRateOfTheRoot) {
  const double few = expected_mmd(50, 0.0, {}, ""), many = expected_mmd(800, 0.0, {}, "");
  EXPECT_NEAR(std::log(many / few) / std::log(16.0), -0.5, 0.1);  // standard error .02
}

// At c = 0 both bounds are sums of two errors, of the data and of the weights.
TEST(Theory, BoundsAgreeWithThePublishedConstant) {
  EXPECT_NEAR(truncation_bound(1e8, 0.0) * 1e4, 2.0 + 2.0 * std::sqrt(2.0), 1e-3);
  EXPECT_NEAR(exact_bound(1e8, 0.0) * 1e4, 4.0, 1e-3);
}

}  // namespace
}  // namespace surefoot
