#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/simd/trigonometry.hpp>

#include "simd/accuracy.hpp"

namespace surefoot {
namespace {

template <class Real>
class PackTrigonometry : public testing::Test {
 protected:
  static constexpr int many = 200000;
  // Absolute; found: 8.3e-8 and 1.6e-16.
  static constexpr double tolerance = sizeof(Real) == 4 ? 1e-7 : 2e-16;
};

using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackTrigonometry, Scalars);

const auto sin_of = [](auto x) { return sin(x); };
const auto cos_of = [](auto x) { return cos(x); };
const auto exact_sin = [](long double x) { return std::sin(x); };
const auto exact_cos = [](long double x) { return std::cos(x); };
const auto absolute = [](long double, long double) { return 1.0L; };

TYPED_TEST(PackTrigonometry, IsAccurateOverTheRangeThatItStates) {
  const double end = double(accurate_angle<TypeParam>);
  for (const auto& xs :
       {evenly<TypeParam>(-end, end, this->many), evenly<TypeParam>(-10.0, 10.0, this->many),
        by_magnitude<TypeParam>(1e-30, end, this->many),
        negated(by_magnitude<TypeParam>(1e-30, end, this->many))}) {
    const Worst sine = worst_error(xs, sin_of, exact_sin, absolute);
    const Worst cosine = worst_error(xs, cos_of, exact_cos, absolute);
    EXPECT_LE(sine.error, this->tolerance) << "at " << sine.at;
    EXPECT_LE(cosine.error, this->tolerance) << "at " << cosine.at;
  }
}

TYPED_TEST(PackTrigonometry, IsAccurateAtQuarterTurns) {
  std::vector<TypeParam> turns;
  for (int n = -15000; n <= 15000; ++n) turns.push_back(static_cast<TypeParam>(n * (M_PI / 4)));
  const Worst sine = worst_error(turns, sin_of, exact_sin, absolute);
  const Worst cosine = worst_error(turns, cos_of, exact_cos, absolute);
  EXPECT_LE(sine.error, this->tolerance) << "at " << sine.at;
  EXPECT_LE(cosine.error, this->tolerance) << "at " << cosine.at;
}

TYPED_TEST(PackTrigonometry, StaysOnTheUnitCircleForEveryNumber) {
  const double most = sizeof(TypeParam) == 4 ? 3e38 : 1e308;
  const auto xs = by_magnitude<TypeParam>(1e-30, most, this->many);
  const auto square = [](auto x) {
    const auto both = sincos(x);
    return both.sin * both.sin + both.cos * both.cos;
  };
  const Worst worst = worst_error(
      xs, square, [](long double) { return 1.0L; }, absolute);
  EXPECT_LE(worst.error, 3.0 * this->tolerance) << "at " << worst.at;
}

// Points that are lost far away must not look alike to every frequency.
TYPED_TEST(PackTrigonometry, SpreadsAnglesBeyondTheRange) {
  const auto xs = by_magnitude<TypeParam>(1e15, 1e30, this->many);
  double c = 0.0, s = 0.0;
  for (const TypeParam value : map_packs(xs, cos_of)) c += double(value);
  for (const TypeParam value : map_packs(xs, sin_of)) s += double(value);
  const double error = std::sqrt(0.5 / this->many);  // of a mean of independent ones
  EXPECT_LE(std::abs(c / this->many), 5.0 * error);
  EXPECT_LE(std::abs(s / this->many), 5.0 * error);
}

TYPED_TEST(PackTrigonometry, PassesOnWhatIsNotANumber) {
  const std::vector<TypeParam> nan{std::numeric_limits<TypeParam>::quiet_NaN()};
  EXPECT_TRUE(std::isnan(map_packs(nan, sin_of)[0]));
  EXPECT_TRUE(std::isnan(map_packs(nan, cos_of)[0]));
}

}  // namespace
}  // namespace surefoot
