#include <cmath>
#include <functional>
#include <string>

#include <boost/math/special_functions/acosh.hpp>
#include <boost/math/special_functions/asinh.hpp>
#include <boost/math/special_functions/atanh.hpp>
#include <boost/math/special_functions/cbrt.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <gtest/gtest.h>

#include <surefoot/simd/gamma.hpp>
#include <surefoot/simd/hyperbolic.hpp>
#include <surefoot/simd/normal.hpp>
#include <surefoot/simd/trigonometry.hpp>

#include "simd/accuracy.hpp"

// Against Boost.Math where it has the function, else the C library's, in long double.  The bounds
// are the largest errors found, on all instruction sets and with contraction on and off, plus a
// tenth.
namespace surefoot {
namespace {

namespace bm = boost::math;

template <class Real>
class PackFunctions : public testing::Test {
 protected:
  using Limits = std::numeric_limits<Real>;
  using P = Pack<Real, ThisIsa>;
  using Numbers = std::vector<Real>;
  static constexpr bool single = sizeof(Real) == 4;
  static constexpr int many = 20000;
  static constexpr Real inf = Limits::infinity(), nan = Limits::quiet_NaN();
  static constexpr Real smallest = Limits::min(), largest = Limits::max();
  static constexpr Real denormal = Limits::denorm_min() * 5;

  /// Of both signs, up to `most`: evenly spaced, and by magnitude.
  static std::vector<Numbers> both_signs(double most) {
    const auto positive = by_magnitude<Real>(double(smallest), most, many);
    return {evenly<Real>(-std::min(most, 1e3), std::min(most, 1e3), many), positive,
            negated(positive)};
  }

  template <class F>
  static void expect_ulps(const char* what, const std::vector<Numbers>& samples, F f,
                          long double (*exact)(long double), double of_float, double of_double) {
    for (const Numbers& xs : samples) {
      const Worst worst = worst_ulps(xs, f, exact);
      EXPECT_LE(worst.error, single ? of_float : of_double) << what << " at " << worst.at;
    }
  }

  /// One value, from a whole pack of it.
  template <class F>
  static Real at(F f, Real x) {
    return map_packs(Numbers{x}, f)[0];
  }
  template <class F>
  static Real at(F f, Real x, Real y) {
    Numbers lanes(P::lanes);
    f(P(x), P(y)).store(lanes.data());
    return lanes.back();
  }

  /// Equal, with the sign of a zero; or both not a number.
  static void expect_like(const std::string& what, Real found, Real expected) {
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(found)) << what << ": " << found;
    } else {
      EXPECT_TRUE(found == expected ||
                  std::abs(found - expected) <= 4 * Limits::epsilon() * std::abs(expected))
          << what << ": " << found << " for " << expected;
      EXPECT_EQ(std::signbit(found), std::signbit(expected)) << what << ": " << found;
    }
  }

  /// The C library's values at the ends of the range; what is denormal may be 0.
  template <class F>
  void expect_edges(const char* what, F f, double (*exact)(double)) const {
    for (const Real x : {Real(0), Real(-0.0), Real(1), Real(-1), inf, -inf, nan, Real(0.5),
                         Real(-0.5), Real(2), Real(-2.5)})
      expect_like(std::string(what) + " of " + std::to_string(x), at(f, x),
                  static_cast<Real>(exact(double(x))));
  }
};

using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackFunctions, Scalars);

TYPED_TEST(PackFunctions, AnglesAreAccurateToTheirLastBits) {
  const auto anywhere = this->both_signs(1e30), unit = this->both_signs(1.0);
  const auto atan_of = [](auto x) { return atan(x); };
  const auto asin_of = [](auto x) { return asin(x); };
  const auto acos_of = [](auto x) { return acos(x); };
  this->expect_ulps(
      "atan", anywhere, atan_of, [](long double x) { return std::atan(x); }, 2.1, 1.7);
  this->expect_ulps(
      "asin", unit, asin_of, [](long double x) { return std::asin(x); }, 3.6, 3.2);
  this->expect_ulps(
      "acos", unit, acos_of, [](long double x) { return std::acos(x); }, 3.2, 2.8);
  this->expect_edges("atan", atan_of, std::atan);
  this->expect_edges("asin", asin_of, std::asin);
  this->expect_edges("acos", acos_of, std::acos);
  for (const TypeParam x : {this->denormal, -this->denormal}) {
    EXPECT_EQ(this->at(atan_of, x), x);
    EXPECT_EQ(this->at(asin_of, x), x);
  }
}

