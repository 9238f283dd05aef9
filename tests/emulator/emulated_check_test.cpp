#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/check/model_check.hpp>
#include <surefoot/random/noise.hpp>

#include "check/check_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

const SettingList by_emulator{{"embedding", "emulated"}};

SettingList with(SettingList list, const SettingList& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

TEST(EmulatedCheck, FindsPlantedOutliers) {
  const Model model = built_in_model("g-and-k");
  const ContaminatedSample dirty =
      contaminate(model.simulate(model.truth, 400, 3), "cluster:0.1:9:0.3", 3);
  // With trimming, by what it looks at; without, by pictures that are made for the scores.
  for (const char* trim : {"2", "none"}) {
    const Fit fit = checked_fit("g-and-k", dirty.observations,
                                with(by_emulator, {{"mass", "free"}, {"trim", trim}}));
    ASSERT_TRUE(fit.scores && fit.check && fit.check->test);
    EXPECT_GT(area_under_curve(fit.scores->inlier, dirty.outlier), 0.98) << trim;
    EXPECT_EQ(fit.scores->witness.size(), 400u);
    EXPECT_EQ(fit.scores->influence.size(), 400u * 4);
    EXPECT_DOUBLE_EQ(fit.check->test->p_value(), 1.0 / 20.0);
    ASSERT_FALSE(fit.check->places.empty());
    EXPECT_NEAR(fit.check->places[0].place[0], 9.0, 0.5);
    EXPECT_NEAR(fit.check->places[0].share, 0.1, 0.03);
  }
}

// The scores of draws that simulate, on the same data.
TEST(EmulatedCheck, HasTheScoresOfDrawsThatSimulate) {
  const Sample x = contaminate(observations_of("gaussian-location", 200, 1), "cluster:0.1:5:0.5", 1)
                       .observations;
  const SettingList list{{"lengthscale", "1.2"}, {"mass", "free"}, {"trim", "2"}};
  const Fit direct = checked_fit("gaussian-location", x, list);
  const Fit emulated = checked_fit("gaussian-location", x, with(by_emulator, list));
  const auto& one = *direct.scores;
  const auto& other = *emulated.scores;
  EXPECT_EQ(one.draws, other.draws);
  const double sd = spread(column(direct.draws, 0));
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(other.inlier[i], one.inlier[i], 0.1) << i;
    EXPECT_NEAR(other.witness[i], one.witness[i], 0.15 * (1.0 + std::abs(one.witness[i]))) << i;
    EXPECT_NEAR(other.influence[i], one.influence[i], 0.05 * sd) << i;
  }
}

TEST(EmulatedCheck, KnowsWhatOtherChoicesWouldChange) {
  const Sample x = contaminate(observations_of("gaussian-location", 200, 1), "cluster:0.1:5:0.5", 1)
                       .observations;
  const SettingList list{{"lengthscale", "1.2"}, {"mass", "free"}, {"trim", "2"}};
  const Fit direct = checked_fit("gaussian-location", x, list);
  const Fit emulated = checked_fit("gaussian-location", x, with(by_emulator, list));
  const auto& moves = emulated.check->sensitivities;
  ASSERT_EQ(moves.size(), 4u);  // the lengthscale twice, mass and trim
  const auto& same = direct.check->sensitivities;
  for (const Sensitivity& one : moves) {
    const auto found = std::find_if(same.begin(), same.end(), [&](const Sensitivity& s) {
      return s.setting == one.setting && s.value == one.value;
    });
    ASSERT_NE(found, same.end()) << one.setting;
    // Beyond the region that was simulated nothing is known.
    if (std::isnan(one.moves[0])) continue;
    EXPECT_NEAR(one.moves[0], found->moves[0], 0.3) << one.setting << ' ' << one.value;
  }
}

double kolmogorov_distance(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    distance = std::max(
        {distance, std::abs(values[i] - double(i) / n), std::abs(values[i] - double(i + 1) / n)});
  return distance;
}

/// The p-values of clean data sets.
std::vector<double> clean_p_values(int datasets, int dimension, const SettingList& list) {
  std::vector<double> values;
  for (int k = 0; k < datasets; ++k) {
    const Sample x = observations_of("gaussian-location", 50, dimension, 100 + std::uint64_t(k));
    const Fit fit = checked_fit("gaussian-location", x, with(by_emulator, list));
    values.push_back(fit.check->test->p_value());
  }
  return values;
}

void expect_uniform(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  // Twentieths are steps of 0.05; the 1 % quantile of Kolmogorov's distance is 1.63 / sqrt(n).
  EXPECT_LT(kolmogorov_distance(values), 0.05 + 1.63 / std::sqrt(n));
  // The mean of uniform twentieths is 0.525, with a standard deviation of 0.29.
  EXPECT_NEAR(estimate(values).mean, 0.525, 3.0 * 0.29 / std::sqrt(n));
}

TEST(EmulatedCheck, HasUniformPValuesOnCleanData) {
  expect_uniform(clean_p_values(60, 1, {{"lengthscale", "1"}}));
}

// Pictures of rows are less complete than those of numbers.
TEST(EmulatedCheck, HasUniformPValuesOnCleanRows) {
  expect_uniform(
      clean_p_values(30, 2, {{"lengthscale", "1.5"}, {"mass", "fixed"}, {"trim", "none"}}));
}

TEST(EmulatedCheck, DoubtsAWrongModel) {
  std::vector<double> values;  // two clusters are no normal distribution
  Noise noise({5, 0, 0, 0, Purpose::data});
  for (int i = 0; i < 200; ++i) values.push_back((i % 2 ? 2.0 : -2.0) + 0.5 * noise.normal());
  const Fit fit = checked_fit("gaussian-location", Sample(values, 1),
                              with(by_emulator, {{"lengthscale", "1"}, {"mass", "fixed"}}));
  EXPECT_DOUBLE_EQ(fit.check->test->p_value(), 1.0 / 20.0);
  EXPECT_FALSE(fit.check->places.empty());
}

TEST(EmulatedCheck, IsPaidFromTheBudget) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  std::string notes;
  Events events;
  events.note = [&](const std::string& text) { notes += text + '\n'; };
  const auto checked_with = [&](const char* budget) {
    notes.clear();
    const FitConfig config = typed_settings(
        {{"check", "full"}, {"draws", "400"}, {"lengthscale", "1"}, {"budget", budget}});
    return fit(built_in_model("gaussian-location", 1), x, config, events);
  };
  const Fit enough = checked_with("22000");  // a twentieth pays for 22 data sets
  EXPECT_EQ(enough.check->test->replicates.size(), 22u);
  EXPECT_LE(enough.simulator_calls, 22000);
  EXPECT_EQ(notes.find("too small for a test"), std::string::npos);
  const Fit little = checked_with("10000");
  EXPECT_TRUE(little.scores);
  EXPECT_FALSE(little.check);
  EXPECT_LE(little.simulator_calls, 10000);
  EXPECT_NE(notes.find("the budget is too small for a test of the model"), std::string::npos);
}

TEST(EmulatedCheck, DoesNotChangeTheDraws) {
  const Sample x = observations_of("sir", 40);
  const auto draws = [&](const char* check) {
    return checked_fit("sir", x, with(by_emulator, {{"budget", "16000"}, {"check", check}})).draws;
  };
  expect_same_draws(draws("none"), draws("full"));
}

}  // namespace
}  // namespace surefoot
