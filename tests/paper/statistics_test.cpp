#include "paper/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace surefoot::paper {
namespace {

Draws draws_of(std::vector<double> values, std::vector<std::string> names) {
  Draws draws;
  draws.names = std::move(names);
  draws.values = std::move(values);
  draws.info.resize(draws.values.size() / draws.names.size());
  for (std::size_t r = 0; r < draws.info.size(); ++r)
    draws.index.push_back(static_cast<std::uint32_t>(r));
  return draws;
}

std::vector<double> normals(std::mt19937_64& random, std::size_t count, double mean, double sd) {
  std::normal_distribution<double> normal(mean, sd);
  std::vector<double> values(count);
  for (double& v : values) v = normal(random);
  return values;
}

TEST(MeanOf, HasTheStandardErrorOfTheMean) {
  const std::vector<double> values{1.0, 2.0, 3.0, 6.0};
  const Estimate mean = mean_of(values);
  EXPECT_DOUBLE_EQ(mean.value, 3.0);
  EXPECT_DOUBLE_EQ(mean.error, std::sqrt((4.0 + 1.0 + 0.0 + 9.0) / 3.0 / 4.0));
}

TEST(MeanOf, HasNoErrorForOneRunAndNoValueForNone) {
  EXPECT_TRUE(std::isnan(mean_of(std::vector{2.0}).error));
  EXPECT_TRUE(std::isnan(mean_of({}).value));
}

// The variance is half the mean squared difference of all pairs.
TEST(SdOf, IsThatOfAllPairs) {
  std::mt19937_64 random(1);
  const auto values = normals(random, 40, 3.0, 2.0);
  double squares = 0.0;
  for (const double a : values)
    for (const double b : values) squares += (a - b) * (a - b);
  EXPECT_NEAR(sd_of(values), std::sqrt(squares / (2.0 * 40.0 * 39.0)), 1e-12);
}

TEST(NormalisedError, IsThePapersOfThePosteriorMean) {
  // Means 2 and 5 against 1 and 3: (1 + 4) / (1 + 3).
  const Draws draws = draws_of({1.0, 4.0, 3.0, 6.0}, {"a", "b"});
  const std::vector<double> truth{1.0, 3.0};
  EXPECT_DOUBLE_EQ(normalised_error(moments_of(draws), truth).value, 1.25);
}

TEST(NormalisedError, LeavesFailedDrawsOut) {
  Draws draws = draws_of({1.0, 3.0, NAN}, {"a"});
  draws.info[2].status = DrawStatus::diverged;
  EXPECT_DOUBLE_EQ(normalised_error(moments_of(draws), std::vector{1.0}).value, 1.0);
}

// The error that is reported of one run is how much the value varies when only the draws are new.
TEST(NormalisedError, HasTheMonteCarloErrorOfNewDraws) {
  std::mt19937_64 random(2);
  constexpr std::size_t draws = 200, repetitions = 2000;
  const std::vector<double> truth{1.0, 3.0};
  std::vector<double> values, errors;
  for (std::size_t i = 0; i < repetitions; ++i) {
    const auto a = normals(random, draws, 1.5, 0.3), b = normals(random, draws, 2.0, 0.8);
    std::vector<double> rows;
    for (std::size_t r = 0; r < draws; ++r) rows.insert(rows.end(), {a[r], b[r]});
    const Estimate error = normalised_error(moments_of(draws_of(rows, {"a", "b"})), truth);
    values.push_back(error.value);
    errors.push_back(error.error);
  }
  // The deviation of 2000 values is known to one part in 63.
  EXPECT_NEAR(mean_of(errors).value / sd_of(values), 1.0, 4.0 / 63.0);
}

TEST(SquaredErrorOfDraws, IsTheMeanOverDrawsAndParameters) {
  std::mt19937_64 random(3);
  const auto values = normals(random, 60, 1.0, 2.0);
  const std::vector<double> truth{0.5, -1.0, 2.0};
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += (values[i] - truth[i % 3]) * (values[i] - truth[i % 3]);
  EXPECT_NEAR(squared_error_of_draws(draws_of(values, {"a", "b", "c"}), truth), sum / 60.0, 1e-12);
}

// The quantile of n values at k / (n - 1) is the k-th of them in order, and in between a line.
TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  std::mt19937_64 random(4);
  const auto values = normals(random, 11, 0.0, 1.0);
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(quantile(values, static_cast<double>(k) / 10.0), sorted[k], 1e-12);
    EXPECT_NEAR(quantile(values, (static_cast<double>(k) + 0.25) / 10.0),
                0.75 * sorted[k] + 0.25 * sorted[k + 1], 1e-12);
  }
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(Covers, CountsTheTruthInNineOfTenIntervals) {
  std::mt19937_64 random(5);
  constexpr int repetitions = 4000;
  int covered = 0;
  for (int i = 0; i < repetitions; ++i) {
    // Truth and draws come from the same distribution, as when a posterior is right.
    const auto values = normals(random, 400, 0.0, 1.0);
    covered += covers(values, normals(random, 1, 0.0, 1.0).front()) ? 1 : 0;
  }
  EXPECT_NEAR(covered / double{repetitions}, 0.9, 4.0 * std::sqrt(0.09 / repetitions) + 0.003);
}

