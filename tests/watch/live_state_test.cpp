#include "watch/live_state.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace surefoot::cli {
namespace {

using Json = nlohmann::json;

const ParameterSpace small_box({{"a", 0.0, 1.0}, {"b", -5.0, 5.0}});
const Sample four_rows({1.0, 2.0, 3.0, 50.0}, 1);

LiveFacts facts() {
  return {.model = "m",
          .method = "npl-mmd",
          .observations = four_rows,
          .no_scores = "",
          .report = "m.html"};
}

Json shown(const LiveState& state) { return Json::parse(state.json()); }

void add(LiveState& state, DrawStatus status, const std::vector<double>& theta,
         const std::vector<double>& failed_at = {}) {
  DrawInfo info;
  info.status = status;
  state.draw({0, theta, info, failed_at});
}

TEST(LiveState, ShowsWhereDrawsFailedThatHaveNoValues) {
  LiveState state(facts(), small_box);
  add(state, DrawStatus::converged, {0.5, 1.0});
  add(state, DrawStatus::simulator_failed, {NAN, NAN}, {0.9, 2.0});
  add(state, DrawStatus::diverged, {NAN, NAN});  // nobody knows where
  add(state, DrawStatus::diverged, {NAN, NAN}, {NAN, 1.0});
  add(state, DrawStatus::step_limit, {0.1, 3.0});
  const Json json = shown(state);
  EXPECT_EQ(json["statuses"],
            (Json{{"converged", 1}, {"step-limit", 1}, {"diverged", 2}, {"simulator-failed", 1}}));
  EXPECT_EQ(json["placed"], (Json{{"step-limit", 1}, {"simulator-failed", 1}}));
  EXPECT_EQ(json["unsettled"], (Json{{{"status", "step-limit"}, {"values", {0.1, 3.0}}},
                                     {{"status", "simulator-failed"}, {"values", {0.9, 2.0}}}}));
  EXPECT_EQ(json["usable"], 2);
  EXPECT_EQ(json["parameters"][0]["mean"], 0.3);
}

TEST(LiveState, StaysSmallWithManyDraws) {
  LiveState state(facts(), small_box);
  for (int i = 0; i < 100'000; ++i) {
    add(state, DrawStatus::converged, {1e-5 * i, 0.0});
    add(state, DrawStatus::simulator_failed, {NAN, NAN}, {1e-5 * i, 0.0});
  }
  const Json json = shown(state);
  EXPECT_EQ(json["placed"]["simulator-failed"], 100'000);
  const auto& values = json["parameters"][0]["values"];
  ASSERT_GE(values.size(), 1000u);
  ASSERT_LE(values.size(), 2000u);
  ASSERT_GE(json["unsettled"].size(), 75u);
  ASSERT_LE(json["unsettled"].size(), 150u);
  // Evenly taken.
  EXPECT_GT(values.back(), 0.99);
  EXPECT_GT(json["unsettled"].back()["values"][0], 0.98);
  EXPECT_LT(state.json().size(), 200'000u);
}

TEST(LiveState, TellsTheMassWhereItIsFree) {
  LiveState state(facts(), small_box);
  add(state, DrawStatus::converged, {0.5, 1.0});
  EXPECT_EQ(shown(state)["parameters"].size(), 2u);
  DrawInfo info;
  info.mass = 0.8;
  const std::vector<double> theta{0.5, 1.0};
  state.draw({1, theta, info});
  const Json json = shown(state);
  EXPECT_EQ(json["parameters"][2]["name"], "mass");
  EXPECT_EQ(json["parameters"][2]["mean"], 0.9);
}

TEST(LiveState, ShowsScoresOnceTheyAreKnown) {
  LiveState state(facts(), small_box);
  EXPECT_EQ(shown(state)["scores"], nullptr);
  EXPECT_EQ(shown(state)["no_scores"], "");  // there may be some yet
  state.scores(std::vector<double>{1.0, 0.9, 1.0, 0.00004});
  state.begin(small_box, {}, {});
  const Json json = shown(state);
  EXPECT_EQ(json["no_scores"], "");
  EXPECT_EQ(json["scores"]["observations"], 4);
  EXPECT_EQ(json["scores"]["below_half"], 1);
  EXPECT_EQ(json["scores"]["rows"][0],
            (Json{{"observation", 4}, {"inlier", 0.0}, {"values", {50.0}}}));
}

TEST(LiveState, SaysWhyThereAreNoScoresWhenDrawsBegin) {
  LiveState state(facts(), small_box);
  state.begin(small_box, {}, {});
  EXPECT_NE(shown(state)["no_scores"], "");
  FitConfig settings;
  settings.method = Method::npl_wasserstein;
  state.begin(small_box, settings, {});
  EXPECT_EQ(shown(state)["no_scores"], why_no_scores(settings));
}

TEST(LiveState, CountsDrawsOfAnEarlierRun) {
  Draws earlier;
  earlier.names = {"a", "b"};
  DrawInfo info;
  earlier.add(0, std::vector<double>{0.2, 1.0}, info);
  info.status = DrawStatus::simulator_failed;
  earlier.add(1, std::vector<double>{NAN, NAN}, info);
  LiveState state(facts(), small_box);
  state.begin(small_box, {}, earlier);
  const Json json = shown(state);
  EXPECT_EQ(json["usable"], 1);
  EXPECT_EQ(json["statuses"]["simulator-failed"], 1);
  EXPECT_FALSE(json["placed"].contains("simulator-failed"));
}

}  // namespace
}  // namespace surefoot::cli
