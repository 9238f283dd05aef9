#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/transport/sorted.hpp>

#include "transport/rows.hpp"

namespace surefoot {
namespace {

TEST(SortedTransport, IsTheMeanDifferenceOfWhatIsSorted) {
  auto x = normal_rows(501, 1, 1), y = normal_rows(501, 1, 2);
  SortedTransport transport({x, 1});
  const double cost = transport(std::span(y), 1), square = transport(std::span(y), 2);
  std::sort(x.begin(), x.end());
  EXPECT_TRUE(std::is_sorted(y.begin(), y.end()));
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::abs(x[i] - y[i]);
    squares += (x[i] - y[i]) * (x[i] - y[i]);
  }
  EXPECT_NEAR(cost, sum / 501, 1e-14);
  EXPECT_NEAR(square, squares / 501, 1e-14);
}

TEST(SortedTransport, IsTheAreaBetweenTheDistributions) {
  for (const auto& [n, m] : {std::pair(1, 1), {40, 70}, {100, 100}, {7, 300}}) {
    const auto x = normal_rows(n, 1, 1), y = normal_rows(m, 1, 2, 1.0);
    const auto v = random_weights(n, 3), w = random_weights(m, 4);
    auto cuts = x;
    cuts.insert(cuts.end(), y.begin(), y.end());
    std::sort(cuts.begin(), cuts.end());
    double area = 0.0;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      double gap = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) gap += x[i] <= cuts[k] ? v[i] : 0.0;
      for (std::size_t j = 0; j < y.size(); ++j) gap -= y[j] <= cuts[k] ? w[j] : 0.0;
      area += std::abs(gap) * (cuts[k + 1] - cuts[k]);
    }
    SortedTransport transport({x, 1});
    transport.reweight(v);
    const Cloud to{y, 1, w};
    EXPECT_NEAR(transport(to, 1), area, 1e-14);
    expect_marginals(transport.plan(), {x, 1, v}, to);
  }
}

TEST(SortedTransport, IsTheSameByAllItsWays) {
  for (const auto& [n, m] : {std::pair(60, 60), {60, 61}, {2048, 2048}})
    for (const bool weighted : {false, true})
      for (const int order : {1, 2}) {
        const auto x = normal_rows(n, 1, 1);
        const auto weights = random_weights(n, 2);
        SortedTransport transport({x, 1, weighted ? weights : std::span<const double>()});
        auto y = normal_rows(m, 1, 3);
        for (double& value : y) value = static_cast<float>(value);
        std::vector<float> floats(y.begin(), y.end());
        const double truth = transport(Cloud{y, 1}, order);
        EXPECT_NEAR(transport(std::span(y), order), truth, 1e-13);
        EXPECT_NEAR(transport(std::span(floats), order), truth, 1e-13);
      }
}

TEST(SortedTransport, ForgetsWeightsThatAreTakenAway) {
  const auto x = normal_rows(30, 1, 1);
  const auto weights = random_weights(30, 2);
  auto y = normal_rows(30, 1, 3);
  SortedTransport transport({x, 1}), other({x, 1, weights});
  const double equal = transport(std::span(y), 1), unequal = other(std::span(y), 1);
  transport.reweight(weights);
  EXPECT_EQ(transport(std::span(y), 1), unequal);
  transport.reweight({});
  EXPECT_EQ(transport(std::span(y), 1), equal);
}

TEST(SortedTransport, CountsTies) {
  const std::vector<double> x{1.0, 0.0, 1.0, 0.0}, ones(7, 1.0);
  SortedTransport transport({x, 1});
  EXPECT_DOUBLE_EQ(transport(Cloud{ones, 1}, 1), 0.5);
  EXPECT_DOUBLE_EQ(transport(Cloud{x, 1}, 2), 0.0);
  SortedTransport same({ones, 1});
  EXPECT_EQ(same(Cloud{ones, 1}, 2), 0.0);
}

TEST(SortedTransport, IsInfiniteWhereAPointIsNotFinite) {
  for (const float bad : {INFINITY, -INFINITY, NAN, -NAN})
    for (const int count : {1, 9, 100, 2000})
      for (const int order : {1, 2}) {
        auto y = normal_rows(count, 1, 1);
        SortedTransport transport({y, 1});
        y[y.size() / 2] = double{bad};
        std::vector<float> floats(y.begin(), y.end());
        SortedTransport from_bad({y, 1});
        EXPECT_EQ(transport(Cloud{y, 1}, order), INFINITY);
        EXPECT_TRUE(transport.plan().empty());
        EXPECT_EQ(from_bad(Cloud{y, 1}, order), INFINITY);
        EXPECT_EQ(transport(std::span(y), order), INFINITY);
        EXPECT_EQ(transport(std::span(floats), order), INFINITY);
      }
}

TEST(SortedTransport, SurvivesPointsFarAway) {
  const std::vector<double> x{0.0, 1e100, 3.0, -1e100}, weights{0.25, 0.25, 0.5, 0.0};
  std::vector<double> y{1e100, 0.5, 3.0, 4.0};
  SortedTransport transport({x, 1, weights});
  EXPECT_DOUBLE_EQ(transport(std::span(y), 1), 0.25 * 1.5);
  const std::vector<double> widest{std::numeric_limits<double>::max()};
  std::vector<double> lowest{std::numeric_limits<double>::lowest()};
  EXPECT_EQ(SortedTransport({widest, 1})(std::span(lowest), 1), INFINITY);
  EXPECT_EQ(SortedTransport({widest, 1})(Cloud{lowest, 1}, 2), INFINITY);
}

TEST(SortedTransport, RefusesWhatIsNoTransport) {
  std::vector<double> x{0.0, 1.0}, none;
  const std::vector<double> half{0.25, 0.25}, single{1.0};
  SortedTransport transport({x, 1});
  expect_refusal([&] { SortedTransport({x, 2}); }, "1 dimension, but they have 2");
  expect_refusal([&] { SortedTransport({none, 1}); }, "at least 1 point");
  expect_refusal([&] { SortedTransport({x, 1, half}); }, "sum to 0.5");
  expect_refusal([&] { transport.reweight(single); }, "each of 2 points, but there are 1");
  expect_refusal([&] { transport(Cloud{x, 2}, 1); }, "1 dimension, but they have 2");
  expect_refusal([&] { transport(std::span(none), 1); }, "at least 1 point");
  expect_refusal([&] { transport(std::span(x), 3); }, "must be 1 or 2, but is 3");
  expect_refusal([&] { transport(Cloud{x, 1, half}, 1); }, "sum to 0.5");
}

}  // namespace
}  // namespace surefoot
