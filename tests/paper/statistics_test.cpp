#include "paper/statistics.hpp"

#include <cmath>

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

TEST(SquaredErrorOfDraws, CountsTheSpreadOfTheDraws) {
  const Draws draws = draws_of({-1.0, 3.0}, {"a"});
  EXPECT_DOUBLE_EQ(squared_error_of_draws(draws, std::vector{0.0}), 5.0);
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  EXPECT_DOUBLE_EQ(quantile({3.0, 1.0, 2.0, 4.0}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({3.0, 1.0}, 1.0), 3.0);
}

}  // namespace
}  // namespace surefoot::paper
