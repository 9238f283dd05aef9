#include <boost/math/special_functions/erf.hpp>
#include <gtest/gtest.h>

#include <surefoot/math.hpp>
#include <surefoot/simd/normal.hpp>

#include "simd/accuracy.hpp"

namespace surefoot {
namespace {

constexpr long double root_half = 0.70710678118654752440L, root_two = 1.41421356237309504880L;

long double exact_density(long double x) {
  return std::exp(-0.5L * x * x) * 0.39894228040143267794L;  // 1/sqrt(2 pi)
}
long double exact_cdf(long double x) { return 0.5L * std::erfc(-x * root_half); }
long double exact_quantile(long double p) {  // 1 - p is exact for p in [1/2, 1]
  return p < 0.5L ? -root_two * boost::math::erfc_inv(2.0L * p)
                  : root_two * boost::math::erfc_inv(2.0L * (1.0L - p));
}

const auto density_of = [](auto x) { return normal_density(x); };
const auto cdf_of = [](auto x) { return normal_cdf(x); };
const auto quantile_of = [](auto p) { return normal_quantile(p); };

template <class Real>
class PackNormal : public testing::Test {
 protected:
  using Limits = std::numeric_limits<Real>;
  static constexpr bool single = sizeof(Real) == 4;
  static constexpr int many = 20000;
  static constexpr Real inf = Limits::infinity(), nan = Limits::quiet_NaN();
  static constexpr Real smallest = Limits::min(), largest = Limits::max();
  static constexpr Real epsilon = Limits::epsilon();
  static constexpr double deepest = single ? 12.9 : 37.4;  // beyond it the density is denormal

  /// Relative error that rounding x^2/2 leaves in exp(-x^2/2), beside `units` of the last place.
  static auto tail_error(long double units) {
    return [units](long double x, long double y) {
      return y * Limits::epsilon() * (units + 0.25L * x * x);
    };
  }
  template <class F>
  static Real at(F f, Real x) {
    return map_packs(std::vector<Real>{x}, f)[0];
  }
};

using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackNormal, Scalars);

TYPED_TEST(PackNormal, DensityLosesOnlyTheRoundingOfItsExponent) {
  const auto xs = evenly<TypeParam>(-this->deepest, this->deepest, this->many);
  const Worst worst = worst_error(xs, density_of, exact_density, this->tail_error(2.0L));
  EXPECT_LE(worst.error, 1.0) << "at " << worst.at;
  for (const TypeParam x : {TypeParam(50.0), this->largest, this->inf}) {
    EXPECT_EQ(this->at(density_of, x), 0.0) << x;
    EXPECT_EQ(this->at(density_of, -x), 0.0) << x;
  }
  EXPECT_TRUE(std::isnan(this->at(density_of, this->nan)));
}

TYPED_TEST(PackNormal, CdfKeepsItsRelativeAccuracyInTheLowerTail) {
  const auto positive = by_magnitude<TypeParam>(1e-30, 9.0, this->many);
  for (const auto& xs :
       {evenly<TypeParam>(-this->deepest, 9.0, this->many), positive, negated(positive)}) {
    const Worst worst = worst_error(xs, cdf_of, exact_cdf, this->tail_error(5.0L));
    EXPECT_LE(worst.error, 1.0) << "at " << worst.at;
  }
}

TYPED_TEST(PackNormal, CdfHasTheLimitsOfTheFunction) {
  EXPECT_EQ(this->at(cdf_of, 0.0), 0.5);
  for (const TypeParam x : {TypeParam(50.0), this->largest, this->inf}) {
    EXPECT_EQ(this->at(cdf_of, x), 1.0) << x;
    EXPECT_EQ(this->at(cdf_of, -x), 0.0) << x;
  }
  EXPECT_TRUE(std::isnan(this->at(cdf_of, this->nan)));
}

// Relative to max(|x|, 1): near p = 1/2 what matters to a simulator is the absolute error.
TYPED_TEST(PackNormal, QuantileIsAccurateOverItsWholeRange) {
  struct {
    double from, float_bound, double_bound;
  } const ranges[] = {
      {this->smallest, 5.5e-6, 1.9e-15}, {1e-4, 1.2e-6, 1.1e-15}, {1e-2, 2.8e-7, 1.1e-15}};
  for (const auto& [from, float_bound, double_bound] : ranges) {
    std::vector<TypeParam> ps = by_magnitude<TypeParam>(from, 0.5, this->many);
    for (const TypeParam q : std::vector(ps))
      if (TypeParam(1.0) - q < TypeParam(1.0)) ps.push_back(TypeParam(1.0) - q);
    for (const TypeParam q : by_magnitude<TypeParam>(this->epsilon, 0.4, this->many)) {
      ps.push_back(TypeParam(0.5) + q);
      ps.push_back(TypeParam(0.5) - q);
    }
    const Worst worst =
        worst_error(ps, quantile_of, exact_quantile,
                    [](long double, long double x) { return std::max(1.0L, std::abs(x)); });
    EXPECT_LE(worst.error, this->single ? float_bound : double_bound) << "at " << worst.at;
  }
}

TYPED_TEST(PackNormal, QuantileHasTheLimitsOfTheFunction) {
  EXPECT_EQ(this->at(quantile_of, 0.5), 0.0);
  EXPECT_EQ(this->at(quantile_of, 0.0), -this->inf);
  EXPECT_EQ(this->at(quantile_of, 1.0), this->inf);
  for (const TypeParam p : {TypeParam(-0.1), TypeParam(1.1), -this->inf, this->inf, this->nan})
    EXPECT_TRUE(std::isnan(this->at(quantile_of, p))) << p;
}

TYPED_TEST(PackNormal, QuantileOfADenormalIsFarBelow) {
  EXPECT_LT(this->at(quantile_of, std::numeric_limits<TypeParam>::denorm_min()), -12.0);
  EXPECT_LT(this->at(quantile_of, this->smallest / 8), -12.0);
}

TEST(ScalarNormal, QuantileIsThatOfThePacks) {
  for (const double p : {0.0, 1e-300, 1e-20, 0.02, 0.3, 0.5, 0.9, 1.0 - 1e-15, 1.0}) {
    const double x = normal_quantile(p);
    EXPECT_EQ(x, normal_quantile(Pack<double, Baseline>(p)).v[0]) << p;
    if (p > 0.0 && p < 1.0) {
      EXPECT_NEAR(x, static_cast<double>(exact_quantile(p)), 1.9e-15 * std::max(1.0, std::abs(x)));
    }
  }
}

TEST(ScalarNormal, CdfAndDensityAreThoseOfTheStandardLibrary) {
  for (const double x : evenly<double>(-37.0, 9.0, 2000)) {
    const double loss = 2.3e-16 * (4.0 + x * x);
    const double cdf = static_cast<double>(exact_cdf(x));
    const double density = static_cast<double>(exact_density(x));
    EXPECT_NEAR(normal_cdf(x), cdf, loss * cdf) << x;
    EXPECT_NEAR(normal_density(x), density, loss * density) << x;
  }
}

TEST(ScalarNormal, QuantileInvertsTheCdf) {
  for (const double x : evenly<double>(-37.0, 5.0, 1000))  // above, 1 - p has lost its digits
    EXPECT_NEAR(normal_quantile(normal_cdf(x)), x, 2e-10 * std::max(1.0, std::abs(x)));
}

}  // namespace
}  // namespace surefoot
