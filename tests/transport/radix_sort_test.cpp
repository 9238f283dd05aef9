#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/transport/radix_sort.hpp>

namespace surefoot {
namespace {

template <class Real>
class RadixSorts : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(RadixSorts, Reals);

template <class Real>
void expect_sorted_as_std_does(std::vector<Real> values) {
  auto expected = values;
  std::sort(expected.begin(), expected.end(),
            [](Real a, Real b) { return a != b ? a < b : std::signbit(a) && !std::signbit(b); });
  RadixSort<Real> sort;
  sort(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(ordered_bits(values[i]), ordered_bits(expected[i])) << i << " of " << values.size();
}

TYPED_TEST(RadixSorts, AsStdSortDoes) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (const std::size_t count : {0, 1, 2, 63, 64, 65, 500, 1023, 1024, 5000}) {
    std::vector<TypeParam> values(count);
    for (auto& value : values) value = static_cast<TypeParam>(normal(random));
    expect_sorted_as_std_does(values);
    for (auto& value : values) value = std::round(value);
    expect_sorted_as_std_does(values);
    for (auto& value : values) value = 3;
    expect_sorted_as_std_does(values);
  }
}

TYPED_TEST(RadixSorts, WhateverNumbersThereAre) {
  using Limits = std::numeric_limits<TypeParam>;
  const std::vector<TypeParam> odd{0,
                                   1,
                                   Limits::infinity(),
                                   Limits::max(),
                                   Limits::min(),
                                   Limits::denorm_min(),
                                   2 * Limits::denorm_min(),
                                   Limits::epsilon()};
  std::mt19937_64 random(2);
  for (const std::size_t count : {20, 300, 3000}) {
    std::vector<TypeParam> values(count);
    for (auto& value : values)
      value = odd[random() % odd.size()] * TypeParam(random() % 2 == 0 ? 1 : -1);
    expect_sorted_as_std_does(values);
  }
}

TYPED_TEST(RadixSorts, WithWhatIsNoNumberAtTheEnds) {
  const auto nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const auto infinity = std::numeric_limits<TypeParam>::infinity();
  for (const std::size_t count : {5, 100, 2000}) {
    std::vector<TypeParam> values(count, TypeParam(1));
    values[2] = nan, values[3] = -infinity, values[4] = std::copysign(nan, TypeParam(-1));
    RadixSort<TypeParam> sort;
    sort(values);
    EXPECT_TRUE(std::isnan(values.front()));
    EXPECT_EQ(values[1], -infinity);
    EXPECT_TRUE(std::isnan(values.back()));
  }
}

TYPED_TEST(RadixSorts, WithBitsThatGiveTheNumberBack) {
  for (const float number : {-1.5f, -0.0f, 0.0f, 1e-30f, 7.0f}) {
    const TypeParam value{number};
    EXPECT_EQ(from_ordered_bits<TypeParam>(ordered_bits(value)), value);
  }
}

}  // namespace
}  // namespace surefoot
