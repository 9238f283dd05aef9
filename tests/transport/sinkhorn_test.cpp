#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/transport/exact.hpp>
#include <surefoot/transport/hilbert.hpp>
#include <surefoot/transport/sinkhorn.hpp>

#include "transport/rows.hpp"

namespace surefoot {
namespace {

/// The algorithm as it is published, step by step and without guards.
double published(const Cloud& x, const Cloud& y, int order) {
  const std::size_t n = x.size(), m = y.size();
  const auto d = static_cast<std::size_t>(x.dimension);
  std::vector<double> cost(n * m), sorted, kernel(n * m), u(n, 1.0), v(m);
  for (std::size_t k = 0; k < n * m; ++k) {
    for (std::size_t c = 0; c < d; ++c)
      cost[k] += std::pow(x.points[k / m * d + c] - y.points[k % m * d + c], 2);
    if (order == 1) cost[k] = std::sqrt(cost[k]);
  }
  sorted = cost;
  std::sort(sorted.begin(), sorted.end());
  const double median = 0.5 * (sorted[(n * m - 1) / 2] + sorted[n * m / 2]);
  for (std::size_t k = 0; k < n * m; ++k) kernel[k] = std::exp(-cost[k] / (0.05 * median));
  const auto a = [&](std::size_t i) { return x.weights.empty() ? 1.0 / double(n) : x.weights[i]; };
  const auto b = [&](std::size_t j) { return y.weights.empty() ? 1.0 / double(m) : y.weights[j]; };
  const auto update_v = [&] {
    for (std::size_t j = 0; j < m; ++j) {
      double sum = 0.0;
      for (std::size_t i = 0; i < n; ++i) sum += kernel[i * m + j] * u[i];
      v[j] = b(j) / sum;
    }
  };
  for (int step = 0; step < 100; ++step) {
    update_v();
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < m; ++j) sum += kernel[i * m + j] * v[j];
      u[i] = a(i) / sum;
    }
  }
  update_v();

  std::vector<double> rows(n), columns(m);
  for (std::size_t k = 0; k < n * m; ++k) {
    kernel[k] *= u[k / m] * v[k % m];
    rows[k / m] += kernel[k];
    columns[k % m] += kernel[k];
  }
  double share = 1.0;
  for (std::size_t i = 0; i < n; ++i) share = std::min(share, a(i) / rows[i]);
  for (std::size_t j = 0; j < m; ++j) share = std::min(share, b(j) / columns[j]);
  double total = 0.0;
  for (std::size_t k = 0; k < n * m; ++k) {
    const std::size_t i = k / m, j = k % m;
    const double r = (a(i) - share * rows[i]) / (1.0 - share);
    const double s = (b(j) - share * columns[j]) / (1.0 - share);
    total += (share * kernel[k] + (1.0 - share) * r * s) * cost[k];
  }
  return total;
}

TEST(SinkhornTransport, IsThePublishedAlgorithm) {
  SinkhornTransport sinkhorn;
  for (std::uint32_t seed = 0; seed < 5; ++seed)
    for (const int order : {1, 2}) {
      const auto x = normal_rows(40, 3, 2 * seed), y = normal_rows(31, 3, 2 * seed + 1, 0.5);
      std::vector<double> weights(40);
      for (std::size_t i = 0; i < 40; ++i) weights[i] = static_cast<double>(i + 1) / 820.0;
      for (const Cloud& from : {Cloud{x, 3}, Cloud{x, 3, weights}}) {
        const double truth = published(from, {y, 3}, order);
        EXPECT_NEAR(sinkhorn(from, {y, 3}, order), truth, 1e-9 * truth);
      }
    }
}

// Published for one pair of this kind: exact 1.037, Sinkhorn 1.152, Hilbert 1.427.
TEST(SinkhornTransport, StandsBetweenExactAndHilbert) {
  SinkhornTransport sinkhorn;
  ExactTransport exact;
  HilbertTransport hilbert;
  for (std::uint32_t number = 0; number < 4; ++number) {
    const PublishedPair pair(number);
    const Cloud x{pair.x, 4}, y{pair.y, 4};
    const double truth = exact(x, y, 1), smooth = sinkhorn(x, y, 1);
    EXPECT_NEAR(smooth / truth, 1.152 / 1.037, 0.05);
    EXPECT_LT(smooth, hilbert(x, y, 1));
  }
}

TEST(SinkhornTransport, IsNeverBelowTheExactCost) {
  SinkhornTransport sinkhorn;
  ExactTransport exact;
  for (const auto& [n, m] : {std::pair(1, 1), {1, 9}, {30, 50}, {60, 60}})
    for (const int order : {1, 2})
      for (const double outlier : {0.0, 50.0, 1e100}) {
        auto x = normal_rows(n, 2, 1);
        const auto y = normal_rows(m, 2, 2), w = random_weights(m, 3);
        x[0] += outlier;
        const Cloud from{x, 2}, to{y, 2, w};
        const double truth = exact(from, to, order), smooth = sinkhorn(from, to, order);
        EXPECT_GE(smooth, truth * (1.0 - 1e-12)) << n << " x " << m << ", " << outlier;
        EXPECT_LE(smooth, 2.0 * truth) << n << " x " << m << ", " << outlier;
      }
}

// Rows that underflow, each side with points far from all others.
TEST(SinkhornTransport, SurvivesPointsFarFromAllOthers) {
  SinkhornTransport sinkhorn;
  ExactTransport exact;
  auto x = normal_rows(40, 2, 1), y = normal_rows(40, 2, 2);
  x[0] = 1e6, x[2] = -1e6, y[0] = 2e6, y[5] = 1e9;
  const double truth = exact({x, 2}, {y, 2}, 1), smooth = sinkhorn({x, 2}, {y, 2}, 1);
  EXPECT_GE(smooth, truth * (1.0 - 1e-12));
  EXPECT_LE(smooth, 3.0 * truth);
}

TEST(SinkhornTransport, TakesTheMeanWhereTheMedianIsZero) {
  SinkhornTransport sinkhorn;
  std::vector<double> x(30, 1.0), y(30, 1.0);
  y[3] = 4.0;
  EXPECT_NEAR(sinkhorn({x, 1}, {y, 1}, 1), 0.1, 1e-12);
}

TEST(SinkhornTransport, LetsPointsWithoutWeightCountForNothing) {
  SinkhornTransport sinkhorn;
  const auto x = normal_rows(20, 2, 1);
  auto y = normal_rows(20, 2, 2);
  const double truth = sinkhorn({x, 2}, {y, 2}, 1);
  y.insert(y.end(), {1e30, -1e30});
  std::vector<double> weights(21, 1.0 / 20);
  weights.back() = 0.0;
  EXPECT_DOUBLE_EQ(sinkhorn({x, 2}, {y, 2, weights}, 1), truth);
}

TEST(SinkhornTransport, KnowsTheLimits) {
  SinkhornTransport sinkhorn;
  expect_common_limits(sinkhorn);
}

TEST(SinkhornTransport, RefusesWhatIsNoTransport) {
  SinkhornTransport sinkhorn;
  expect_common_refusals(sinkhorn);
}

}  // namespace
}  // namespace surefoot
