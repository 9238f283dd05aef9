#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/objective/oracle_sums.hpp>
#include <surefoot/objective/sorted_embedder.hpp>

#include "objective/cloud.hpp"

namespace surefoot {
namespace {

// In units of magnitude(), for float too, since the sums are in double.  The oracle, which adds up
// all pairs one by one, is the rougher of the two; found: 2e-14.
constexpr double tolerance = 4e-14;
// The same over all pairs of atoms, where one far away makes the oracle's sum so large that the
// many small terms are lost on it; found: 3e-13.
constexpr double data_tolerance = 6e-13;

constexpr const char* sorted_families[] = {"laplace:0.7", "matern32:0.7", "matern52:0.7", "energy"};
constexpr std::pair<int, int> sizes[] = {{1, 1},   {1, 2},   {2, 1},   {2, 3},
                                         {15, 17}, {16, 16}, {1, 200}, {300, 40}};

template <class Real>
std::unique_ptr<Embedder<Real>> make(const std::string& text) {
  return make_sorted_embedder<Real>(parse_kernel(text)[0]);
}

/// The errors of cross and self, with the gradient and without.
template <class Real>
SumErrors errors_of(Embedder<Real>& sorted, const KernelSums& kernel, const Cloud<Real>& z,
                    const Cloud<Real>& y) {
  const OracleSums oracle(kernel);
  SumErrors errors;
  const auto include = [&](const Cloud<Real>& from, auto fast, auto slow) {
    auto got = y.gradient(), expected = y.gradient();
    const double value = fast(got.data()), alone = fast(nullptr), truth = slow(expected.data());
    const Magnitude unit = magnitude(kernel, from.points(), y.points());
    errors.include({relative_error(value, truth, unit.value), 0.0});
    errors.include({relative_error(alone, truth, unit.value), 0.0});
    for (std::size_t i = 0; i < got.size(); ++i)
      errors.include({0.0, relative_error(got[i], expected[i], unit.gradient[i])});
  };
  include(
      z, [&](double* g) { return sorted.cross(y.points(), g); },
      [&](double* g) { return oracle.cross(z.points(), y.points(), g); });
  include(
      y, [&](double* g) { return sorted.self(y.points(), g); },
      [&](double* g) { return oracle.self(y.points(), g); });
  return errors;
}

template <class Real>
void expect_agreement(const std::string& text, const Cloud<Real>& z, const Cloud<Real>& y,
                      const std::string& what) {
  const Kernel kernel(parse_kernel(text));
  const auto sorted = make<Real>(text);
  sorted->take(z.points(), 0);
  const auto errors = errors_of(*sorted, kernel.sums(), z, y);
  EXPECT_LE(errors.value, tolerance) << text << ", " << what;
  EXPECT_LE(errors.gradient, tolerance) << text << ", " << what;

  double squares = 0.0;
  for (int a = 0; a < z.points().count; ++a)
    squares += double(z.points().weights[a]) * double(z.points().weights[a]);
  const double data =
      OracleSums(kernel.sums()).self(z.points(), nullptr) + squares * kernel.at_zero();
  const auto unit = magnitude(kernel.sums(), z.points(), z.points());
  EXPECT_LE(relative_error(sorted->data().value(), data, unit.value), data_tolerance)
      << text << ", data, " << what;
}

/// Both scalars and all families, on problems that `change` may have made harder.
template <class Change>
void expect_agreement_everywhere(Change change) {
  for (const std::string text : sorted_families)
    for (const auto& [n, m] : sizes)
      for (std::uint32_t problem = 0; problem < 3; ++problem) {
        const std::string what = std::to_string(n) + " x " + std::to_string(m);
        Cloud<float> z(n, 1, 2 * problem), y(m, 1, 2 * problem + 1);
        change(z, y, n, m);
        expect_agreement(text, z, y, what + " in float");
        Cloud<double> zz(n, 1, 2 * problem), yy(m, 1, 2 * problem + 1);
        change(zz, yy, n, m);
        expect_agreement(text, zz, yy, what + " in double");
      }
}

TEST(SortedEmbedder, AgreesWithTheOracle) {
  expect_agreement_everywhere([](auto&, auto&, int, int) {});
}

TEST(SortedEmbedder, CountsTiesAsTheOracleDoes) {
  expect_agreement_everywhere([](auto& z, auto& y, int n, int m) {
    for (int i = 0; i < n; ++i) z.at(i, 0) = std::round(3 * z.at(i, 0)) / 4;
    for (int j = 0; j < m; ++j) y.at(j, 0) = std::round(2 * y.at(j, 0)) / 4;
  });
}

TEST(SortedEmbedder, SurvivesPointsFarAway) {
  expect_agreement_everywhere([](auto& z, auto& y, int n, int m) {
    using Real = std::decay_t<decltype(z.at(0, 0))>;
    const Real far = sizeof(Real) == 4 ? Real(1e15) : Real(1e100);
    z.at(n / 2, 0) = 2 * far;
    for (int j = 0; j < m; j += 3) y.at(j, 0) = j % 2 ? far : -far;
  });
}

TEST(SortedEmbedder, LetsZeroWeightsCountForNothing) {
  expect_agreement_everywhere([](auto& z, auto& y, int n, int m) {
    for (int i = 0; i < n; i += 2) z.weight(i) = 0;
    for (int j = 1; j < m; j += 2) y.weight(j) = 0;
  });
}

TEST(SortedEmbedder, LooksAtNoPadding) {
  expect_agreement_everywhere([](auto& z, auto& y, int n, int m) {
    for (int i = n; i < z.stride(); ++i) z.weight(i) = 1;
    for (int j = m; j < y.stride(); ++j) y.weight(j) = 1;
  });
}

TEST(SortedEmbedder, TakesSortedPointsAsTheyAre) {
  expect_agreement_everywhere([](auto&, auto& y, int, int m) {
    for (int j = 0; j < m; ++j) y.at(j, 0) = static_cast<float>(j);
  });
}

TEST(SortedEmbedder, TakesTargetsOneAfterTheOther) {
  for (const std::string text : sorted_families) {
    const Kernel kernel(parse_kernel(text));
    const auto sorted = make<double>(text);
    const Cloud<double> y(33, 1, 7);
    const auto expect_taken = [&](const Cloud<double>& z, std::uint64_t places) {
      sorted->take(z.points(), places);
      const auto errors = errors_of(*sorted, kernel.sums(), z, y);
      EXPECT_LE(errors.value, tolerance) << text;
      EXPECT_LE(errors.gradient, tolerance) << text;
    };
    Cloud<double> z(100, 1, 1);
    expect_taken(z, 1);
    for (int i = 0; i < 100; ++i) z.weight(i) = 1e-3 * i;
    expect_taken(z, 1);
    expect_taken(Cloud<double>(100, 1, 2), 2);
    expect_taken(Cloud<double>(31, 1, 3), 3);
    expect_taken(z, 4);
  }
}

// A worker meets its draws in an order that depends on the number of threads.
TEST(SortedEmbedder, GivesTheSameBitsWhateverItMetBefore) {
  Cloud<double> z(200, 1, 1), y(50, 1, 2);
  for (int j = 0; j < 50; ++j) y.at(j, 0) = std::round(y.at(j, 0));  // ties
  const Cloud<double> other_z(200, 1, 3), other_y(50, 1, 4);
  for (const std::string text : sorted_families) {
    const auto fresh = make<double>(text), used = make<double>(text);
    used->take(other_z.points(), 1);
    used->self(other_y.points(), nullptr);
    fresh->take(z.points(), 2);
    used->take(z.points(), 2);
    EXPECT_EQ(used->self(y.points(), nullptr), fresh->self(y.points(), nullptr)) << text;
    EXPECT_EQ(used->cross(y.points(), nullptr), fresh->cross(y.points(), nullptr)) << text;
    EXPECT_EQ(used->data(), fresh->data()) << text;
  }
}

TEST(SortedEmbedder, AddsTheGradientToWhatIsThere) {
  const Cloud<double> z(20, 1, 1), y(9, 1, 2);
  const auto sorted = make<double>("matern32:1");
  sorted->take(z.points(), 0);
  auto fresh = y.gradient(), used = y.gradient(1.0);
  for (auto* gradient : {&fresh, &used}) {
    sorted->cross(y.points(), gradient->data());
    sorted->self(y.points(), gradient->data());
  }
  for (std::size_t i = 0; i < fresh.size(); ++i) EXPECT_NEAR(used[i], 1.0 + fresh[i], 1e-15);
}

TEST(SortedEmbedder, ReachesFromTheSmallestToTheLargestLengthscale) {
  const Cloud<double> z(40, 1, 1), y(30, 1, 2);
  for (const char* family : {"laplace:", "matern32:", "matern52:"})
    for (const char* lengthscale : {"1e-300", "1e-3", "1e3", "1e100"})
      expect_agreement(std::string(family) + lengthscale, z, y, "40 x 30");
}

TEST(SortedEmbedder, IsRefusedToOtherFamilies) {
  for (const char* text : {"gaussian:1", "rational-quadratic:1:1", "energy:1.5"}) {
    EXPECT_EQ(make<float>(text), nullptr) << text;
    EXPECT_EQ(make<double>(text), nullptr) << text;
  }
  EXPECT_NE(make<float>("energy:1"), nullptr);
}

}  // namespace
}  // namespace surefoot
