#include <gtest/gtest.h>

#include <surefoot/dual.hpp>

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
