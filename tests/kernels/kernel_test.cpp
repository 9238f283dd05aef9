#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/kernels/energy.hpp>
#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/kernels/laplace.hpp>
#include <surefoot/kernels/matern.hpp>
#include <surefoot/kernels/rational_quadratic.hpp>

namespace surefoot {
namespace {

/// A kernel as it is written, and the textbook's formulas in the distance rho: the value, and the
/// factor of r = x - y in the gradient with respect to x.
struct Textbook {
  std::string text;
  std::function<double(double)> value;
  std::function<double(double)> gradient_factor;
};

std::vector<Textbook> textbook() {
  constexpr double l = 0.7, beta = 0.5;
  const double root3 = std::sqrt(3.0), root5 = std::sqrt(5.0);
  const auto bracket = [](double rho, double b) { return 1.0 + rho * rho / (2.0 * b * l * l); };
  return {
      {"gaussian:0.7", [](double rho) { return std::exp(-rho * rho / (2.0 * l * l)); },
       [](double rho) { return -std::exp(-rho * rho / (2.0 * l * l)) / (l * l); }},
      {"laplace:0.7", [](double rho) { return std::exp(-rho / l); },
       [](double rho) { return -std::exp(-rho / l) / (l * rho); }},
      {"matern32:0.7",
       [=](double rho) { return (1.0 + root3 * rho / l) * std::exp(-root3 * rho / l); },
       [=](double rho) { return -3.0 / (l * l) * std::exp(-root3 * rho / l); }},
      {"matern52:0.7",
       [=](double rho) {
         const double s = root5 * rho / l;
         return (1.0 + s + s * s / 3.0) * std::exp(-s);
       },
       [=](double rho) {
         const double s = root5 * rho / l;
         return -5.0 / (3.0 * l * l) * (1.0 + s) * std::exp(-s);
       }},
      {"rational-quadratic:0.7:0.5",
       [=](double rho) { return std::pow(bracket(rho, beta), -beta); },
       [=](double rho) { return -std::pow(bracket(rho, beta), -beta - 1.0) / (l * l); }},
      {"rational-quadratic:0.7", [=](double rho) { return 1.0 / bracket(rho, 1.0); },  // Cauchy
       [=](double rho) { return -std::pow(bracket(rho, 1.0), -2.0) / (l * l); }},
      {"energy", [](double rho) { return -rho; }, [](double rho) { return -1.0 / rho; }},
      {"energy:0.5", [](double rho) { return -std::sqrt(rho); },
       [](double rho) { return -0.5 * std::pow(rho, -1.5); }},
      {"energy:1.9", [](double rho) { return -std::pow(rho, 1.9); },
       [](double rho) { return -1.9 * std::pow(rho, -0.1); }},
  };
}

constexpr double distances[] = {1e-8, 0.01, 0.3, 0.7, 2.0, 5.0, 20.0};

TEST(Kernel, HasTheValueOfTheTextbook) {
  for (const auto& [text, value, factor] : textbook()) {
    const Kernel kernel(parse_kernel(text));
    for (const double rho : distances)
      EXPECT_NEAR(kernel.sums().value(rho * rho), value(rho), 2e-13 * std::abs(value(rho)) + 1e-300)
          << text << " at distance " << rho;
  }
}

TEST(Kernel, HasTheGradientOfTheTextbook) {
  for (const auto& [text, value, factor] : textbook()) {
    const Kernel kernel(parse_kernel(text));
    for (const double rho : distances)  // d k(|r|^2) / dr = 2 r slope
      EXPECT_NEAR(2.0 * kernel.sums().slope(rho * rho), factor(rho),
                  2e-13 * std::abs(factor(rho)) + 1e-300)
          << text << " at distance " << rho;
  }
}

TEST(Kernel, GradientMatchesCentralDifferencesInAnyDimension) {
  for (const auto& [text, value, factor] : textbook()) {
    const Kernel kernel(parse_kernel(text));
    for (int d = 1; d <= 5; ++d) {
      std::vector<double> r;
      for (int c = 0; c < d; ++c) r.push_back(0.4 - 0.3 * c);
      const auto square = [&r] {
        double sum = 0.0;
        for (const double x : r) sum += x * x;
        return sum;
      };
      const double slope = kernel.sums().slope(square());
      for (double& x : r) {
        constexpr double h = 1e-5;
        const double here = x, gradient = 2.0 * slope * here;
        x = here + h;
        const double above = value(std::sqrt(square()));
        x = here - h;
        const double below = value(std::sqrt(square()));
        x = here;
        EXPECT_NEAR(gradient, (above - below) / (2.0 * h), 1e-8) << text << " in " << d;
      }
    }
  }
}

TEST(Kernel, IsOneAtZeroAndHasNoGradientThere) {
  for (const auto& [text, value, factor] : textbook()) {
    const Kernel kernel(parse_kernel(text));
    EXPECT_EQ(kernel.at_zero(), kernel.bounded() ? 1.0 : 0.0) << text;
    EXPECT_TRUE(std::isfinite(kernel.sums().slope(0.0))) << text;
  }
  for (const char* cusp : {"laplace:1", "energy"})
    EXPECT_EQ(Kernel(parse_kernel(cusp)).sums().slope(0.0), 0.0) << cusp;
}

TEST(Kernel, OfPacksIsThatOfNumbersToFloatPrecision) {
  using P = Pack<float, ThisIsa>;
  const auto expect_same = [](const auto& kernel) {
    for (const double rho : {0.01, 0.3, 0.7, 2.0, 5.0}) {
      const auto r2 = static_cast<float>(rho * rho);
      const double value = kernel.value(double(r2)), slope = kernel.slope(double(r2));
      EXPECT_NEAR(kernel.value(P(r2)).v[0], value, 3e-6 * std::abs(value)) << rho;
      EXPECT_NEAR(kernel.slope(P(r2)).v[0], slope, 3e-6 * std::abs(slope)) << rho;
    }
  };
  expect_same(Gaussian{0.7});
  expect_same(Laplace{0.7});
  expect_same(Matern32{0.7});
  expect_same(Matern52{0.7});
  expect_same(RationalQuadratic{0.7, 0.5});
  expect_same(Energy{0.5});
}

TEST(Kernel, SumsAddUpTheirTerms) {
  for (const std::string text :
       {"gaussian:1+gaussian:10", "gaussian:0.5+laplace:2+energy", "matern32:1+matern32:1"}) {
    const Kernel sum(parse_kernel(text));
    for (const double r2 : {0.0, 0.5, 30.0}) {
      double value = 0.0, slope = 0.0;
      for (const auto& term : parse_kernel(text)) {
        value += Kernel({term}).sums().value(r2);
        slope += Kernel({term}).sums().slope(r2);
      }
      EXPECT_NEAR(sum.sums().value(r2), value, 1e-14 * std::abs(value)) << text;
      EXPECT_NEAR(sum.sums().slope(r2), slope, 1e-14 * std::abs(slope)) << text;
    }
  }
}

TEST(Kernel, OfTheToggleSwitchIsElevenAtZero) {
  const Kernel kernel(parse_kernel(
      "gaussian:1+gaussian:10+gaussian:20+gaussian:40+gaussian:80+gaussian:100+gaussian:130+"
      "gaussian:200+gaussian:400+gaussian:800+gaussian:1000"));
  EXPECT_EQ(kernel.at_zero(), 11.0);
}

TEST(Kernel, IsUnboundedWhereOneTermIs) {
  EXPECT_TRUE(Kernel(parse_kernel("gaussian:1+laplace:1")).bounded());
  EXPECT_FALSE(Kernel(parse_kernel("energy")).bounded());
  EXPECT_FALSE(Kernel(parse_kernel("gaussian:1+energy:1.5")).bounded());
}

}  // namespace
}  // namespace surefoot
