#include "bootstrap/simulation_error.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/doubling.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// What is predicted for independent points under a kernel so long that the best fit is the mean of
/// the observations less that of the latents: each adds the variance of a normal mean.
SimulationError prediction_for_means(int observations, int simulations, std::uint64_t seed,
                                     const char* noise = "per-draw") {
  const Sample x = observations_of("gaussian-location", observations, 4, seed);
  const Problem problem = make_problem(built_in_model("gaussian-location", 4), x,
                                       settings({{"design", "iid"},
                                                 {"simulations", std::to_string(simulations)},
                                                 {"lengthscale", "200"},
                                                 {"precision", "double"},
                                                 {"optimiser", "bfgs"},
                                                 {"noise", noise},
                                                 {"seed", std::to_string(100 * seed)}}));
  Modes modes = find_modes(problem);
  const double of_data = 1.0 / observations, of_simulations = 1.0 / simulations;
  const bool shared = std::string(noise) == "shared";
  modes.list.front().sd.assign(4, std::sqrt(of_data + (shared ? 0.0 : of_simulations)));
  return predict_simulation_error(problem, modes, {}).value();
}

TEST(SimulationError, OfAMeanIsThatOfItsSimulations) {
  constexpr int observations = 100, sets = 12;
  for (const int simulations : {50, 100, 400}) {
    std::vector<double> shares, moves, enough;
    for (std::uint64_t seed = 1; seed <= sets; ++seed) {
      const SimulationError found = prediction_for_means(observations, simulations, seed);
      shares.push_back(found.share);
      enough.push_back(found.enough);
      EXPECT_GT(found.simulator_calls, 0);
    }
    const double expected = 1.0 / (1.0 + static_cast<double>(simulations) / observations);
    EXPECT_NEAR(estimate(shares).mean, expected, errors * estimate(shares).error) << simulations;
    EXPECT_LT(estimate(shares).error, 0.1 * expected);
    // A tenth takes nine times as many as there are observations, and a clear case says so.
    if (simulations == 100) {
      EXPECT_NEAR(std::log(estimate(enough).mean / (9.0 * observations)), 0.0, 0.5);
    }
  }
}

TEST(SimulationError, OfSharedSimulationsStandsBesideTheSpreadOfTheDraws) {
  std::vector<double> shares;
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    shares.push_back(prediction_for_means(100, 100, seed, "shared").share);
  EXPECT_NEAR(estimate(shares).mean, 0.5, errors * estimate(shares).error);
}

std::optional<SimulationError> prediction_of(const Model& model, const Sample& x,
                                             const SettingList& list) {
  const Problem problem = make_problem(model, x, typed_settings(list));
  return predict_simulation_error(problem, find_modes(problem), {});
}

TEST(SimulationError, IsNoneWherePointsAreNotRandom) {
  EXPECT_FALSE(prediction_of(built_in_model("gaussian-location", 2),
                             observations_of("gaussian-location", 50, 2), {}));
  EXPECT_FALSE(prediction_of(built_in_model("g-and-k", 1), observations_of("g-and-k", 50), {}));
}

TEST(SimulationError, IsATenthWithAsManySimulationsAsItSays) {
  const Model model = built_in_model("m-g-1", 0);
  const Sample x = observations_of("m-g-1", 60);
  const SettingList common{{"lengthscale", "4"}, {"trim", "none"}};
  SettingList few = common, more = common;
  few.emplace_back("simulations", "32");
  const auto with_few = prediction_of(model, x, few);
  ASSERT_TRUE(with_few);
  EXPECT_GT(with_few->share, 0.25);
  EXPECT_GT(with_few->enough, 64);
  more.emplace_back("simulations", std::to_string(with_few->enough));
  const auto with_more = prediction_of(model, x, more);
  ASSERT_TRUE(with_more);
  EXPECT_LT(with_more->share, 0.25);
}

TEST(SimulationError, IsAboutWhatTwiceTheSimulationsShowAfterTheDraws) {
  const Model model = built_in_model("gaussian-location", 4);
  const Sample x = observations_of("gaussian-location", 100, 4);
  const SettingList list{{"design", "iid"}, {"simulations", "100"}, {"draws", "40"}};
  const Fit found = fit(model, x, typed_settings(list));
  const auto predicted = prediction_of(model, x, list);
  ASSERT_TRUE(predicted);
  EXPECT_NEAR(std::log(predicted->share / found.simulation_share), 0.0, std::log(3.0));
}

/// Told before the draws, and by how many simulations; nothing else is changed.
TEST(SimulationError, IsToldBeforeTheDraws) {
  const Sample x = observations_of("gaussian-location", 200, 4);
  const auto warnings_of = [&](const SettingList& list) {
    std::vector<std::string> said;
    bool drawn = false;
    Events events;
    events.warning = [&](const std::string& text) {
      if (!drawn) said.push_back(text);
    };
    events.progress = [&](const Progress& progress) {
      drawn |= std::string_view(progress.unit) == Progress{}.unit;
    };
    fit(built_in_model("gaussian-location", 4), x, typed_settings(list), events);
    return said;
  };
  const SettingList few{{"design", "iid"}, {"simulations", "64"}, {"draws", "20"}};
  const auto said = warnings_of(few);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("64 simulations are few: others would move the best fit by "))
      << said[0];
  SettingList counted = few;
  counted.emplace_back("max-calls", "100000");
  EXPECT_TRUE(warnings_of(counted).empty());
  EXPECT_TRUE(warnings_of({{"design", "iid"}, {"simulations", "1600"}, {"draws", "20"}}).empty());
  EXPECT_TRUE(warnings_of({{"draws", "20"}}).empty());
}

TEST(SimulationError, IsUnknownWhereTheSimulatorFails) {
  const Sample x = observations_of("gaussian-location", 30, 1);
  const Model model = built_in_model("gaussian-location", 1);
  const Problem problem =
      make_problem(model, x, typed_settings({{"design", "iid"}, {"simulations", "64"}}));
  Modes modes = find_modes(problem);
  Modes nowhere = modes;
  nowhere.list.front().eta[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(predict_simulation_error(problem, nowhere, {}));
  Modes unknown = modes;
  unknown.list.front().sd.clear();
  EXPECT_FALSE(predict_simulation_error(problem, unknown, {}));
  Modes none = modes;
  none.list.clear();
  EXPECT_FALSE(predict_simulation_error(problem, none, {}));
  EXPECT_TRUE(predict_simulation_error(problem, modes, {}));
}

}  // namespace
}  // namespace surefoot
