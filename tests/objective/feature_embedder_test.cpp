#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/objective/feature_embedder.hpp>
#include <surefoot/objective/oracle_sums.hpp>

#include "monte_carlo.hpp"
#include "objective/cloud.hpp"

namespace surefoot {
namespace {

constexpr const char* spectral_families[] = {"gaussian:1.5", "laplace:1.5", "matern32:1.5",
                                             "matern52:1.5", "rational-quadratic:1.5:0.7"};
constexpr int dimensions[] = {1, 3, 8};

template <class Real>
std::unique_ptr<Embedder<Real>> make(const std::string& text, int dimension, int frequencies,
                                     std::uint64_t seed = 1) {
  return make_feature_embedder<Real>(parse_kernel(text)[0], dimension, frequencies, seed);
}

/// What an embedder, or the oracle, says about one target and one set of points: the three sums and
/// one coordinate of the gradient of each of the first two.
std::vector<double> answers(Embedder<double>& embedder, const Cloud<double>& z,
                            const Cloud<double>& y) {
  auto cross = y.gradient(), self = y.gradient();
  embedder.take(z.points(), 0);
  const double a = embedder.cross(y.points(), cross.data());
  const double b = embedder.self(y.points(), self.data());
  return {a, b, embedder.data().value(), cross[0], self[0]};
}

std::vector<double> exact_answers(const Kernel& kernel, const Cloud<double>& z,
                                  const Cloud<double>& y) {
  const OracleSums oracle(kernel.sums());
  auto cross = y.gradient(), self = y.gradient();
  double squares = 0.0;
  for (int a = 0; a < z.points().count; ++a)
    squares += z.points().weights[a] * z.points().weights[a];
  const double a = oracle.cross(z.points(), y.points(), cross.data());
  const double b = oracle.self(y.points(), self.data());
  return {a, b, oracle.self(z.points(), nullptr) + squares * kernel.at_zero(), cross[0], self[0]};
}

// 69 means of 64 independent sets of frequencies, each within 4.5 of its standard errors: false
// alarms in 1 of 500 choices of seeds.  The derivatives of the Laplace kernel are left out, since
// its frequencies have no mean.
TEST(FeatureEmbedder, IsRightOnAverage) {
  for (const std::string text : spectral_families)
    for (const int dimension : dimensions) {
      const Kernel kernel(parse_kernel(text));
      const Cloud<double> z(40, dimension, 1), y(20, dimension, 2);
      const auto exact = exact_answers(kernel, z, y);
      std::vector<std::vector<double>> found(exact.size());
      for (std::uint64_t seed = 0; seed < 64; ++seed) {
        const auto got = answers(*make<double>(text, dimension, 100, seed), z, y);
        for (std::size_t k = 0; k < got.size(); ++k) found[k].push_back(got[k]);
      }
      const std::size_t answered = text == "laplace:1.5" ? 3 : exact.size();
      for (std::size_t k = 0; k < answered; ++k) {
        const Estimate mean = estimate(found[k]);
        EXPECT_LE(std::abs(mean.mean - exact[k]), 4.5 * mean.error)
            << text << ", dimension " << dimension << ", answer " << k;
      }
    }
}

/// The root mean square error of the cross sum over 100 sets of frequencies.
double typical_error(const std::string& text, int dimension, int frequencies) {
  const Kernel kernel(parse_kernel(text));
  const Cloud<double> z(40, dimension, 1), y(20, dimension, 2);
  const double exact = OracleSums(kernel.sums()).cross(z.points(), y.points(), nullptr);
  double squares = 0.0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto embedder = make<double>(text, dimension, frequencies, seed);
    embedder->take(z.points(), 0);
    const double error = embedder->cross(y.points(), nullptr) - exact;
    squares += error * error / 100.0;
  }
  return std::sqrt(squares);
}

// 16 times as many frequencies: 4 times the accuracy.  A root mean square over 100 has a standard
// error of about 7 %, so the ratio one of 10 %, and 40 % are 4 of them.
TEST(FeatureEmbedder, ErrsByOneOverTheRootOfTheFrequencies) {
  for (const std::string text : spectral_families)
    for (const int dimension : dimensions) {
      const double few = typical_error(text, dimension, 32);
      const double many = typical_error(text, dimension, 512);
      EXPECT_NEAR(few / many, 4.0, 1.6) << text << ", dimension " << dimension;
      EXPECT_LE(few, 1.0 / std::sqrt(32.0)) << text;  // cosines are at most 1, as are all weights
    }
}

TEST(FeatureEmbedder, GradientIsTheDerivativeOfItsOwnValue) {
  for (const std::string text : spectral_families)
    for (const int dimension : dimensions) {
      const auto embedder = make<double>(text, dimension, 150);
      const Cloud<double> z(19, dimension, 1);
      Cloud<double> y(21, dimension, 2);
      embedder->take(z.points(), 0);
      auto cross = y.gradient(), self = y.gradient();
      embedder->cross(y.points(), cross.data());
      embedder->self(y.points(), self.data());
      for (const int j : {0, 17})
        for (int c = 0; c < dimension; ++c) {
          constexpr double h = 1e-6;
          const double here = y.at(j, c);
          y.at(j, c) = here + h;
          const double cross_above = embedder->cross(y.points(), nullptr);
          const double self_above = embedder->self(y.points(), nullptr);
          y.at(j, c) = here - h;
          const double cross_below = embedder->cross(y.points(), nullptr);
          const double self_below = embedder->self(y.points(), nullptr);
          y.at(j, c) = here;
          const auto k = static_cast<std::size_t>(c * y.stride() + j);
          EXPECT_NEAR(cross[k], (cross_above - cross_below) / (2.0 * h), 1e-6) << text;
          EXPECT_NEAR(self[k], (self_above - self_below) / (2.0 * h), 1e-6) << text;
        }
    }
}

TEST(FeatureEmbedder, LeavesOutTheDiagonalOfTheSelfSum) {
  for (const std::string text : spectral_families) {
    const auto embedder = make<double>(text, 3, 70);
    EXPECT_NEAR(embedder->self(Cloud<double>(1, 3, 1).points(), nullptr), 0.0, 1e-14) << text;
    Cloud<double> pair(2, 3, 1);
    for (int c = 0; c < 3; ++c) pair.at(1, c) = pair.at(0, c);
    auto gradient = pair.gradient();
    EXPECT_NEAR(embedder->self(pair.points(), gradient.data()),
                2.0 * pair.weight(0) * pair.weight(1), 1e-14)
        << text;
    for (const double slope : gradient) EXPECT_NEAR(slope, 0.0, 1e-12) << text;
  }
}

TEST(FeatureEmbedder, TakesTargetsOneAfterTheOther) {
  const Cloud<double> y(33, 3, 7), first(100, 3, 1), second(600, 3, 2);
  const auto used = make<double>("matern32:1", 3, 200), fresh = make<double>("matern32:1", 3, 200);
  answers(*used, first, y);
  EXPECT_EQ(answers(*used, second, y), answers(*fresh, second, y));
}

TEST(FeatureEmbedder, IsAFunctionOfItsSeed) {
  const Cloud<double> z(10, 2, 1), y(10, 2, 2);
  const auto at = [&](std::uint64_t seed) {
    return answers(*make<double>("gaussian:1", 2, 50, seed), z, y);
  };
  EXPECT_EQ(at(5), at(5));
  EXPECT_NE(at(5), at(6));
}

TEST(FeatureEmbedder, AddsTheGradientToWhatIsThere) {
  const Cloud<double> z(20, 5, 1), y(9, 5, 2);
  const auto embedder = make<double>("gaussian:1", 5, 50);
  embedder->take(z.points(), 0);
  auto fresh = y.gradient(), used = y.gradient(1.0);
  for (auto* gradient : {&fresh, &used}) {
    embedder->cross(y.points(), gradient->data());
    embedder->self(y.points(), gradient->data());
  }
  for (std::size_t i = 0; i < fresh.size(); ++i) EXPECT_NEAR(used[i], 1.0 + fresh[i], 1e-15);
}

TEST(FeatureEmbedder, InFloatAgreesWithDouble) {
  for (const std::string text : spectral_families)
    for (const int dimension : dimensions) {
      const Cloud<float> z(700, dimension, 1), y(70, dimension, 2);
      const Cloud<double> zz(700, dimension, 1), yy(70, dimension, 2);
      const auto single = make<float>(text, dimension, 300);
      const auto twice = make<double>(text, dimension, 300);
      single->take(z.points(), 0);
      twice->take(zz.points(), 0);
      auto gradient = y.gradient(), expected = yy.gradient();
      // Rounded phases: as large as frequencies, which have no variance for the Laplace kernel.
      const double tolerance = text == "laplace:1.5" ? 1e-4 : 1e-6;
      EXPECT_NEAR(single->cross(y.points(), gradient.data()),
                  twice->cross(yy.points(), expected.data()), tolerance)
          << text;
      EXPECT_NEAR(single->self(y.points(), gradient.data()),
                  twice->self(yy.points(), expected.data()), tolerance)
          << text;
      EXPECT_NEAR(single->data().value(), twice->data().value(), tolerance) << text;
      if (text == "laplace:1.5") continue;  // its largest frequencies have no phase in float
      for (std::size_t i = 0; i < gradient.size(); ++i)
        EXPECT_NEAR(gradient[i], expected[i], 1e-6) << text;
    }
}

template <class Real>
void expect_lost_points_are_far_from_others(Real far) {
  for (const std::string text : spectral_families) {
    const auto embedder = make<Real>(text, 2, 4000);
    const Cloud<Real> z(50, 2, 1);
    Cloud<Real> y(4, 2, 2);
    for (int j = 0; j < 4; ++j) {
      y.weight(j) = Real(0.25);
      for (int c = 0; c < 2; ++c) y.at(j, c) = j < 2 ? far : -far;
    }
    embedder->take(z.points(), 0);
    auto gradient = y.gradient();
    constexpr double error = 0.011;  // of a mean of 4000 cosines of angles at random
    EXPECT_NEAR(embedder->cross(y.points(), gradient.data()), 0.0, 5.0 * error) << text;
    // Two pairs at the same place.
    EXPECT_NEAR(embedder->self(y.points(), gradient.data()), 4.0 / 16.0, 5.0 * error) << text;
    for (const double slope : gradient) EXPECT_TRUE(std::isfinite(slope)) << text;
  }
}

TEST(FeatureEmbedder, KeepsLostPointsFarFromAllOthers) {
  expect_lost_points_are_far_from_others(1e15F);
  expect_lost_points_are_far_from_others(1e100);
}

TEST(FeatureEmbedder, IsRefusedToTheEnergyKernel) {
  EXPECT_EQ(make<float>("energy", 2, 10), nullptr);
  EXPECT_EQ(make<double>("energy:1.5", 2, 10), nullptr);
}

}  // namespace
}  // namespace surefoot
