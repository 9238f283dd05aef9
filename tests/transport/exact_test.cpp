#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/transport/exact.hpp>
#include <surefoot/transport/sorted.hpp>

#include "transport/rows.hpp"

namespace surefoot {
namespace {

double cost(const Cloud& x, std::size_t i, const Cloud& y, std::size_t j, int order) {
  const auto d = static_cast<std::size_t>(x.dimension);
  double square = 0.0;
  for (std::size_t c = 0; c < d; ++c)
    square += std::pow(x.points[i * d + c] - y.points[j * d + c], 2);
  return order == 1 ? std::sqrt(square) : square;
}

/// The mean cost of the best pairing, by trying all.
double best_pairing(const Cloud& x, const Cloud& y, int order) {
  std::vector<std::size_t> partner(x.size());
  std::iota(partner.begin(), partner.end(), 0);
  double best = INFINITY;
  do {
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += cost(x, i, y, partner[i], order);
    best = std::min(best, sum / static_cast<double>(x.size()));
  } while (std::next_permutation(partner.begin(), partner.end()));
  return best;
}

double cost_of_plan(const ExactTransport& exact, const Cloud& x, const Cloud& y, int order) {
  double sum = 0.0;
  for (const auto& [from, to, mass] : exact.plan()) sum += mass * cost(x, from, y, to, order);
  return sum;
}

TEST(ExactTransport, FindsTheBestOfAllPairings) {
  ExactTransport exact;
  for (int count = 1; count <= 7; ++count)
    for (std::uint32_t seed = 0; seed < 5; ++seed)
      for (const int dimension : {1, 2, 5})
        for (const int order : {1, 2}) {
          const auto x = normal_rows(count, dimension, 2 * seed);
          const auto y = normal_rows(count, dimension, 2 * seed + 1);
          const Cloud from{x, dimension}, to{y, dimension};
          const double best = best_pairing(from, to, order);
          EXPECT_NEAR(exact(from, to, order), best, 1e-12 * best);
          EXPECT_EQ(exact.plan().size(), from.size());
          expect_marginals(exact.plan(), from, to);
        }
}

// Weights that are sixths stand for points that occur several times.
TEST(ExactTransport, TakesAWeightForAPointThatOccursSeveralTimes) {
  const std::vector<int> x_times{3, 0, 1, 2}, y_times{1, 4, 1};
  const auto spread = [](const std::vector<double>& rows, const std::vector<int>& times) {
    std::vector<double> all, weights;
    for (std::size_t i = 0; i < times.size(); ++i) {
      for (int k = 0; k < times[i]; ++k) all.insert(all.end(), &rows[2 * i], &rows[2 * i] + 2);
      weights.push_back(times[i] / 6.0);
    }
    return std::pair(all, weights);
  };
  ExactTransport exact;
  for (std::uint32_t seed = 0; seed < 10; ++seed)
    for (const int order : {1, 2}) {
      const auto x = normal_rows(4, 2, 2 * seed), y = normal_rows(3, 2, 2 * seed + 1);
      const auto [all_x, x_weights] = spread(x, x_times);
      const auto [all_y, y_weights] = spread(y, y_times);
      const double best = best_pairing({all_x, 2}, {all_y, 2}, order);
      const Cloud from{x, 2, x_weights}, to{y, 2, y_weights};
      EXPECT_NEAR(exact(from, to, order), best, 1e-12 * best);
      expect_marginals(exact.plan(), from, to);
    }
}

TEST(ExactTransport, AgreesWithSortingOnTheLine) {
  ExactTransport exact;
  for (const auto& [n, m] : {std::pair(50, 50), {200, 131}, {64, 500}, {300, 300}, {1, 60}})
    for (const int order : {1, 2})
      for (const bool weighted : {false, true}) {
        const auto x = normal_rows(n, 1, 1), y = normal_rows(m, 1, 2, 0.5);
        const auto v = random_weights(n, 3), w = random_weights(m, 4);
        const Cloud from{x, 1, weighted ? v : std::span<const double>()};
        const Cloud to{y, 1, weighted ? w : std::span<const double>()};
        SortedTransport sorted(from);
        const double truth = sorted(to, order);
        EXPECT_NEAR(exact(from, to, order), truth, 1e-11 * truth) << n << " x " << m;
        EXPECT_NEAR(exact(to, from, order), truth, 1e-11 * truth) << n << " x " << m;
        expect_marginals(sorted.plan(), from, to);
      }
}

TEST(ExactTransport, GivesTheSquareOfATranslation) {
  const auto x = normal_rows(100, 3, 1);
  auto y = x;
  for (std::size_t i = 0; i < y.size(); i += 3) y[i] += 2.0, y[i + 2] -= 1.0;
  ExactTransport exact;
  EXPECT_NEAR(exact({x, 3}, {y, 3}, 2), 5.0, 1e-12);
  EXPECT_NEAR(wasserstein(exact({x, 3}, {y, 3}, 2), 2), std::sqrt(5.0), 1e-12);
  EXPECT_NEAR(exact({x, 3}, {y, 3}, 1), std::sqrt(5.0), 1e-12);
}

TEST(ExactTransport, IsTheSameEitherWayAndFromRunToRun) {
  const PublishedPair pair(0);
  const auto w = random_weights(200, 9);
  ExactTransport used;
  for (const int order : {1, 2}) {
    const Cloud x{pair.x, 4}, y{pair.y, 4, w};
    const double there = used(x, y, order);
    EXPECT_NEAR(used(y, x, order), there, 1e-12 * there);
    EXPECT_EQ(used(x, y, order), there);
    EXPECT_EQ(ExactTransport()(x, y, order), there);
    EXPECT_NEAR(cost_of_plan(used, x, y, order), there, 1e-14);
    expect_marginals(used.plan(), x, y);
  }
}

// Equal weights that are spelt out are no other problem than equal weights.
TEST(ExactTransport, TakesEqualWeightsAsNone) {
  const auto x = normal_rows(30, 2, 1), y = normal_rows(30, 2, 2);
  const std::vector<double> equal(30, 1.0 / 30);
  ExactTransport exact;
  EXPECT_EQ(exact({x, 2, equal}, {y, 2}, 1), exact({x, 2}, {y, 2}, 1));
}

// One outlier on either side makes the largest cost so large that no whole number has digits left
// for the others.
TEST(ExactTransport, KeepsItsDigitsBesideOutliersThatMeet) {
  ExactTransport exact;
  const auto near_x = normal_rows(50, 2, 1), near_y = normal_rows(50, 2, 2);
  for (const double far : {1e6, 1e15, 1e40})
    for (const int order : {1, 2}) {
      auto x = near_x, y = near_y;
      x.insert(x.end(), {far, far, far * far, 0.0});
      y.insert(y.end(), {far, far, far * far, 0.0});
      const double truth = 50.0 / 52.0 * exact({near_x, 2}, {near_y, 2}, order);
      EXPECT_NEAR(exact({x, 2}, {y, 2}, order), truth, 1e-10 * truth) << far;
    }
}

TEST(ExactTransport, LetsPointsWithoutWeightCountForNothing) {
  ExactTransport exact;
  const auto x = normal_rows(20, 2, 1);
  auto y = normal_rows(20, 2, 2);
  const double truth = exact({x, 2}, {y, 2}, 1);
  y.insert(y.end(), {1e30, -1e30});
  std::vector<double> weights(21, 1.0 / 20);
  weights.back() = 0.0;
  EXPECT_NEAR(exact({x, 2}, {y, 2, weights}, 1), truth, 1e-10);
  for (const Shipment& shipment : exact.plan()) EXPECT_NE(shipment.to, 20u);
}

TEST(ExactTransport, KnowsTheLimits) {
  ExactTransport exact;
  expect_common_limits(exact);
  const std::vector<double> tiny{0.0, 1e-300}, zero{0.0, 0.0};
  EXPECT_LE(exact({tiny, 1}, {zero, 1}, 1), 1e-300);
}

TEST(ExactTransport, RefusesWhatIsNoTransport) {
  ExactTransport exact;
  expect_common_refusals(exact);
}

}  // namespace
}  // namespace surefoot
