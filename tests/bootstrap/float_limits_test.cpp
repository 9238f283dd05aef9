#include "bootstrap/float_limits.hpp"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

// Quartiles 1 and 3 of 0, 1, 2, 3, 4, moved by `offset`.
Sample five(double offset, double unit = 1.0) {
  std::vector<double> values;
  for (int i = 0; i < 5; ++i) values.push_back(offset + unit * i);
  return Sample(values, 1);
}

TEST(FloatLimits, MeasureAColumnByItsQuartiles) {
  const auto spread = column_extents(five(-10.0), {});
  ASSERT_EQ(spread.size(), 1u);
  EXPECT_DOUBLE_EQ(spread[0].size, 9.0);
  EXPECT_DOUBLE_EQ(spread[0].length, 2.0);
  const std::vector<double> lengthscales{3.0, 0.5}, scale{4.0};
  const auto scaled = column_extents(five(-10.0), lengthscales, scale);
  EXPECT_DOUBLE_EQ(scaled[0].size, 9.0 / 4.0);
  EXPECT_DOUBLE_EQ(scaled[0].length, 0.5);
}

TEST(FloatLimits, NameTheFirstColumnThatLiesTooFarFrom0) {
  constexpr FloatLimits limits{.most_lengths = 100.0};
  EXPECT_EQ(blurred_column({{100.0, 1.0}, {5.0, 1.0}}, limits), std::nullopt);
  EXPECT_EQ(blurred_column({{100.0, 1.0}, {101.0, 1.0}, {1e3, 1.0}}, limits), 1u);
}

TEST(FloatLimits, RefuseNumbersWhoseSquaresAreNotSafe) {
  constexpr FloatLimits limits{.most_lengths = 100.0, .least_length = 1e-3, .least_size = 1e-2};
  EXPECT_EQ(blurred_column({{2e10, 1e10}}, limits), 0u);
  EXPECT_EQ(blurred_column({{0.05, 9e-4}}, limits), 0u);
  EXPECT_EQ(blurred_column({{9e-3, 1.0}}, limits), 0u);
  EXPECT_EQ(blurred_column({{1e-2, 1e-3}}, limits), std::nullopt);
}

TEST(FloatLimits, SayWhetherAColumnAt0MayHaveAnyLength) {
  FloatLimits limits{.most_lengths = 100.0, .least_length = 1e-3};
  EXPECT_EQ(blurred_column({{0.0, 1e-9}}, limits), std::nullopt);
  limits.any_length_around_0 = false;
  EXPECT_EQ(blurred_column({{0.0, 1e-9}}, limits), 0u);
}

}  // namespace
}  // namespace surefoot