TEST(RootOf, HasTheErrorOfTheDeltaMethod) {
  const Estimate root = root_of({4.0, 0.2});
  EXPECT_DOUBLE_EQ(root.value, 2.0);
  const double step = 1e-6;
  EXPECT_NEAR(root.error, 0.2 * (std::sqrt(4.0 + step) - std::sqrt(4.0 - step)) / (2.0 * step),
              1e-9);
  EXPECT_DOUBLE_EQ(root_of({-0.1, 0.2}).value, 0.0);
  EXPECT_DOUBLE_EQ(root_of({-0.1, 0.2}).error, 0.2);
}

double share_up_to(const std::vector<double>& values, double x) {
  return static_cast<double>(
             std::count_if(values.begin(), values.end(), [x](double v) { return v <= x; })) /
         static_cast<double>(values.size());
}

TEST(LargestDifference, IsThatOfTheDistributionFunctions) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 20; ++round) {
    auto a = normals(random, 30, 0.0, 1.0), b = normals(random, 50, 0.4, 1.5);
    if (round % 2 == 1)  // ties, within a sample and between them
      for (auto* values : {&a, &b})
        for (double& v : *values) v = std::round(2.0 * v);
    double largest = 0.0;
    for (const auto* values : {&a, &b})
      for (const double x : *values)
        largest = std::max(largest, std::abs(share_up_to(a, x) - share_up_to(b, x)));
    EXPECT_NEAR(largest_difference(a, b), largest, 1e-12) << "round " << round;
  }
  EXPECT_DOUBLE_EQ(largest_difference({1.0, 2.0}, {3.0}), 1.0);
  EXPECT_DOUBLE_EQ(largest_difference({1.0, 2.0}, {1.0, 2.0}), 0.0);
}

TEST(ExponentOf, IsThatOfAPowerLaw) {
  std::vector<double> x{50, 100, 200, 400, 1600}, y;
  for (const double n : x) y.push_back(3.7 * std::pow(n, -0.5));
  EXPECT_NEAR(exponent_of(x, y), -0.5, 1e-12);
  x.insert(x.begin() + 1, 77.0);  // a distance that was estimated to be nothing
  y.insert(y.begin() + 1, 0.0);
  EXPECT_NEAR(exponent_of(x, y), -0.5, 1e-12);
}

// Where points scatter, no other exponent has smaller squares on logarithms.
TEST(ExponentOf, HasTheLeastSquares) {
  const std::vector<double> x{50, 100, 200, 400}, y{0.3, 0.25, 0.11, 0.1};
  const auto squares = [&](double exponent) {
    double mean = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < 4; ++i) mean += std::log(y[i] * std::pow(x[i], -exponent)) / 4.0;
    for (std::size_t i = 0; i < 4; ++i)
      sum += std::pow(std::log(y[i] * std::pow(x[i], -exponent)) - mean, 2.0);
    return sum;
  };
  const double best = exponent_of(x, y);
  for (const double step : {-0.1, -0.001, 0.001, 0.1})
    EXPECT_LT(squares(best), squares(best + step)) << step;
}

}  // namespace
}  // namespace surefoot::paper
