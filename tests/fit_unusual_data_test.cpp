#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/report/summary.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

bool all_converged(const Draws& draws) {
  return std::all_of(draws.info.begin(), draws.info.end(),
                     [](const DrawInfo& info) { return is_minimum(info.status); });
}

int evaluations(const Draws& draws) {
  int total = 0;
  for (const DrawInfo& info : draws.info) total += info.evaluations;
  return total;
}

TEST(UnusualData, ThreeEqualObservationsAreFittedWithAGivenLengthscale) {
  const Sample x({3.0, 3.0, 3.0}, 1);
  const Fit gaussian =
      fit_built_in("gaussian-location", x, {{"draws", "10"}, {"lengthscale", "1"}});
  EXPECT_TRUE(all_converged(gaussian.draws));
  for (const double theta : column(gaussian.draws, 0)) EXPECT_NEAR(theta, 3.0, 1e-3);

  const Fit g_and_k =
      fit_built_in("g-and-k", x, {{"draws", "10"}, {"lengthscale", "1"}, {"simulations", "64"}});
  EXPECT_EQ(summarise(g_and_k).failed, 0u);
  for (const double a : column(g_and_k.draws, 0)) EXPECT_NEAR(a, 3.0, 0.1);
}

TEST(UnusualData, ConstantObservationsAreFittedWithAGivenLengthscale) {
  for (const double value : {5.0, 0.0, -1e6}) {
    SCOPED_TRACE(value);
    const Sample x(std::vector<double>(20, value), 1);
    const Fit gaussian =
        fit_built_in("gaussian-location", x, {{"draws", "10"}, {"lengthscale", "1"}});
    EXPECT_TRUE(all_converged(gaussian.draws));
    for (const double theta : column(gaussian.draws, 0)) EXPECT_NEAR(theta, value, 1e-3);

    const Fit g_and_k =
        fit_built_in("g-and-k", x, {{"draws", "10"}, {"lengthscale", "1"}, {"simulations", "64"}});
    EXPECT_EQ(summarise(g_and_k).failed, 0u);
    for (const double a : column(g_and_k.draws, 0)) EXPECT_NEAR(a, value, 0.1);
    for (const double b : column(g_and_k.draws, 1)) EXPECT_LT(b, 0.5);
    EXPECT_TRUE(to_text(g_and_k.undetermined).ends_with("g; log_k"));  // no spread, no shape
  }
}

TEST(UnusualData, WithoutSpreadHaveNoMedianLengthscale) {
  for (const Sample& x : {Sample({3.0, 3.0, 3.0}, 1), Sample(std::vector<double>(20, 5.0), 1)}) {
    try {
      fit_built_in("gaussian-location", x, {{"draws", "10"}});
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::data);
    }
  }
}

TEST(UnusualData, FarFromZeroAreFittedInDoubleAndSaySo) {
  const SettingList list{{"draws", "20"}, {"simulations", "128"}};
  const Sample x = observations_of("g-and-k", 80);
  const Draws here = fit_built_in("g-and-k", x, list).draws;
  std::string said;
  Events events;
  events.note = [&](const std::string& text) { said += text; };
  const Fit there = fit(built_in_model("g-and-k"), moved(x, 1.0, 1e8), settings(list), events);
  EXPECT_EQ(there.settings.precision, Precision::full);
  EXPECT_NE(said.find("double precision"), std::string::npos) << said;
  EXPECT_TRUE(all_converged(there.draws));
  for (std::size_t k = 0; k < 4; ++k) {
    const auto near = column(here, k), far = column(there.draws, k);
    for (std::size_t r = 0; r < 20; ++r)
      EXPECT_NEAR(far[r] - (k == 0 ? 1e8 : 0.0), near[r], 0.02 * spread(near)) << "draw " << r;
  }
  // Rounding must not turn every line search into a struggle.
  EXPECT_LT(evaluations(there.draws), 4 * evaluations(here));
}

