#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/report/findings.hpp>

#include "check/check_support.hpp"

namespace surefoot {
namespace {

TEST(CompositeTest, CountsReplicatesThatAreAsLarge) {
  const CompositeTest test{0.04, {0.01, 0.04, 0.05, 0.02}, 1.0};
  EXPECT_DOUBLE_EQ(test.p_value(), 3.0 / 5.0);
  // With 8 % of outliers the root falls from 0.2 to 0.12.
  EXPECT_DOUBLE_EQ(test.p_value(0.08), 4.0 / 5.0);
  EXPECT_DOUBLE_EQ(test.p_value(0.12), 5.0 / 5.0);
  EXPECT_DOUBLE_EQ(test.p_value(0.5), 1.0);  // further away than anything is tolerated
}

TEST(CompositeTest, OfAnUnbiasedEstimateBelowZero) {
  const CompositeTest test{-0.01, {-0.02, 0.01}, 1.0};
  EXPECT_DOUBLE_EQ(test.p_value(), 2.0 / 3.0);
}

double p_value(const Sample& x, double tolerance = 0.0) {
  const Fit fit = checked_fit("g-and-k", x, {{"draws", "600"}});
  EXPECT_EQ(fit.check->test->replicates.size(), 37u);
  return fit.check->test->p_value(tolerance);
}

TEST(CompositeTest, DoubtsTheModelOfContaminatedDataAlone) {
  const Sample clean = observations_of("g-and-k", 500);
  const double least = 1.0 / 38.0;
  EXPECT_GT(p_value(clean), 0.1);
  EXPECT_DOUBLE_EQ(p_value(contaminate(clean, "cluster:0.2:20:0.5", 1).observations, 0.05), least);
  const Sample few = contaminate(clean, "cluster:0.05:20:0.5", 1).observations;
  EXPECT_DOUBLE_EQ(p_value(few), least);
  EXPECT_GT(p_value(few, 0.05), 0.1);
}

// The distribution of p-values on clean data: no data set is doubted too easily.
TEST(CompositeTest, IsUniformOnCleanData) {
  std::vector<double> values;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Sample x = observations_of("gaussian-location", 60, 1, seed);
    values.push_back(checked_fit("gaussian-location", x, {}).check->test->p_value());
  }
  std::sort(values.begin(), values.end());
  double distance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    distance = std::max({distance, std::abs(values[i] - double(i) / 40.0),
                         std::abs(values[i] - double(i + 1) / 40.0)});
  // Twentieths are steps of 0.05; the 1 % quantile of Kolmogorov's distance is 1.63 / sqrt(n).
  EXPECT_LT(distance, 0.05 + 1.63 / std::sqrt(40.0));
}

}  // namespace
}  // namespace surefoot
