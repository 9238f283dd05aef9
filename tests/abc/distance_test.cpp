#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/abc/distance.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

constexpr Coordinates place{5, 3, 8, 0, Purpose::simulation};

/// One distance at the truth, and the data set behind it.
struct Case {
  Case(const std::string& name, int count, int dimension, Precision p,
       const std::map<std::string, double>& options = {})
      : model(built_in_model(name, dimension, options)),
        x(model.simulate(model.truth, count, 1)),
        y(simulate_iid(model, model.truth, count, place)),
        precision(p),
        eta(model.truth.size()) {
    model.parameters.to_optimiser(model.truth, eta);
  }
  AbcData data() const { return {model, model.parameters, x, precision}; }
  double operator()(const DistanceFactory& factory) const { return (*factory())(eta, place); }

  Model model;
  Sample x, y;
  Precision precision;
  std::vector<double> eta;
};

double mean_gap(const Case& c, double power) {
  std::vector<double> x(c.x.values().begin(), c.x.values().end()),
      y(c.y.values().begin(), c.y.values().end());
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += std::pow(std::abs(x[i] - y[i]), power);
  return std::pow(sum / static_cast<double>(x.size()), 1.0 / power);
}

TEST(WassersteinAbc, IsTheMeanGapOfSortedData) {
  for (const int n : {1, 17, 500})
    for (const Precision p : {Precision::mixed, Precision::full})
      for (const int order : {1, 2}) {
        const Case c("g-and-k", n, 1, p);
        const double expected = mean_gap(c, order);
        const double tolerance = (p == Precision::full ? 1e-12 : 1e-5) * (1.0 + expected);
        EXPECT_NEAR(c(wasserstein_distance(c.data(), Transport::sorted, order)), expected,
                    tolerance);
        EXPECT_NEAR(c(wasserstein_distance(c.data(), Transport::exact, order)), expected,
                    tolerance);
      }
}

TEST(WassersteinAbc, BoundsTheExactDistanceFromAbove) {
  const Case c("gaussian-location", 60, 3, Precision::full);
  const double exact = c(wasserstein_distance(c.data(), Transport::exact, 1));
  EXPECT_GT(exact, 0.0);
  EXPECT_GE(c(wasserstein_distance(c.data(), Transport::hilbert, 1)), exact);
  EXPECT_GE(c(wasserstein_distance(c.data(), Transport::sinkhorn, 1)), exact);
}

TEST(WassersteinAbc, SimulatesInPartsAsInOnePiece) {
  // So many latents that they are made a few observations at a time, and the last part is short.
  const Case c("toggle-switch", 611, 1, Precision::full, {{"transitions", 120}});
  const double expected = mean_gap(c, 1.0);
  EXPECT_NEAR(c(wasserstein_distance(c.data(), Transport::sorted, 1)), expected, 1e-9 * expected);
}

double oracle_mmd2(const Case& c, const Kernel& kernel) {
  const auto mean = [&](const Sample& a, const Sample& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) {
        double r2 = 0.0;
        for (int k = 0; k < a.dimension(); ++k) r2 += (a(i, k) - b(j, k)) * (a(i, k) - b(j, k));
        sum += kernel.sums().value(r2);
      }
    return sum / static_cast<double>(a.size() * b.size());
  };
  return mean(c.x, c.x) - 2.0 * mean(c.x, c.y) + mean(c.y, c.y);
}

TEST(MmdAbc, IsTheVStatisticOfAllPairs) {
  for (const char* text : {"gaussian:1", "laplace:2", "gaussian:0.3+gaussian:3", "energy"})
    for (const int d : {1, 2, 6})
      for (const int n : {1, 2, 50})
        for (const Precision p : {Precision::mixed, Precision::full}) {
          const Kernel kernel(parse_kernel(text));
          const Case c("gaussian-location", n, d, p);
          EXPECT_NEAR(c(mmd_distance(c.data(), kernel)), oracle_mmd2(c, kernel),
                      p == Precision::full ? 1e-12 : 1e-5)
              << text << ", d = " << d << ", n = " << n;
        }
}

TEST(AbcDistances, AreInfiniteWhereTheSimulatorFails) {
  Case c("g-and-k", 20, 1, Precision::mixed);
  c.eta[0] = std::nan("");
  for (const Transport t : {Transport::sorted, Transport::exact, Transport::hilbert})
    EXPECT_EQ(c(wasserstein_distance(c.data(), t, 1)), INFINITY);
  EXPECT_EQ(c(mmd_distance(c.data(), Kernel(parse_kernel("gaussian:1")))), INFINITY);
}

TEST(AbcDistances, UseDoublesWhereFloatsWouldBlur) {
  const Model model = built_in_model("gaussian-location", 1);
  const Sample x = model.simulate(model.truth, 50, 1);
  EXPECT_EQ(precision_for(model, x), Precision::mixed);
  EXPECT_EQ(precision_for(model, moved(x, 1.0, 1e6)), Precision::full);
  EXPECT_EQ(precision_for(model, moved(x, 1e12, 0.0)), Precision::full);
  EXPECT_EQ(precision_for(model, moved(x, 1e-12, 0.0)), Precision::full);
  EXPECT_EQ(precision_for(model, Sample({3.0, 3.0}, 1)), Precision::full);
}

TEST(Transports, AreChosenByDimension) {
  EXPECT_EQ(choose_transport(Transport::automatic, 1), Transport::sorted);
  EXPECT_EQ(choose_transport(Transport::automatic, 2), Transport::exact);
  EXPECT_EQ(choose_transport(Transport::hilbert, 1), Transport::hilbert);
  try {
    choose_transport(Transport::sorted, 3);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_EQ(std::string(error.what()),
              "transport sorted needs observations of one column, but these have 3; exact, hilbert "
              "or sinkhorn will do");
  }
}

}  // namespace
}  // namespace surefoot