TEST(UnusualData, OfAnySizeCostNoMoreThanOthers) {
  const SettingList list{{"draws", "20"}, {"simulations", "128"}};
  const Sample x = observations_of("g-and-k", 80);
  const int usual = evaluations(fit_built_in("g-and-k", x, list).draws);
  for (const double factor : {1e-90, 1e-12, 1e12, 1e90}) {
    const Fit scaled = fit_built_in("g-and-k", moved(x, factor, 0.0), list);
    EXPECT_TRUE(all_converged(scaled.draws)) << factor;
    EXPECT_LT(evaluations(scaled.draws), 3 * usual) << factor;
  }
}

// The model's sigma is 1, so that it sees one place, and its posterior is that of the mean.
TEST(UnusualData, MuchNarrowerThanTheModelGiveThePosteriorOfTheirMean) {
  const Sample x = moved(observations_of("gaussian-location", 100, 1), 1e-6, 0.0);
  const Fit narrow = fit_built_in("gaussian-location", x, {{"draws", "50"}});
  const double sd = spread(x.values()) / 10.0;
  EXPECT_NEAR(spread(column(narrow.draws, 0)), sd, 0.4 * sd);
  EXPECT_NEAR(estimate(column(narrow.draws, 0)).mean, estimate(x.values()).mean, sd);
}

TEST(UnusualData, WithFiftyColumnsAreFitted) {
  const Sample x = observations_of("gaussian-location", 60, 50);
  const Fit exact = fit_built_in("gaussian-location", x, {{"draws", "40"}});
  EXPECT_TRUE(all_converged(exact.draws));
  for (std::size_t k = 0; k < 50; ++k) {
    const Estimate theta = estimate(column(exact.draws, k));
    EXPECT_NEAR(theta.mean, 1.0, 5.0 / std::sqrt(60.0)) << "column " << k;
  }
  const Fit simulated = fit_built_in(
      "gaussian-location", x,
      {{"draws", "3"}, {"design", "iid"}, {"simulations", "256"}, {"screening", "16"}});
  EXPECT_TRUE(all_converged(simulated.draws));
  for (std::size_t k = 0; k < 50; ++k)
    EXPECT_NEAR(simulated.draws.row(0)[k], exact.draws.row(0)[k], 0.3) << "column " << k;
}

TEST(UnusualData, WithOneWildValueAreFittedAsWithAnOrdinaryOutlier) {
  const Sample x = observations_of("g-and-k", 60);
  const SettingList list{{"draws", "10"}, {"simulations", "128"}};
  const auto draws_with = [&](double outlier) {
    std::vector<double> values(x.values().begin(), x.values().end());
    values.push_back(outlier);
    return fit_built_in("g-and-k", Sample(values, 1), list).draws;
  };
  const Draws ordinary = draws_with(1e3);
  // Where floats overflow when squared, are about to end, have ended.
  for (const double outlier : {1e20, 1e36, 1e90}) {
    SCOPED_TRACE(outlier);
    const Draws wild = draws_with(outlier);
    EXPECT_TRUE(all_converged(wild));
    for (std::size_t k = 0; k < 4; ++k) {
      const auto expected = column(ordinary, k), found = column(wild, k);
      for (std::size_t r = 0; r < 10; ++r)
        EXPECT_NEAR(found[r], expected[r], 0.01 * spread(expected)) << "draw " << r;
    }
  }
}

TEST(ToggleSwitch, RunsAndConverges) {
  const Sample x = observations_of("toggle-switch", 60, 0, 1, {{"transitions", 10}});
  const Fit toggle = fit_built_in("toggle-switch", x,
                                  {{"draws", "4"},
                                   {"model-option", "transitions=10"},
                                   {"simulations", "128"},
                                   {"screening", "128"}});
  // Its objective jumps, and not every minimum can be told to a tenth of a posterior sd.
  for (const DrawInfo& info : toggle.draws.info) EXPECT_FALSE(is_failed(info.status));
  EXPECT_NEAR(estimate(column(toggle.draws, 4)).mean, 325.0, 60.0);
  for (const DrawInfo& info : toggle.draws.info) EXPECT_LT(info.mmd2, 0.5);  // k(x, x) is 11
}

}  // namespace
}  // namespace surefoot
