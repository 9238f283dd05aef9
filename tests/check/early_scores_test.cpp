#include <gtest/gtest.h>

#include "check/check_support.hpp"

namespace surefoot {
namespace {

struct Told {
  Fit fit;
  std::vector<std::vector<double>> scores;
  bool before_draws = true;
};

/// A fit that somebody watches.
Told watched_fit(const std::string& model, const Sample& x, const SettingList& list) {
  Told told;
  bool drawn = false;
  Events events;
  events.draw = [&](const FinishedDraw&) { drawn = true; };
  events.scores = [&](std::span<const double> inlier) {
    told.scores.emplace_back(inlier.begin(), inlier.end());
    told.before_draws &= !drawn;
  };
  const FitConfig config = typed_settings(list);
  told.fit = fit(built_in_model(model, x.dimension(), config.model_option), x, config, events);
  return told;
}

const SettingList hundred_draws{{"check", "scores"}, {"draws", "100"}};

TEST(EarlyScores, AreNearTheMeanOverDrawsThatTheFitEndsWith) {
  const auto sample = contaminate(observations_of("g-and-k", 600), "shift:0.1:-50,50", 1);
  const Told told = watched_fit("g-and-k", sample.observations, hundred_draws);
  ASSERT_EQ(told.scores.size(), 1u);
  EXPECT_TRUE(told.before_draws);
  const std::vector<double>& inlier = told.scores.front();
  ASSERT_EQ(inlier.size(), 600u);
  EXPECT_GT(area_under_curve(inlier, sample.outlier), 0.98);
  for (std::size_t i = 0; i < inlier.size(); ++i) {
    EXPECT_GE(inlier[i], 0.0);
    EXPECT_LE(inlier[i], 1.0);
    EXPECT_NEAR(inlier[i], told.fit.scores->inlier[i], 0.35) << i;
  }
}

TEST(EarlyScores, ChangeNeitherDrawsNorWhatTheyCost) {
  const Sample x = observations_of("g-and-k", 100);
  const Told told = watched_fit("g-and-k", x, hundred_draws);
  const Fit alone = fit(built_in_model("g-and-k"), x, typed_settings(hundred_draws));
  EXPECT_EQ(told.scores.size(), 1u);
  expect_same_draws(told.fit.draws, alone.draws);
  EXPECT_EQ(told.fit.simulator_calls, alone.simulator_calls);
  EXPECT_EQ(told.fit.scores->inlier, alone.scores->inlier);
}

TEST(EarlyScores, AreThereWhereNothingIsTrimmed) {
  const Sample clean = observations_of("gaussian-location", 50, 1);
  std::vector<double> values(clean.values().begin(), clean.values().end());
  values[17] = 30.0;
  for (const auto* mass : {"fixed", "free"}) {
    const Told told = watched_fit("gaussian-location", Sample(values, 1),
                                  {{"mass", mass}, {"trim", "none"}, {"draws", "4"}});
    ASSERT_EQ(told.scores.size(), 1u) << mass;
    const std::vector<double>& inlier = told.scores.front();
    EXPECT_EQ(std::min_element(inlier.begin(), inlier.end()) - inlier.begin(), 17) << mass;
    EXPECT_LT(inlier[17], 0.01) << mass;
  }
}

TEST(EarlyScores, AreToldByEmulatedFits) {
  const auto sample = contaminate(observations_of("g-and-k", 200), "shift:0.1:-50,50", 1);
  for (const auto* trim : {"2", "none"}) {
    SCOPED_TRACE(trim);
    const Told told = watched_fit("g-and-k", sample.observations,
                                  {{"check", "scores"},
                                   {"draws", "100"},
                                   {"embedding", "emulated"},
                                   {"budget", "100000"},
                                   {"trim", trim}});
    EXPECT_EQ(told.fit.settings.embedding, EmbeddingWay::emulated);
    ASSERT_EQ(told.scores.size(), 1u);
    EXPECT_TRUE(told.before_draws);
    const std::vector<double>& inlier = told.scores.front();
    ASSERT_EQ(inlier.size(), 200u);
    EXPECT_GT(area_under_curve(inlier, sample.outlier), 0.98);
    // Of an observation on the edge of what the best fit explains, draws may say something else.
    double sum = 0.0;
    int far = 0;
    for (std::size_t i = 0; i < inlier.size(); ++i) {
      const double off = std::abs(inlier[i] - told.fit.scores->inlier[i]);
      sum += off;
      far += off > 0.35;
    }
    EXPECT_LT(sum / 200.0, 0.03);
    EXPECT_LE(far, 2);
  }
}

TEST(EarlyScores, AreNotToldWhereNobodyCanOrMayFindThem) {
  const Sample x = observations_of("gaussian-location", 30, 1);
  for (const SettingList& list :
       {SettingList{{"kernel", "energy"}}, SettingList{{"optimiser", "adam"}, {"steps", "5"}},
        SettingList{{"max-calls", "1000000"}}, SettingList{{"method", "npl-wll"}},
        SettingList{{"method", "npl-wasserstein"}}}) {
    SettingList all = list;
    all.push_back({"draws", "4"});
    EXPECT_TRUE(watched_fit("gaussian-location", x, all).scores.empty()) << list[0].second;
  }
}

}  // namespace
}  // namespace surefoot