TYPED_TEST(PackFunctions, SinesAreThoseOfTheAngleHoweverLarge) {
  const auto sin_of = [](auto x) { return sin(x); };
  const auto cos_of = [](auto x) { return cos(x); };
  const auto tan_of = [](auto x) { return tan(x); };
  // In float, angles of thousands of turns lose digits where a sine is nearly 0.
  const auto turns = this->both_signs(this->single ? 100.0 : 1e6);
  this->expect_ulps(
      "sin", turns, sin_of, [](long double x) { return std::sin(x); }, 2.0, 2.0);
  this->expect_ulps(
      "cos", turns, cos_of, [](long double x) { return std::cos(x); }, 1.8, 1.8);
  this->expect_ulps(
      "tan", turns, tan_of, [](long double x) { return std::tan(x); }, 3.2, 3.2);
  const auto far = by_magnitude<TypeParam>(1e10, 1e30, this->many);
  for (const auto& xs : {far, negated(far)}) {
    this->expect_ulps(
        "sin", {xs}, sin_of, [](long double x) { return std::sin(x); }, 0.6, 0.6);
    this->expect_ulps(
        "cos", {xs}, cos_of, [](long double x) { return std::cos(x); }, 0.6, 0.6);
  }
  this->expect_edges("sin", sin_of, std::sin);
  this->expect_edges("cos", cos_of, std::cos);
  this->expect_edges("tan", tan_of, std::tan);
}

TYPED_TEST(PackFunctions, HyperbolicsAreAccurateToTheirLastBits) {
  const double most = this->single ? 88.0 : 709.0;
  const auto sinh_of = [](auto x) { return sinh(x); };
  const auto cosh_of = [](auto x) { return cosh(x); };
  const auto asinh_of = [](auto x) { return asinh(x); };
  const auto acosh_of = [](auto x) { return acosh(x); };
  const auto atanh_of = [](auto x) { return atanh(x); };
  this->expect_ulps(
      "sinh", this->both_signs(most), sinh_of, [](long double x) { return std::sinh(x); }, 3.0,
      3.0);
  this->expect_ulps(
      "cosh", this->both_signs(most), cosh_of, [](long double x) { return std::cosh(x); }, 3.0,
      3.0);
  this->expect_ulps(
      "asinh", this->both_signs(1e30), asinh_of, [](long double x) { return bm::asinh(x); }, 3.6,
      3.1);
  this->expect_ulps(
      "acosh",
      {evenly<TypeParam>(1.0, 3.0, this->many), by_magnitude<TypeParam>(1.0, 1e30, this->many)},
      acosh_of, [](long double x) { return std::acosh(x); }, 3.8, 4.0);
  this->expect_ulps(
      "atanh", this->both_signs(0.999), atanh_of, [](long double x) { return std::atanh(x); }, 4.0,
      3.6);
  this->expect_edges("sinh", sinh_of, std::sinh);
  this->expect_edges("cosh", cosh_of, std::cosh);
  this->expect_edges("asinh", asinh_of, std::asinh);
  this->expect_edges("acosh", acosh_of, std::acosh);
  this->expect_edges("atanh", atanh_of, std::atanh);
  EXPECT_EQ(this->at(sinh_of, this->largest), this->inf);
  EXPECT_EQ(this->at(cosh_of, -this->largest), this->inf);
}

TYPED_TEST(PackFunctions, LogarithmsAndRootsAreAccurateToTheirLastBits) {
  const auto positive = by_magnitude<TypeParam>(this->smallest, this->largest, this->many);
  const std::vector<std::vector<TypeParam>> samples{positive,
                                                    evenly<TypeParam>(0.5, 2.0, this->many)};
  const auto log2_of = [](auto x) { return log2(x); };
  const auto log10_of = [](auto x) { return log10(x); };
  const auto cbrt_of = [](auto x) { return cbrt(x); };
  this->expect_ulps(
      "log2", samples, log2_of, [](long double x) { return std::log2(x); }, 3.5, 3.5);
  this->expect_ulps(
      "log10", samples, log10_of, [](long double x) { return std::log10(x); }, 4.2, 3.9);
  this->expect_ulps(
      "cbrt", {positive, negated(positive), by_magnitude<TypeParam>(this->denormal, 1.0, 2000)},
      cbrt_of, [](long double x) { return bm::cbrt(x); }, 0.8, 0.8);
  for (int n = -30; n <= 30; ++n) EXPECT_EQ(this->at(log2_of, std::ldexp(TypeParam(1), n)), n);
  for (int n = 0; n <= 10; ++n)
    EXPECT_EQ(this->at(log10_of, static_cast<TypeParam>(std::pow(10.0, n))), n);
  this->expect_edges("log2", log2_of, std::log2);
  this->expect_edges("log10", log10_of, std::log10);
  this->expect_edges("cbrt", cbrt_of, std::cbrt);
}

