#include <gtest/gtest.h>

#include <surefoot/dual_math.hpp>

namespace surefoot {
namespace {

/// The derivatives of f(x, y) by duals against central differences, and by duals of packs against
/// plain duals.  f is a generic function of two scalars.
template <class F>
void expect_derivatives(const char* name, F f, double x, double y) {
  using D = Dual<double, 2>;
  const D d = f(D::variable(x, 0), D::variable(y, 1));
  constexpr double h = 1e-5;  // errors: h^2 f'''/6 by truncation, 1e-16 f/h by rounding
  const double slope[2] = {(f(x + h, y) - f(x - h, y)) / (2.0 * h),
                           (f(x, y + h) - f(x, y - h)) / (2.0 * h)};
  EXPECT_NEAR(d.value, f(x, y), 1e-14 * (1.0 + std::abs(d.value))) << name;
  for (int k = 0; k < 2; ++k)
    EXPECT_NEAR(d.slope[k], slope[k], 2e-8 * (1.0 + std::abs(slope[k]))) << name << ", slope " << k;

  const auto expect_packs = [&]<class Real>(Real, double tolerance) {
    using P = Pack<Real, ThisIsa>;
    using DP = Dual<P, 2>;
    const DP p = f(DP::variable(P(x), 0), DP::variable(P(y), 1));
    for (int lane = 0; lane < P::lanes; ++lane) {
      EXPECT_NEAR(p.value.v[lane], d.value, tolerance * (1.0 + std::abs(d.value))) << name;
      for (int k = 0; k < 2; ++k)
        EXPECT_NEAR(p.slope[k].v[lane], d.slope[k], tolerance * (1.0 + std::abs(d.slope[k])))
            << name << " on packs, slope " << k;
    }
  };
  expect_packs(1.0, 1e-13);
  expect_packs(1.0F, 1e-5);
}

constexpr double points[][2] = {{0.3, 0.7}, {1.7, 0.2}, {0.9, 2.5}};

TEST(Dual, OperatorsHaveTheirDerivatives) {
  for (const auto& [x, y] : points) {
    expect_derivatives(
        "x + y", [](auto a, auto b) { return a + b; }, x, y);
    expect_derivatives(
        "x - y", [](auto a, auto b) { return a - b; }, x, y);
    expect_derivatives(
        "x * y", [](auto a, auto b) { return a * b; }, x, y);
    expect_derivatives(
        "x / y", [](auto a, auto b) { return a / b; }, x, y);
    expect_derivatives(
        "-x", [](auto a, auto) { return -a; }, x, y);
    expect_derivatives(
        "-x, both signs", [](auto a, auto b) { return -(a - b) * -b; }, x, y);
  }
}

TEST(Dual, TakesConstantsOnEitherSide) {
  for (const auto& [x, y] : points) {
    expect_derivatives(
        "x + 2", [](auto a, auto) { return a + 2; }, x, y);
    expect_derivatives(
        "2.5 + x", [](auto a, auto) { return 2.5 + a; }, x, y);
    expect_derivatives(
        "x - 2.5", [](auto a, auto) { return a - 2.5; }, x, y);
    expect_derivatives(
        "2 - x", [](auto a, auto) { return 2 - a; }, x, y);
    expect_derivatives(
        "x * 3", [](auto a, auto) { return a * 3; }, x, y);
    expect_derivatives(
        "3.5 * y", [](auto, auto b) { return 3.5 * b; }, x, y);
    expect_derivatives(
        "x / 3", [](auto a, auto) { return a / 3; }, x, y);
    expect_derivatives(
        "3.5 / y", [](auto, auto b) { return 3.5 / b; }, x, y);
  }
}

TEST(Dual, FunctionsHaveTheirDerivatives) {
  for (const auto& [x, y] : points) {
    expect_derivatives(
        "exp", [](auto a, auto b) { return exp(a * b); }, x, y);
    expect_derivatives(
        "expm1", [](auto a, auto b) { return expm1(a - b); }, x, y);
    expect_derivatives(
        "log", [](auto a, auto b) { return log(a + b); }, x, y);
    expect_derivatives(
        "log1p", [](auto a, auto b) { return log1p(a * b); }, x, y);
    expect_derivatives(
        "sqrt", [](auto a, auto b) { return sqrt(a * b); }, x, y);
    expect_derivatives(
        "tanh", [](auto a, auto b) { return tanh(a - b); }, x, y);
    expect_derivatives(
        "pow", [](auto a, auto b) { return pow(a, b); }, x, y);
    expect_derivatives(
        "pow of a constant", [](auto a, auto) { return pow(1.0 + a, 2.5); }, x, y);
    expect_derivatives(
        "normal_cdf", [](auto a, auto b) { return normal_cdf(a - b); }, x, y);
    expect_derivatives(
        "normal_quantile", [](auto a, auto) { return normal_quantile(0.1 + 0.4 * a); }, x, y);
  }
}

TEST(Dual, FunctionsOfTheStandardLibraryHaveTheirDerivatives) {
  for (const auto& [x, y] : points) {
    expect_derivatives(
        "exp2", [](auto a, auto b) { return exp2(a * b); }, x, y);
    expect_derivatives(
        "log2", [](auto a, auto b) { return log2(a + b); }, x, y);
    expect_derivatives(
        "log10", [](auto a, auto b) { return log10(a + b); }, x, y);
    expect_derivatives(
        "cbrt", [](auto a, auto b) { return cbrt(a - 3.0 * b); }, x, y);
    expect_derivatives(
        "sin", [](auto a, auto b) { return sin(a * b); }, x, y);
    expect_derivatives(
        "cos", [](auto a, auto b) { return cos(a + 2.0 * b); }, x, y);
    expect_derivatives(
        "tan", [](auto a, auto b) { return tan(0.3 * a * b); }, x, y);
    expect_derivatives(
        "asin", [](auto a, auto b) { return asin(0.2 * a * b); }, x, y);
    expect_derivatives(
        "acos", [](auto a, auto b) { return acos(0.2 * a - 0.1 * b); }, x, y);
    expect_derivatives(
        "atan", [](auto a, auto b) { return atan(a * b); }, x, y);
    expect_derivatives(
        "sinh", [](auto a, auto b) { return sinh(a - b); }, x, y);
    expect_derivatives(
        "cosh", [](auto a, auto b) { return cosh(a + b); }, x, y);
    expect_derivatives(
        "asinh", [](auto a, auto b) { return asinh(a * b); }, x, y);
    expect_derivatives(
        "acosh", [](auto a, auto b) { return acosh(1.5 + a * b); }, x, y);
    expect_derivatives(
        "atanh", [](auto a, auto b) { return atanh(0.2 * a - 0.1 * b); }, x, y);
    expect_derivatives(
        "erf", [](auto a, auto b) { return erf(a - b); }, x, y);
    expect_derivatives(
        "erfc", [](auto a, auto b) { return erfc(a + b); }, x, y);
    expect_derivatives(
        "lgamma", [](auto a, auto b) { return lgamma(a + b); }, x, y);
    expect_derivatives(
        "lgamma of a negative number", [](auto a, auto b) { return lgamma(-a - 0.01 * b); }, x, y);
    expect_derivatives(
        "tgamma", [](auto a, auto b) { return tgamma(a + b); }, x, y);
    expect_derivatives(
        "normal_density", [](auto a, auto b) { return normal_density(a - b); }, x, y);
    expect_derivatives(
        "atan2", [](auto a, auto b) { return atan2(a, b); }, x, y);
    expect_derivatives(
        "atan2 of constants", [](auto a, auto b) { return atan2(-1.0, b) + atan2(a, 2.0); }, x, y);
    expect_derivatives(
        "hypot", [](auto a, auto b) { return hypot(a, b); }, x, y);
    expect_derivatives(
        "hypot of a constant", [](auto a, auto) { return hypot(a, 2); }, x, y);
    expect_derivatives(
        "fmod", [](auto a, auto b) { return fmod(7.3 * a, b); }, x, y);
    expect_derivatives(
        "copysign", [](auto a, auto b) { return copysign(a, -b); }, x, y);
    expect_derivatives(
        "fmin", [](auto a, auto b) { return fmin(a * a, 2.0 * b); }, x, y);
    expect_derivatives(
        "fmax", [](auto a, auto b) { return fmax(a * a, 2.0 * b); }, x, y);
    expect_derivatives(
        "pow of a whole number", [](auto a, auto b) { return pow(a - 2.0 * b, 3) + pow(a, -2); }, x,
        y);
    expect_derivatives(
        "pow of a negative number", [](auto a, auto b) { return pow(-a, 2.0) + pow(-b, 3.0); }, x,
        y);
    expect_derivatives(
        "pow of a constant base", [](auto a, auto b) { return pow(2.5, a * b); }, x, y);
    expect_derivatives(
        "steps",
        [](auto a, auto b) { return a * floor(b) + ceil(a) * round(b + 0.1) + trunc(b) * fabs(a); },
        x, y);
  }
}

TEST(Dual, PowersOfZeroHaveTheirDerivatives) {
  using D = Dual<double, 2>;
  using DP = Dual<Pack<double, ThisIsa>, 2>;
  const auto expect = [](const char* what, const D& d, const DP& p, double value, double in_x,
                         double in_y) {
    EXPECT_EQ(d.value, value) << what;
    EXPECT_EQ(d.slope[0], in_x) << what;
    EXPECT_EQ(d.slope[1], in_y) << what;
    EXPECT_DOUBLE_EQ(p.value.v[0], value) << what << " on packs";
    EXPECT_DOUBLE_EQ(p.slope[0].v[0], in_x) << what << " on packs";
    EXPECT_DOUBLE_EQ(p.slope[1].v[0], in_y) << what << " on packs";
  };
  const D x = D::variable(0.0, 0), y = D::variable(2.0, 1);
  const DP px = DP::variable(0.0, 0), py = DP::variable(2.0, 1);
  expect("x^y", pow(x, y), pow(px, py), 0.0, 0.0, 0.0);
  expect("x^1", pow(x, 1.0), pow(px, 1.0), 0.0, 1.0, 0.0);
  expect("x^0", pow(x, 0.0), pow(px, 0.0), 1.0, 0.0, 0.0);
  expect("x^0, whole", pow(x, 0), pow(px, 0), 1.0, 0.0, 0.0);
  expect("x^2, whole", pow(x, 2), pow(px, 2), 0.0, 0.0, 0.0);
  expect("0^y", pow(0.0, y), pow(0.0, py), 0.0, 0.0, 0.0);
  expect("(-3)^2", pow(x - 3.0, D(2.0)), pow(px - 3.0, DP(2.0)), 9.0, -6.0, 0.0);
  expect("hypot", hypot(x, x), hypot(px, px), 0.0, 0.0, 0.0);
}

TEST(Dual, ComparesByItsValue) {
  using D = Dual<double, 1>;
  const D a = D::variable(1.0, 0), b(2.0);
  EXPECT_TRUE(a <= b && a != b && !(a >= b) && !(a == b) && a == 1.0 && b >= 2);
  EXPECT_TRUE(isfinite(a) && !isnan(a) && isinf(a / 0.0) && isnan(a * NAN));
}

TEST(Dual, BranchesFollowTheValue) {
  for (const auto& [x, y] : points) {
    expect_derivatives(
        "max", [](auto a, auto b) { return max(a * a, 2.0 * b); }, x, y);
    expect_derivatives(
        "min", [](auto a, auto b) { return min(a * a, 2.0 * b); }, x, y);
    expect_derivatives(
        "abs", [](auto a, auto b) { return abs(a - b); }, x, y);
    expect_derivatives(
        "select <", [](auto a, auto b) { return select(a < b, a * b, a / b); }, x, y);
    expect_derivatives(
        "select >", [](auto a, auto b) { return select(a > b, a * b, a / b); }, x, y);
  }
}

TEST(Dual, DerivativeThatIsNotChosenCannotSpoilTheOther) {
  using D = Dual<double, 1>;
  const D x = D::variable(0.0, 0);
  const D chosen = select(x < D(1.0), x, sqrt(x) / x);  // the other is not a number
  EXPECT_EQ(chosen.value, 0.0);
  EXPECT_EQ(chosen.slope[0], 1.0);
}

// A simulator multiplies parameters by latents, which are packs but carry no derivatives.
TEST(Dual, TakesAPackAsAConstant) {
  using P = Pack<double, ThisIsa>;
  using D = Dual<P, 1>;
  const P z = P::ramp() + 1.0;
  const D x = D::variable(P(3.0), 0);
  const D results[] = {x * z, z * x, x / z, z / x, x + z, z - x};
  for (int lane = 0; lane < P::lanes; ++lane) {
    const double at = lane + 1.0;
    const double values[] = {3.0 * at, 3.0 * at, 3.0 / at, at / 3.0, 3.0 + at, at - 3.0};
    const double slopes[] = {at, at, 1.0 / at, -at / 9.0, 1.0, -1.0};
    for (int i = 0; i < 6; ++i) {
      EXPECT_DOUBLE_EQ(results[i].value.v[lane], values[i]) << "result " << i;
      EXPECT_DOUBLE_EQ(results[i].slope[0].v[lane], slopes[i]) << "result " << i;
    }
  }
}

TEST(Dual, ConstantHasNoDerivative) {
  for (const Dual<double, 3>& d : {Dual<double, 3>(2), Dual<double, 3>(2.0)}) {
    EXPECT_EQ(d.value, 2.0);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(d.slope[k], 0.0);
  }
}

}  // namespace
}  // namespace surefoot
