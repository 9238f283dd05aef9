#include "bootstrap/trimming.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/doubling.hpp>
#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/error.hpp>
#include <surefoot/simulators/contamination.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

TEST(ExplainedShares, AreWhatTheFormulaSays) {
  // Less data than the model has, none, and more and more of them.
  const double mu = 0.2, square = 0.2, tau = 2.0, n = 400.0;
  const double sd = std::sqrt((0.5 * square - mu * mu) / n);
  const std::vector<double> data = {0.1, 0.0, mu + 1.9 * sd, mu + 3.9 * sd, mu + 5.0 * sd, 0.4};
  std::vector<double> shares;
  explained_shares({data, std::vector<double>(6, 0.4), std::vector<double>(6, square)}, 0.5, tau,
                   400, shares);
  ASSERT_EQ(shares.size(), data.size());
  for (const std::size_t whole : {0, 1, 2}) EXPECT_EQ(shares[whole], 1.0) << whole;
  EXPECT_NEAR(shares[3], (mu + tau * sd) / data[3], 1e-12);
  EXPECT_NEAR(shares[4], (mu + 0.5 * tau * sd) / data[4], 1e-12);
  EXPECT_NEAR(shares[5], mu / 0.4, 1e-12);
}

// The same excess in standard deviations, but k^2 is all of k: of so few observations.
TEST(ExplainedShares, PutFewObservationsDownToChance) {
  const double mu = 1e-4, n = 100.0, sd = std::sqrt((mu - mu * mu) / n);
  std::vector<double> shares;
  const std::vector<double> data = {mu + 6.0 / n, mu + 8.0 / n, mu + 11.0 / n};
  explained_shares({data, {mu, mu, mu}, {mu, mu, mu}}, 1.0, 2.0, 100, shares);
  EXPECT_NEAR(shares[0], (mu + 2.0 * sd) / data[0], 1e-12);
  EXPECT_NEAR(shares[1], (mu + 2.0 * sd * (3.0 - 2.4)) / data[1], 1e-12);
  EXPECT_NEAR(shares[2], mu / data[2], 1e-12);
}

TEST(ExplainedShares, OfAModelThatIsNowhereNearAreNone) {
  std::vector<double> shares;
  explained_shares({{0.5}, {0.0}, {0.0}}, 1.0, 2.0, 50, shares);
  EXPECT_EQ(shares, std::vector<double>{0.0});
}

/// Shares at theta = 0.3 of some data with a cluster, by pairs or by the closed form.
std::vector<double> shares_of(const Sample& x, const SettingList& list) {
  const Model model = built_in_model("gaussian-location", x.dimension());
  SettingList all = {{"mass", "free"}, {"trim", "2"}, {"lengthscale", "1"}};
  all.insert(all.end(), list.begin(), list.end());
  const Problem problem = make_problem(model, x, settings(all));
  const auto objective = make_draw_objective(problem, {});
  objective->begin_draw(3);
  const std::vector<double> eta(static_cast<std::size_t>(x.dimension()), 0.3);
  EXPECT_TRUE(objective->trim(eta));
  return {objective->shares().begin(), objective->shares().end()};
}

TEST(Trimming, IsTheSameHoweverItIsComputed) {
  for (const int d : {1, 2}) {
    const Model model = built_in_model("gaussian-location", d);
    const Sample clean =
        model.simulate(std::vector<double>(static_cast<std::size_t>(d), 0.0), 300, 1);
    const Sample x = contaminate(clean, "cluster:0.2:4:0.2", 1).observations;
    const auto exact = shares_of(x, {{"design", "closed-form"}});
    const auto simulated = shares_of(x, {{"design", "sobol"},
                                         {"simulations", "4096"},
                                         {"evaluator", "pairs"},
                                         {"precision", "double"}});
    double least = 1.0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      EXPECT_NEAR(simulated[i], exact[i], 0.02) << d << ", " << i;
      least = std::min(least, exact[i]);
    }
    EXPECT_LT(least, 0.1);  // in the cluster
    EXPECT_GT(least, 0.0);
  }
}

