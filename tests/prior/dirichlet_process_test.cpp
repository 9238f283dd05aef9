#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <gtest/gtest.h>

#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/random/gamma.hpp>

#include "monte_carlo.hpp"

namespace surefoot {
namespace {

// Moments are held to four standard errors: one check in 16,000 would fail for another seed.
/// Pseudo-observations that carry their number, so that a test sees which ones it was given.
struct Numbered final : BaseMeasure {
  std::vector<double> draw(const Coordinates& at, int count) const override {
    std::vector<double> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), static_cast<double>(at.draw));
    return rows;
  }
};

DirichletProcess process(double concentration, std::optional<int> truncation = {}) {
  return {concentration, truncation, std::make_shared<Numbered>()};
}

DirichletDraw draw_of(const DirichletProcess& prior, std::size_t n, std::uint32_t draw,
                      std::uint64_t seed = 1) {
  DirichletDraw out;
  dirichlet_process_draw(prior, n, seed, draw, out);
  return out;
}

double prior_share(const DirichletDraw& draw, std::size_t n) {
  return std::accumulate(draw.weights.begin() + static_cast<std::ptrdiff_t>(n), draw.weights.end(),
                         0.0);
}

void expect_weights(const DirichletDraw& draw, std::size_t n) {
  ASSERT_EQ(draw.weights.size(), n + draw.pseudo.size());
  for (const double w : draw.weights) ASSERT_TRUE(w >= 0.0 && w <= 1.0) << w;
  EXPECT_NEAR(std::accumulate(draw.weights.begin(), draw.weights.end(), 0.0), 1.0, 1e-12);
}

void expect_estimate(std::span<const double> values, double truth, const char* what) {
  const Estimate found = estimate(values);
  EXPECT_NEAR(found.mean, truth, errors * found.error) << what;
}

/// The share of the prior is Beta(c, n).
void expect_beta_share(std::span<const double> shares, double c, double n) {
  const double mean = c / (c + n), variance = mean * (1.0 - mean) / (c + n + 1.0);
  expect_estimate(shares, mean, "mean");
  expect_estimate(squares_about(shares, mean), variance, "variance");
}

TEST(BayesianBootstrap, HasDirichletWeights) {
  constexpr std::size_t n = 5;
  std::vector<double> first, last;
  for (std::uint32_t b = 0; b < 20000; ++b) {
    const auto draw = draw_of({}, n, b);
    expect_weights(draw, n);
    first.push_back(draw.weights.front());
    last.push_back(draw.weights.back());
  }
  constexpr double mean = 1.0 / n, variance = (n - 1.0) / (n * n * (n + 1.0));
  for (const auto& weight : {first, last}) {
    expect_estimate(weight, mean, "mean");
    expect_estimate(squares_about(weight, mean), variance, "variance");
  }
}

// E MMD^2(P_W, P_n) = (mean_i k(x_i, x_i) - mean_ij k(x_i, x_j)) / (n + 1).
TEST(BayesianBootstrap, SpreadsAroundTheDataAsTheIdentitySays) {
  const std::vector<double> x{-1.0, 0.2, 0.3, 2.0, 5.0, 5.5};
  const auto k = [&](std::size_t i, std::size_t j) { return std::exp(-std::pow(x[i] - x[j], 2)); };
  const auto n = static_cast<double>(x.size());
  double total = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) total += k(i, j) / (n * n);
  std::vector<double> mmd2;
  for (std::uint32_t b = 0; b < 20000; ++b) {
    const auto w = draw_of({}, x.size(), b).weights;
    double square = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j)
        square += (w[i] - 1.0 / n) * (w[j] - 1.0 / n) * k(i, j);
    mmd2.push_back(square);
  }
  expect_estimate(mmd2, (1.0 - total) / (n + 1.0), "MMD^2");
}

TEST(DirichletProcess, WithTruncationSurvivesTinyShapes) {
  constexpr std::size_t n = 2;
  constexpr double c = 0.2;
  constexpr int atoms = 10000;  // shapes of 2e-5, whose gammas are mostly below the least double
  std::vector<double> shares;
  for (std::uint32_t b = 0; b < 400; ++b) {
    const auto draw = draw_of(process(c, atoms), n, b);
    ASSERT_EQ(draw.pseudo.size(), static_cast<std::size_t>(atoms));
    expect_weights(draw, n);
    shares.push_back(prior_share(draw, n));
  }
  expect_beta_share(shares, c, n);
}

