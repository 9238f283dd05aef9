#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/kernels/energy.hpp>
#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/kernels/gaussian_sum.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/kernels/laplace.hpp>
#include <surefoot/kernels/matern.hpp>
#include <surefoot/kernels/rational_quadratic.hpp>
#include <surefoot/objective/oracle_sums.hpp>

#include "objective/cloud.hpp"

namespace surefoot {
namespace {

// In units of magnitude(); found: 6e-7 and 5e-15.
template <class Real>
constexpr double tolerance = sizeof(Real) == 4 ? 1e-6 : 1e-14;

constexpr const char* families[] = {
    "gaussian:0.7", "gaussian:0.3+gaussian:1+gaussian:5", "laplace:0.7", "matern32:0.7",
    "matern52:0.7", "rational-quadratic:0.7:0.5",         "energy:1.2",  "gaussian:1+energy"};
constexpr int dimensions[] = {1, 2, 3, 4, 5, 8, 17};

/// Neither whole packs nor whole tiles, and both, on either side.
constexpr std::pair<int, int> sizes[] = {{1, 1},   {2, 3},   {3, 2},   {15, 17},  {16, 16},
                                         {17, 15}, {1, 513}, {511, 3}, {513, 16}, {1030, 7}};

template <class Real>
void expect_agreement(const KernelSums& fast, const std::string& name, int dimension) {
  const OracleSums oracle(fast);
  for (const auto& [n, m] : sizes) {
    const Cloud<Real> z(n, dimension, 1), y(m, dimension, 2);
    const auto errors = compare(fast, oracle, Which::cross, z, y);
    EXPECT_LE(errors.value, tolerance<Real>)
        << name << ", " << n << " x " << m << " x " << dimension;
    EXPECT_LE(errors.gradient, tolerance<Real>)
        << name << ", gradient, " << n << " x " << m << " x " << dimension;
  }
  for (const int m : {1, 2, 3, 15, 16, 17, 70}) {
    const Cloud<Real> y(m, dimension, 3);
    const auto errors = compare(fast, oracle, Which::self, y, y);
    EXPECT_LE(errors.value, tolerance<Real>) << name << ", self " << m << " x " << dimension;
    EXPECT_LE(errors.gradient, tolerance<Real>)
        << name << ", self, gradient, " << m << " x " << dimension;
  }
}

TEST(PairSums, OfEveryFamilyAgreeWithTheOracle) {
  for (const std::string text : families) {
    const Kernel kernel(parse_kernel(text));
    for (const int dimension : dimensions) {
      expect_agreement<float>(kernel.sums(), text + " in float", dimension);
      expect_agreement<double>(kernel.sums(), text + " in double", dimension);
    }
  }
}

TEST(PairSums, OfSelfAgreeWithTheOracleOverSeveralTiles) {
  for (const char* text : {"gaussian:0.7", "energy"})
    for (const int dimension : {1, 3, 5})
      for (const int m : {511, 513, 1030}) {
        const Kernel kernel(parse_kernel(text));
        const OracleSums oracle(kernel.sums());
        const Cloud<float> y(m, dimension, 3);
        const auto errors = compare(kernel.sums(), oracle, Which::self, y, y);
        EXPECT_LE(errors.value, tolerance<float>) << text << ", " << m << " x " << dimension;
        EXPECT_LE(errors.gradient, tolerance<float>) << text << ", " << m << " x " << dimension;
      }
}

// Neighbours are six lengthscales apart: what a pair gives is less than what rounding takes from a
// point that meets itself.
TEST(PairSums, OfSelfLeaveTheDiagonalOutExactly) {
  const Kernel kernel(parse_kernel("gaussian:1"));
  for (const int dimension : dimensions) {
    Cloud<float> y(70, dimension, 3);
    for (int i = 0; i < 70; ++i)
      for (int c = 0; c < dimension; ++c) y.at(i, c) = c == 0 ? 6.0F * static_cast<float>(i) : 0.0F;
    const double expected = OracleSums(kernel.sums()).self(y.points(), nullptr);
    EXPECT_NEAR(kernel.sums().self(y.points(), nullptr), expected, 1e-4 * expected)
        << "in dimension " << dimension;
  }
}

TEST(PairSums, CompiledHereAgreeWithTheOracle) {
  const auto expect = [](const auto& kernel, const std::string& name) {
    const PairSums<std::decay_t<decltype(kernel)>, ThisIsa> sums(kernel);
    for (const int dimension : {1, 2, 3, 4, 5}) {
      expect_agreement<float>(sums, name + " in float", dimension);
      expect_agreement<double>(sums, name + " in double", dimension);
    }
  };
  GaussianSum sum;
  sum.add(0.5);
  sum.add(2.0, 0.3);
  expect(Gaussian{0.7}, "gaussian");
  expect(sum, "gaussian sum");
  expect(Laplace{0.7}, "laplace");
  expect(Matern32{0.7}, "matern32");
  expect(Matern52{0.7}, "matern52");
  expect(RationalQuadratic{0.7, 0.5}, "rational quadratic");
  expect(Energy{1.2}, "energy");
}

/// Zero weights, observations beyond the reach of any kernel, and points that coincide within one
/// set and between the two.
template <class Real>
void expect_hard_cases(const Kernel& kernel, int dimension) {
  Cloud<Real> z(37, dimension, 1), y(21, dimension, 2);
  for (int i = 5; i < 9; ++i) z.weight(i) = y.weight(i) = Real(0);
  for (int c = 0; c < dimension; ++c) {
    z.at(3, c) = Real(1e15);
    y.at(11, c) = Real(-1e15);
    y.at(12, c) = y.at(11, c);
    y.at(20, c) = y.at(1, c) = y.at(0, c) = z.at(30, c);
  }
  // The powers of distances of 1e15, which the energy kernel has, magnify errors by their
  // logarithm.
  constexpr double bound = 4.0 * tolerance<Real>;
  const OracleSums oracle(kernel.sums());
  for (const Which which : {Which::cross, Which::self}) {
    const auto errors = compare(kernel.sums(), oracle, which, z, y);
    EXPECT_LE(errors.value, bound) << kernel.text() << " in dimension " << dimension;
    EXPECT_LE(errors.gradient, bound) << kernel.text() << " in dimension " << dimension;
  }
}

TEST(PairSums, SurviveZeroWeightsFarPointsAndTies) {
  for (const char* text : families)
    for (const int dimension : {1, 2, 5}) {
      const Kernel kernel(parse_kernel(text));
      expect_hard_cases<float>(kernel, dimension);
      expect_hard_cases<double>(kernel, dimension);
    }
}

TEST(PairSums, GradientMatchesCentralDifferences) {
  for (const char* text : families)
    for (const int dimension : {1, 3, 6}) {
      const Kernel kernel(parse_kernel(text));
      const Cloud<double> z(19, dimension, 1);
      Cloud<double> y(6, dimension, 2);
      auto cross = y.gradient(), self = y.gradient();
      kernel.sums().cross(z.points(), y.points(), cross.data());
      kernel.sums().self(y.points(), self.data());
      for (int c = 0; c < dimension; ++c) {
        constexpr double h = 1e-5;
        const double here = y.at(4, c);
        const auto at = [&](double x) {
          y.at(4, c) = x;
          return std::pair(kernel.sums().cross(z.points(), y.points(), nullptr),
                           kernel.sums().self(y.points(), nullptr));
        };
        const auto above = at(here + h), below = at(here - h);
        y.at(4, c) = here;
        const auto k = static_cast<std::size_t>(c * y.stride() + 4);
        EXPECT_NEAR(cross[k], (above.first - below.first) / (2.0 * h), 1e-9) << text;
        EXPECT_NEAR(self[k], (above.second - below.second) / (2.0 * h), 1e-9) << text;
      }
    }
}

TEST(PairSums, AddTheGradientToWhatIsThere) {
  for (const int dimension : {2, 7}) {
    const Kernel kernel(parse_kernel("gaussian:1"));
    const Cloud<double> z(20, dimension, 1), y(9, dimension, 2);
    auto fresh = y.gradient(), used = y.gradient(1.0);
    kernel.sums().cross(z.points(), y.points(), fresh.data());
    kernel.sums().cross(z.points(), y.points(), used.data());
    for (std::size_t i = 0; i < fresh.size(); ++i) EXPECT_NEAR(used[i], 1.0 + fresh[i], 1e-15);
    kernel.sums().self(y.points(), fresh.data());
    kernel.sums().self(y.points(), used.data());
    for (std::size_t i = 0; i < fresh.size(); ++i) EXPECT_NEAR(used[i], 1.0 + fresh[i], 1e-15);
  }
}

TEST(PairSums, DuplicatedPointsEqualMergedWeights) {
  const Kernel kernel(parse_kernel("matern32:1"));
  const Cloud<double> y(10, 2, 2);
  Cloud<double> merged(12, 2, 1), doubled(24, 2, 1);
  for (int i = 0; i < 24; ++i) {
    doubled.weight(i) = 0.5 * merged.weight(i % 12);
    for (int c = 0; c < 2; ++c) doubled.at(i, c) = merged.at(i % 12, c);
  }
  EXPECT_NEAR(kernel.sums().cross(doubled.points(), y.points(), nullptr),
              kernel.sums().cross(merged.points(), y.points(), nullptr), 1e-14);
}

TEST(PairSums, GiveTheSameBitsEveryTime) {
  const Kernel kernel(parse_kernel("gaussian:0.7"));
  const Cloud<float> z(1030, 2, 1), y(70, 2, 2);
  auto first = y.gradient(), second = y.gradient();
  EXPECT_EQ(kernel.sums().cross(z.points(), y.points(), first.data()),
            kernel.sums().cross(z.points(), y.points(), second.data()));
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace surefoot