TYPED_TEST(PackFunctions, ErrorFunctionsKeepTheirTails) {
  const auto erf_of = [](auto x) { return erf(x); };
  const auto erfc_of = [](auto x) { return erfc(x); };
  const double deepest = this->single ? 9.1 : 26.5;  // beyond it erfc is denormal
  this->expect_ulps(
      "erf", this->both_signs(deepest), erf_of, [](long double x) { return bm::erf(x); }, 2.4, 1.6);
  this->expect_ulps(
      "erfc",
      {evenly<TypeParam>(-6.0, deepest, this->many), evenly<TypeParam>(-1.0, 1.0, this->many)},
      erfc_of, [](long double x) { return bm::erfc(x); }, 6.7, 5.9);
  this->expect_edges("erf", erf_of, std::erf);
  this->expect_edges("erfc", erfc_of, std::erfc);
  for (const TypeParam x : {TypeParam(40), this->largest}) {
    EXPECT_EQ(this->at(erfc_of, x), 0.0);
    EXPECT_EQ(this->at(erf_of, -x), -1.0);
  }
}

TYPED_TEST(PackFunctions, GammaFunctionsAreThoseOfTheLibrary) {
  const auto lgamma_of = [](auto x) { return lgamma(x); };
  const auto tgamma_of = [](auto x) { return tgamma(x); };
  const auto digamma_of = [](auto x) { return digamma(x); };
  const auto positive = by_magnitude<TypeParam>(1e-10, 1e5, 2000);
  const auto negative = evenly<TypeParam>(-9.99, -0.01, 2000);
  this->expect_ulps(
      "lgamma", {positive}, lgamma_of, [](long double x) { return bm::lgamma(x); }, 0.6, 2.1);
  this->expect_ulps(
      "tgamma", {by_magnitude<TypeParam>(1e-10, 30.0, 2000), negative}, tgamma_of,
      [](long double x) { return bm::tgamma(x); }, 0.6, 5.3);
  // Relative to 1 around its zeros.
  for (const auto& xs : {positive, negative}) {
    const Worst worst = worst_error(
        xs, digamma_of, [](long double x) { return bm::digamma(x); },
        [](long double, long double y) {
          return (1.0L + std::abs(y)) * std::numeric_limits<TypeParam>::epsilon();
        });
    EXPECT_LE(worst.error, 5.3) << "digamma at " << worst.at;
  }
  this->expect_edges("lgamma", lgamma_of, std::lgamma);
  this->expect_edges("tgamma", tgamma_of, std::tgamma);
  for (const TypeParam x : {TypeParam(0), TypeParam(-3), -this->inf, this->nan})
    EXPECT_TRUE(std::isnan(this->at(digamma_of, x))) << x;
  EXPECT_EQ(this->at(digamma_of, this->inf), this->inf);
}

TYPED_TEST(PackFunctions, RoundingIsExact) {
  const TypeParam half_below = std::nextafter(TypeParam(0.5), TypeParam(0));
  const TypeParam whole = TypeParam(this->single ? 0x1p23 : 0x1p52);
  std::vector<TypeParam> xs{
      0,     TypeParam(0.5),         half_below, 1.5,           2.5,       TypeParam(0.9), 7,
      whole, whole - TypeParam(0.5), whole + 1,  this->largest, this->inf, this->denormal};
  for (const TypeParam x : std::vector<TypeParam>(xs)) xs.push_back(-x);
  xs.push_back(this->nan);
  for (const TypeParam x : xs) {
    const std::string at = " of " + std::to_string(x);
    this->expect_like("floor" + at, this->at([](auto y) { return floor(y); }, x), std::floor(x));
    this->expect_like("ceil" + at, this->at([](auto y) { return ceil(y); }, x), std::ceil(x));
    this->expect_like("trunc" + at, this->at([](auto y) { return trunc(y); }, x), std::trunc(x));
    this->expect_like("round" + at, this->at([](auto y) { return round(y); }, x), std::round(x));
    this->expect_like("fabs" + at, this->at([](auto y) { return fabs(y); }, x), std::fabs(x));
    const auto flag = [](auto mask, auto y) {
      return select(mask, decltype(y)(1), decltype(y)(0));
    };
    EXPECT_EQ(this->at([&](auto y) { return flag(isnan(y), y); }, x), std::isnan(x));
    EXPECT_EQ(this->at([&](auto y) { return flag(isinf(y), y); }, x), std::isinf(x));
    EXPECT_EQ(this->at([&](auto y) { return flag(isfinite(y), y); }, x), std::isfinite(x));
  }
}