// On the line the fields come from a grid; far outliers are beyond it.
TEST(Trimming, OnGridsIsThatOfPairs) {
  const Model model = built_in_model("g-and-k");
  const Sample x =
      contaminate(model.simulate(model.truth, 2000, 1), "shift:0.05:-5000,5000", 1).observations;
  const auto shares = [&](const char* precision) {
    const Problem problem = make_problem(
        model, x,
        settings(
            {{"mass", "free"}, {"trim", "2"}, {"precision", precision}, {"lengthscale", "1"}}));
    EXPECT_EQ(problem.comparison->trim_evaluation.text(),
              precision == std::string("double") ? "pairs" : "grid");
    const auto objective = make_draw_objective(problem, {});
    objective->begin_draw(1);
    std::vector<double> eta(model.truth.size());
    problem.space->parameters.to_optimiser(model.truth, eta);
    eta[1] *= 0.5;  // too narrow
    objective->trim(eta);
    return std::vector<double>(objective->shares().begin(), objective->shares().end());
  };
  const auto grid = shares("mixed"), pairs = shares("double");
  ASSERT_EQ(grid.size(), pairs.size());
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    EXPECT_NEAR(grid[i], pairs[i], 1e-4) << i;
    left_out += pairs[i] < 0.99;
  }
  EXPECT_GT(left_out, 300u);
}

// Its data are as far apart as the kernel sees: each is alone, and none an excess.
TEST(Trimming, KeepsObservationsThatAreAlone) {
  std::vector<double> values;
  for (int i = 0; i < 50; ++i) values.push_back(10.0 * i);
  const Sample x(values, 1);
  const Problem problem =
      make_problem(built_in_model("gaussian-location", 1), x,
                   settings({{"mass", "free"}, {"trim", "2"}, {"lengthscale", "0.1"}}));
  const auto objective = make_draw_objective(problem, {});
  objective->begin_data();
  EXPECT_FALSE(objective->trim(std::vector<double>{250.0}));
}

std::string refusal_of(const SettingList& list) {
  try {
    fit_built_in("gaussian-location", Sample({0.0, 1.0, 2.0, 3.0}, 1), list);
    return "none";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
}

TEST(Trimming, IsRefusedWhereItHasNoMeaning) {
  EXPECT_TRUE(refusal_of({{"trim", "2"}, {"mass", "fixed"}}).starts_with("trim needs mass free"));
  EXPECT_TRUE(refusal_of({{"trim", "2"}, {"mass", "free"}, {"resample", "true"}})
                  .starts_with("trim needs weights"));
  EXPECT_TRUE(refusal_of({{"trim", "2"}, {"mass", "free"}, {"noise", "fresh"}})
                  .starts_with("trim needs weights"));
  EXPECT_EQ(refusal_of({{"trim", "-1"}}), "trim must be a positive number or none, but is '-1'");
  EXPECT_EQ(refusal_of({{"trim", "some"}}),
            "trim must be a positive number or none, but is 'some'");
}

/// g-and-k data of which a fifth is a cluster that the model can stretch towards.
Sample clustered() {
  const Model model = built_in_model("g-and-k");
  return contaminate(model.simulate(model.truth, 1500, 4), "cluster:0.2:20:0.5", 4).observations;
}

TEST(Trimming, LeavesAClusterOut) {
  const Model model = built_in_model("g-and-k");
  const Sample x = clustered();
  const SettingList common = {{"draws", "100"}, {"mass", "free"}, {"lengthscale", "median"}};
  SettingList with = common;
  with.push_back({"trim", "2"});
  const Fit dragged = fit_built_in("g-and-k", x, common), fit = fit_built_in("g-and-k", x, with);
  const auto mean = [](const Fit& of, std::size_t k) {
    double sum = 0.0;
    for (std::size_t r = 0; r < of.draws.rows(); ++r) sum += of.draws.row(r)[k];
    return sum / static_cast<double>(of.draws.rows());
  };
  double mass = 0.0;
  for (const DrawInfo& info : fit.draws.info) mass += info.mass / 100.0;
  EXPECT_NEAR(mass, 0.8, 0.02);
  EXPECT_NEAR(mean(fit, 2), model.truth[2], 0.4);  // its posterior sd is about .12
  EXPECT_GT(mean(dragged, 2), model.truth[2] + 1.0);
  // Draws of twice the simulations are trimmed as those were.
  ASSERT_TRUE(doubling_of(fit.doubled));
  EXPECT_LT(doubling_of(fit.doubled)->share, 0.05);
}

TEST(Trimming, DoesNotDependOnThreads) {
  const Sample x = clustered();
  const auto draws = [&](const char* threads) {
    return fit_built_in("g-and-k", x,
                        {{"draws", "20"}, {"mass", "free"}, {"trim", "2"}, {"threads", threads}})
        .draws.values;
  };
  EXPECT_EQ(draws("1"), draws("3"));
}

}  // namespace
}  // namespace surefoot
