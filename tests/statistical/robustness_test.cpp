#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/math.hpp>
#include <surefoot/simulators/contamination.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// N(0, 1) with a share eps of all mass at z, as n equal atoms: the quantiles of the one, copies of
/// the other.
Sample contaminated_normal(double eps, double z, int n) {
  const int outliers = static_cast<int>(std::lround(eps * n)), clean = n - outliers;
  std::vector<double> values(static_cast<std::size_t>(outliers), z);
  for (int i = 0; i < clean; ++i) values.push_back(normal_quantile((i + 0.5) / clean));
  return Sample(values, 1);
}

/// Where the model N(theta, 1) fits (1 - eps) N(0, 1) + eps delta_z best: with s^2 = l^2 + 1, which
/// is the kernel smoothed by the model, the root next to 0 of
///
///     -(1 - eps) theta (s^2/(s^2 + 1))^{3/2} exp(-theta^2/(2 (s^2 + 1)))
///       + eps (z - theta) exp(-(z - theta)^2/(2 s^2)).
double population_bias(double eps, double z, double l) {
  const double s2 = l * l + 1.0;
  const auto slope = [&](double theta) {
    return -(1.0 - eps) * theta * std::pow(s2 / (s2 + 1.0), 1.5) *
               std::exp(-theta * theta / (2.0 * (s2 + 1.0))) +
           eps * (z - theta) * std::exp(-std::pow(z - theta, 2) / (2.0 * s2));
  };
  double low = 0.0, high = 0.0;
  while (slope(high) > 0.0) high += 0.01;
  for (int i = 0; i < 60; ++i) (slope(0.5 * (low + high)) > 0.0 ? low : high) = 0.5 * (low + high);
  return low;
}

// No chance is involved; 2000 atoms stand for the population to about 1e-3.
TEST(GaussianLocation, HasARedescendingBias) {
  const Model model = built_in_model("gaussian-location", 1);
  for (const double eps : {0.05, 0.1, 0.2}) {
    double worst = 0.0, last = 0.0;
    for (const double z : {0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0}) {
      const Sample x = contaminated_normal(eps, z, 2000);
      const Problem problem = make_problem(model, x, settings({{"lengthscale", "1"}}));
      const double found = find_modes(problem).list.at(0).eta[0];
      const double bias = population_bias(eps, z, 1.0);
      EXPECT_NEAR(found, bias, 2e-3) << "eps " << eps << ", z " << z;
      worst = std::max(worst, bias);
      last = found;
    }
    EXPECT_LT(last, 0.001 * worst);
    EXPECT_GT(worst, eps);  // an outlier of size 2 pulls as it would the mean, or nearly so
  }
}

// The mean over draws of theta^2 is the mean of theta_hat^2 plus the posterior variance.  Over 100
// data sets its standard error is about .0015; four of them are exceeded by one choice of seeds in
// 16,000, beyond what the approximate .023 leaves open.
TEST(GaussianLocation, IsNearTheCentreOfCauchyData) {
  std::vector<double> squares;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const Sample x = generate("cauchy", 200, 1, number);
    const Fit fit =
        fit_built_in("gaussian-location", x, {{"draws", "200"}, {"seed", std::to_string(number)}});
    squares.push_back(estimate(squares_about(column(fit.draws, 0), 0.0)).mean);
  }
  const Estimate found = estimate(squares);
  RecordProperty("mean_square", std::to_string(found.mean));
  EXPECT_NEAR(found.mean, 0.023, 4.0 * found.error);
}

/// The paper's accuracy: mean squared error of the posterior mean, over the mean of the truth.
double normalised_error(const Draws& draws, const std::vector<double>& truth) {
  double square = 0.0, size = 0.0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    square += std::pow(estimate(column(draws, k)).mean - truth[k], 2);
    size += truth[k];
  }
  return square / size;
}

// With outliers at +-50 the plain objective loses mass by spreading the model; the freed mass takes
// the outliers' share instead.  The mass of one data set has a standard deviation of .015 over 16
// others, so that one choice of seeds in 6,000 misses .02; mean errors were .026 against .088.
TEST(FreeMass, ReportsTheCleanShareAndFitsItBetter) {
  const std::vector<double> truth = built_in_model("g-and-k").truth;
  std::vector<double> masses, free_errors, fixed_errors;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Sample x =
        contaminate(observations_of("g-and-k", 1000, 0, seed), "shift:0.1:-50,50", seed)
            .observations;
    const SettingList list{{"draws", "10"}, {"lengthscale", "0.15"}, {"simulations", "512"}};
    SettingList free = list;
    free.push_back({"mass", "free"});
    const Fit fixed_mass = fit_built_in("g-and-k", x, list);
    const Fit free_mass = fit_built_in("g-and-k", x, free);
    for (const DrawInfo& info : free_mass.draws.info) masses.push_back(info.mass);
    for (const DrawInfo& info : fixed_mass.draws.info) EXPECT_EQ(info.mass, 1.0);
    free_errors.push_back(normalised_error(free_mass.draws, truth));
    fixed_errors.push_back(normalised_error(fixed_mass.draws, truth));
  }
  EXPECT_NEAR(estimate(masses).mean, 0.9, 0.02);
  EXPECT_LT(estimate(free_errors).mean, 0.6 * estimate(fixed_errors).mean);
  RecordProperty("mass", std::to_string(estimate(masses).mean));
  RecordProperty("free_error", std::to_string(estimate(free_errors).mean));
  RecordProperty("fixed_error", std::to_string(estimate(fixed_errors).mean));
}

TEST(FreeMass, IsOneForCleanData) {
  const Sample x = observations_of("gaussian-location", 400, 2);
  const Fit fit = fit_built_in("gaussian-location", x, {{"draws", "200"}, {"mass", "free"}});
  std::vector<double> mass;
  for (const DrawInfo& info : fit.draws.info) mass.push_back(info.mass);
  EXPECT_GT(estimate(mass).mean, 0.95);
  for (const double m : mass) EXPECT_LE(m, 1.0);
}

}  // namespace
}  // namespace surefoot
