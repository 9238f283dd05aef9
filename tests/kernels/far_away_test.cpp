#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/kernels/laplace.hpp>
#include <surefoot/kernels/matern.hpp>
#include <surefoot/kernels/rational_quadratic.hpp>

namespace surefoot {
namespace {

TEST(KernelFarAway, IsANumber) {
  for (const char* text :
       {"gaussian:0.7", "gaussian:0.7+gaussian:10", "laplace:0.7", "matern32:0.7", "matern52:0.7",
        "rational-quadratic:0.7:0.5", "energy:0.5", "energy:1.9"})
    for (const double r2 : {1e30, 1e60, 1e200}) {
      const Kernel kernel(parse_kernel(text));
      EXPECT_TRUE(std::isfinite(kernel.sums().value(r2))) << text;
      EXPECT_TRUE(std::isfinite(kernel.sums().slope(r2) * std::sqrt(r2))) << text;
      if (kernel.bounded()) {
        EXPECT_LT(kernel.sums().value(r2), 1e-14) << text;
      }
    }
}

// A simulation far out moves with theta about as far as it is out, so what reaches the gradient of
// the objective is r2 times the slope.  Distances end where simulations do: 1e15 and 1e100.
TEST(KernelFarAway, PullsNothingIfItIsOfShortRange) {
  const auto expect_no_pull = [](const auto& kernel, const char* name) {
    for (const float r2 : {1e6F, 1e12F, 1e20F, 1e30F})
      EXPECT_LT(std::abs(r2 * kernel.slope(Pack<float, ThisIsa>(r2)).v[0]), 1e-7F) << name;
    for (const double r2 : {1e6, 1e20, 1e60, 1e100, 1e200})
      EXPECT_LT(std::abs(r2 * kernel.slope(Pack<double, ThisIsa>(r2)).v[0]), 1e-30) << name;
  };
  expect_no_pull(Gaussian{0.7}, "gaussian");
  expect_no_pull(Laplace{0.7}, "laplace");
  expect_no_pull(Matern32{0.7}, "matern32");
  expect_no_pull(Matern52{0.7}, "matern52");
}

TEST(KernelFarAway, OfTheShortestRangeIsANumber) {
  const auto expect_number = [](const auto& kernel, const char* name) {
    const float value = kernel.value(Pack<float, ThisIsa>(1e32F)).v[0];
    const float slope = kernel.slope(Pack<float, ThisIsa>(1e32F)).v[0];
    EXPECT_TRUE(std::isfinite(value) && std::isfinite(1e16F * slope)) << name;
  };
  constexpr double tiny = 1e-5;
  expect_number(Gaussian{tiny}, "gaussian");
  expect_number(Laplace{tiny}, "laplace");
  expect_number(Matern32{tiny}, "matern32");
  expect_number(Matern52{tiny}, "matern52");
  expect_number(RationalQuadratic{tiny, 0.5}, "rational quadratic");
}

}  // namespace
}  // namespace surefoot