TYPED_TEST(PackFunctions, OfTwoNumbersHaveTheLimitsOfTheLibrary) {
  const std::vector<TypeParam> ends{0,
                                    TypeParam(-0.0),
                                    1,
                                    -1,
                                    2,
                                    -2,
                                    3,
                                    -3,
                                    TypeParam(0.5),
                                    TypeParam(-0.5),
                                    TypeParam(2.5),
                                    this->inf,
                                    -this->inf,
                                    this->nan};
  for (const TypeParam x : ends)
    for (const TypeParam y : ends) {
      const std::string at = "(" + std::to_string(x) + ", " + std::to_string(y) + ")";
      const auto expect = [&](const char* name, auto f, TypeParam exact) {
        this->expect_like(name + at, this->at(f, x, y), exact);
      };
      expect(
          "pow", [](auto a, auto b) { return pow(a, b); }, std::pow(x, y));
      expect(
          "atan2", [](auto a, auto b) { return atan2(a, b); }, std::atan2(x, y));
      expect(
          "hypot", [](auto a, auto b) { return hypot(a, b); }, std::hypot(x, y));
      expect(
          "fmod", [](auto a, auto b) { return fmod(a, b); }, std::fmod(x, y));
      expect(
          "copysign", [](auto a, auto b) { return copysign(a, b); }, std::copysign(x, y));
      if (x == 0 && y == 0) continue;  // either zero will do
      expect(
          "fmin", [](auto a, auto b) { return fmin(a, b); }, std::fmin(x, y));
      expect(
          "fmax", [](auto a, auto b) { return fmax(a, b); }, std::fmax(x, y));
    }
}

TYPED_TEST(PackFunctions, OfTwoNumbersAreAccurateToTheirLastBits) {
  for (const double other : {1e-8, 0.3, 1.0, 7.0, 1e8, -0.3, -1e8}) {
    const auto y = static_cast<TypeParam>(other);
    const auto wide = static_cast<long double>(y);
    for (const auto& xs : this->both_signs(1e10)) {
      const Worst angle = worst_ulps(
          xs, [y](auto x) { return atan2(x, decltype(x)(y)); },
          [wide](long double x) { return std::atan2(x, wide); });
      EXPECT_LE(angle.error, 3.1) << "atan2 at " << angle.at << ", " << y;
      const Worst length = worst_ulps(
          xs, [y](auto x) { return hypot(x, decltype(x)(y)); },
          [wide](long double x) { return std::hypot(x, wide); });
      EXPECT_LE(length.error, 2.1) << "hypot at " << length.at << ", " << y;
    }
  }
  const auto far = [](auto x) { return hypot(x, x); };
  EXPECT_GT(this->at(far, this->largest / 2), this->largest / 2);
  EXPECT_LT(this->at(far, this->largest / 2), this->inf);
}

TYPED_TEST(PackFunctions, PowTakesNumbersOnEitherSide) {
  const auto near = [](TypeParam found, double exact) {
    EXPECT_NEAR(found, exact, 40.0 * std::abs(exact) * std::numeric_limits<TypeParam>::epsilon());
  };
  for (const double x : {-2.5, -1.0, 0.7, 3.0}) {
    const auto base = static_cast<TypeParam>(x);
    for (const int n : {-7, -1, 0, 1, 2, 13}) {
      near(this->at([n](auto y) { return pow(y, n); }, base), std::pow(double(base), n));
      near(this->at([n](auto y) { return pow(y, double(n)); }, base), std::pow(double(base), n));
    }
    near(this->at([](auto y) { return pow(2.0, y); }, base), std::pow(2.0, double(base)));
  }
}

}  // namespace
}  // namespace surefoot