TEST(DirichletProcess, ByStickBreakingHasABetaShare) {
  constexpr std::size_t n = 4;
  constexpr double c = 3.0;
  std::vector<double> shares, surplus;
  for (std::uint32_t b = 0; b < 20000; ++b) {
    const auto draw = draw_of(process(c), n, b);
    expect_weights(draw, n);
    EXPECT_FALSE(draw.cut);
    const double share = prior_share(draw, n);
    shares.push_back(share);
    // Sticks are broken at the points of a Poisson process of rate c in -log(rest), until the
    // rest of the share is below 1e-9: one more than a Poisson number of them.
    surplus.push_back(static_cast<double>(draw.pseudo.size()) - c * std::log(share / 1e-9));
  }
  expect_beta_share(shares, c, n);
  expect_estimate(surplus, 1.0, "number of atoms");
}

TEST(DirichletProcess, SaysWhenItsSticksWereCut) {
  const auto draw = draw_of(process(2e4), 10, 0);
  EXPECT_TRUE(draw.cut);
  expect_weights(draw, 10);
}

// One atom with all that is left would stand for a tenth or more of the base measure.
TEST(DirichletProcess, CutShortStillSpreadsOverTheBaseMeasure) {
  const auto draw = draw_of(process(1e6), 10, 0);
  expect_weights(draw, 10);
  EXPECT_LT(*std::max_element(draw.weights.begin() + 10, draw.weights.end()), 0.01);
}

TEST(DirichletProcess, WithoutConcentrationIsTheBayesianBootstrap) {
  constexpr std::size_t n = 7;
  for (std::uint32_t b = 0; b < 50; ++b) {
    const auto plain = draw_of({}, n, b).weights;
    for (const double c : {1e-300, 1e-12, 1e-7})
      for (const auto& prior : {process(c), process(c, 3)}) {
        auto weights = draw_of(prior, n, b).weights;
        weights.resize(n);
        EXPECT_EQ(weights, plain) << "c = " << c << ", draw " << b;
      }
  }
}

TEST(DirichletProcess, WithAShareTooSmallForAnAtomIsTheBayesianBootstrap) {
  for (std::uint32_t b = 0; b < 5000; ++b) {
    const auto draw = draw_of(process(0.02), 7, b);
    if (!draw.pseudo.empty()) continue;
    EXPECT_EQ(draw.weights, draw_of({}, 7, b).weights) << "draw " << b;
  }
}

TEST(DirichletProcess, DependsOnSeedAndNumberAlone) {
  for (const auto& prior : {process(0.0), process(2.0), process(2.0, 8)}) {
    DirichletDraw used;  // by other draws before
    for (const std::uint32_t b : {9u, 3u}) dirichlet_process_draw(prior, 6, 5, b, used);
    const auto fresh = draw_of(prior, 6, 3, 5);
    EXPECT_EQ(used.weights, fresh.weights);
    EXPECT_EQ(used.pseudo, fresh.pseudo);
    EXPECT_NE(draw_of(prior, 6, 4, 5).weights, fresh.weights);
    EXPECT_NE(draw_of(prior, 6, 3, 6).weights, fresh.weights);
  }
}

TEST(LogGammaVariate, HasTheMomentsOfItsShape) {
  for (const double shape : {1e-5, 0.3, 1.0, 7.0}) {
    std::vector<double> logs;
    for (std::uint32_t b = 0; b < 20000; ++b) {
      Noise noise({1, b, 0, 0, Purpose::prior_weights});
      logs.push_back(log_gamma_variate(shape, noise));
    }
    SCOPED_TRACE(shape);
    const double mean = boost::math::digamma(shape);
    expect_estimate(logs, mean, "mean");
    expect_estimate(squares_about(logs, mean), boost::math::trigamma(shape), "variance");
  }
}

}  // namespace
}  // namespace surefoot
