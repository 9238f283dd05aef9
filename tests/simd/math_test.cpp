#include <gtest/gtest.h>

#include <surefoot/math.hpp>
#include <surefoot/simd/power.hpp>

#include "simd/accuracy.hpp"

namespace surefoot {
namespace {

// The bounds are the largest errors found over millions of arguments, on all instruction sets and
// with contraction on and off, plus a tenth.

template <class Real>
class PackMath : public testing::Test {
 protected:
  using Limits = std::numeric_limits<Real>;
  static constexpr bool single = sizeof(Real) == 4;
  static constexpr int many = 50000;
  static constexpr Real inf = Limits::infinity(), nan = Limits::quiet_NaN();
  static constexpr Real smallest = Limits::min(), largest = Limits::max();
  static constexpr Real denormal = Limits::denorm_min() * 5;

  static double in_ulps(double of_float, double of_double) { return single ? of_float : of_double; }

  /// One value, from a whole pack of it.
  template <class F>
  static Real at(F f, Real x) {
    return map_packs(std::vector<Real>{x}, f)[0];
  }
};

using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackMath, Scalars);

const auto decaying_exp2_of = [](auto x) { return decaying_exp2(x); };
const auto exp2_of = [](auto x) { return exp2(x); };
const auto exp_of = [](auto x) { return exp(x); };
const auto expm1_of = [](auto x) { return expm1(x); };
const auto tanh_of = [](auto x) { return tanh(x); };
const auto log_of = [](auto x) { return log(x); };
const auto log1p_of = [](auto x) { return log1p(x); };
const auto sqrt_of = [](auto x) { return sqrt(x); };

TYPED_TEST(PackMath, Exp2IsAccurateToItsLastBits) {
  const double top = std::numeric_limits<TypeParam>::max_exponent - 0.01;
  const auto exact = [](long double x) { return std::exp2(x); };
  for (const auto& xs :
       {evenly<TypeParam>(std::numeric_limits<TypeParam>::min_exponent - 1, top, this->many),
        by_magnitude<TypeParam>(1e-30, 1.0, this->many)}) {
    const Worst worst = worst_ulps(xs, decaying_exp2_of, exact);
    EXPECT_LE(worst.error, this->in_ulps(3.2, 1.3)) << "at " << worst.at;
  }
}

TYPED_TEST(PackMath, Exp2OfKernelsEndsAtTheSmallestNormalNumber) {
  for (const TypeParam x : {TypeParam(-1e4), -this->largest, -this->inf})
    EXPECT_NEAR(this->at(decaying_exp2_of, x) / this->smallest, 1.0, 2e-7) << x;
  EXPECT_TRUE(std::isnan(this->at(decaying_exp2_of, this->nan)));
}

TYPED_TEST(PackMath, Exp2HasTheLimitsOfTheFunction) {
  const double end = this->single ? 125.9 : 1021.9;
  for (const auto& xs : {evenly<TypeParam>(-end, end, this->many),
                         by_magnitude<TypeParam>(1e-30, 1.0, this->many)}) {
    const Worst worst = worst_ulps(xs, exp2_of, [](long double x) { return std::exp2(x); });
    EXPECT_LE(worst.error, this->in_ulps(1.5, 1.5)) << "at " << worst.at;
  }
  for (const int n : {-20, -1, 0, 1, 10, 20})
    EXPECT_EQ(this->at(exp2_of, static_cast<TypeParam>(n)), std::ldexp(1.0, n));
  for (const TypeParam x : {TypeParam(1100), this->largest, this->inf}) {
    EXPECT_EQ(this->at(exp2_of, x), this->inf) << x;
    EXPECT_EQ(this->at(exp2_of, -x), 0.0) << x;
  }
  EXPECT_TRUE(std::isnan(this->at(exp2_of, this->nan)));
}

TYPED_TEST(PackMath, ExpIsAccurateToItsLastBits) {
  const double low = this->single ? -87.33 : -708.39, high = this->single ? 88.36 : 709.42;
  const auto exact = [](long double x) { return std::exp(x); };
  for (const auto& xs : {evenly<TypeParam>(low, high, this->many),
                         by_magnitude<TypeParam>(this->smallest, 1.0, this->many)}) {
    const Worst worst = worst_ulps(xs, exp_of, exact);
    EXPECT_LE(worst.error, this->in_ulps(1.25, 1.25)) << "at " << worst.at;
  }
}

TYPED_TEST(PackMath, ExpHasTheLimitsOfTheFunction) {
  EXPECT_EQ(this->at(exp_of, 0.0), 1.0);
  EXPECT_EQ(this->at(exp_of, this->denormal), 1.0);
  for (const TypeParam x : {TypeParam(800.0), this->largest, this->inf})
    EXPECT_EQ(this->at(exp_of, x), this->inf) << x;
  for (const TypeParam x : {TypeParam(-800.0), -this->largest, -this->inf})
    EXPECT_EQ(this->at(exp_of, x), 0.0) << x;
  EXPECT_TRUE(std::isnan(this->at(exp_of, this->nan)));
}

TYPED_TEST(PackMath, Expm1DoesNotCancel) {
  const double low = this->single ? -87.0 : -708.0, high = this->single ? 88.3 : 709.3;
  const auto tiny = by_magnitude<TypeParam>(this->smallest, 1.0, this->many);
  for (const auto& xs : {evenly<TypeParam>(low, high, this->many), tiny, negated(tiny)}) {
    const Worst worst = worst_ulps(xs, expm1_of, [](long double x) { return std::expm1(x); });
    EXPECT_LE(worst.error, this->in_ulps(2.0, 2.7)) << "at " << worst.at;
  }
  EXPECT_EQ(this->at(expm1_of, 0.0), 0.0);
  EXPECT_EQ(this->at(expm1_of, this->denormal), this->denormal);
  for (const TypeParam x : {TypeParam(1e3), this->largest, this->inf}) {
    EXPECT_EQ(this->at(expm1_of, x), this->inf) << x;
    EXPECT_EQ(this->at(expm1_of, -x), -1.0) << x;
  }
  EXPECT_TRUE(std::isnan(this->at(expm1_of, this->nan)));
}

TYPED_TEST(PackMath, TanhIsAccurateToItsLastBits) {
  const auto positive = by_magnitude<TypeParam>(this->smallest, 1e3, this->many);
  for (const auto& xs : {evenly<TypeParam>(-25.0, 25.0, this->many), positive, negated(positive)}) {
    const Worst worst = worst_ulps(xs, tanh_of, [](long double x) { return std::tanh(x); });
    EXPECT_LE(worst.error, this->in_ulps(3.1, 3.1)) << "at " << worst.at;
  }
  for (const TypeParam x : {TypeParam(0.0), this->denormal})
    EXPECT_EQ(this->at(tanh_of, x), x) << x;
  for (const TypeParam x : {TypeParam(23.0), this->largest, this->inf}) {
    EXPECT_EQ(this->at(tanh_of, x), 1.0) << x;
    EXPECT_EQ(this->at(tanh_of, -x), -1.0) << x;
  }
  EXPECT_TRUE(std::isnan(this->at(tanh_of, this->nan)));
}

TYPED_TEST(PackMath, LogIsAccurateToItsLastBits) {
  for (const auto& xs :
       {by_magnitude<TypeParam>(this->smallest, this->largest, this->many),
        evenly<TypeParam>(0.5, 2.0, this->many), evenly<TypeParam>(0.99, 1.01, this->many)}) {
    const Worst worst = worst_ulps(xs, log_of, [](long double x) { return std::log(x); });
    EXPECT_LE(worst.error, this->in_ulps(3.1, 3.2)) << "at " << worst.at;
  }
}

TYPED_TEST(PackMath, LogHasTheLimitsOfTheFunction) {
  EXPECT_EQ(this->at(log_of, 1.0), 0.0);
  for (const TypeParam x : {TypeParam(0.0), TypeParam(-0.0), this->denormal})
    EXPECT_EQ(this->at(log_of, x), -this->inf) << x;  // denormals count as 0
  EXPECT_EQ(this->at(log_of, this->inf), this->inf);
  for (const TypeParam x : {TypeParam(-1.0), -this->denormal, -this->inf, this->nan})
    EXPECT_TRUE(std::isnan(this->at(log_of, x))) << x;
}

TYPED_TEST(PackMath, Log1pIsAccurateNearZero) {
  const auto positive = by_magnitude<TypeParam>(this->smallest, this->largest, this->many);
  const auto negative = negated(by_magnitude<TypeParam>(this->smallest, 0.999999, this->many));
  for (const auto& xs : {positive, negative, evenly<TypeParam>(-0.999999, 1.0, this->many)}) {
    const Worst worst = worst_ulps(xs, log1p_of, [](long double x) { return std::log1p(x); });
    EXPECT_LE(worst.error, this->in_ulps(4.3, 4.5)) << "at " << worst.at;
  }
  for (const TypeParam x : {TypeParam(0.0), this->denormal, -this->denormal})
    EXPECT_EQ(this->at(log1p_of, x), x) << x;
  EXPECT_EQ(this->at(log1p_of, -1.0), -this->inf);
  EXPECT_EQ(this->at(log1p_of, this->inf), this->inf);
  for (const TypeParam x : {TypeParam(-2.0), -this->inf, this->nan})
    EXPECT_TRUE(std::isnan(this->at(log1p_of, x))) << x;
}

// The logarithm's rounding is magnified by the power: so many more units as the result's logarithm.
TYPED_TEST(PackMath, PowLosesNoMoreThanTheSizeOfTheLogarithm) {
  for (const double power : {-4.5, -1.0, -0.15, 0.0, 0.5, 1.0, 5.0}) {
    const auto y = static_cast<TypeParam>(power);
    const Worst worst = worst_error(
        by_magnitude<TypeParam>(1e-6, 1e6, this->many),
        [y](auto x) { return pow(x, decltype(x)(y)); },
        [y](long double x) { return std::pow(x, static_cast<long double>(y)); },
        [y](long double x, long double value) {
          const long double size = std::abs(static_cast<long double>(y) * std::log(x));
          return value * std::numeric_limits<TypeParam>::epsilon() * (2.0L + size);
        });
    EXPECT_LE(worst.error, 1.0) << "x = " << worst.at << ", y = " << y;
  }
  const auto square = [](auto x) { return pow(x, decltype(x)(2.0)); };
  EXPECT_EQ(this->at(square, 0.0), 0.0);
  EXPECT_EQ(this->at(square, this->inf), this->inf);
  EXPECT_TRUE(std::isnan(this->at(square, this->nan)));
}

TYPED_TEST(PackMath, SqrtIsRoundedCorrectly) {
  const auto xs = by_magnitude<TypeParam>(this->denormal, this->largest, this->many);
  const Worst worst = worst_ulps(xs, sqrt_of, [](long double x) { return std::sqrt(x); });
  EXPECT_LE(worst.error, 0.5 + 1e-6) << "at " << worst.at;
  EXPECT_EQ(this->at(sqrt_of, 0.0), 0.0);
  EXPECT_EQ(this->at(sqrt_of, this->inf), this->inf);
  for (const TypeParam x : {TypeParam(-1.0), -this->inf, this->nan})
    EXPECT_TRUE(std::isnan(this->at(sqrt_of, x))) << x;
}

}  // namespace
}  // namespace surefoot
