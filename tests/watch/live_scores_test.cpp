#include "watch/live_scores.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace surefoot::cli {
namespace {

Sample counted(std::size_t n, int dimension) {
  std::vector<double> values(n * static_cast<std::size_t>(dimension));
  std::iota(values.begin(), values.end(), 0.0);
  return {std::move(values), dimension};
}

TEST(LiveScores, OfFewObservationsAreAllShownTheLowestFirst) {
  const LiveScores scores =
      scores_to_show(counted(5, 1), std::vector<double>{1.0, 0.49, 0.5, 0.0, 0.49});
  EXPECT_EQ(scores.observations, 5u);
  EXPECT_EQ(scores.below_half, 3u);
  std::vector<std::size_t> order;
  for (const LiveScores::Row& row : scores.rows) {
    order.push_back(row.observation);
    EXPECT_EQ(row.values, std::vector<double>{double(row.observation - 1)});
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{4, 2, 5, 3, 1}));
}

TEST(LiveScores, OfManyObservationsAreTheLowestAndSomeOthers) {
  constexpr std::size_t n = 1'000'000, outliers = 300;
  std::vector<double> inlier(n, 1.0);
  for (std::size_t i = 0; i < outliers; ++i) inlier[n - 1 - i] = 0.001 * double(i);
  const LiveScores scores = scores_to_show(counted(n, 1), inlier);
  EXPECT_EQ(scores.below_half, outliers);
  ASSERT_LE(scores.rows.size(), 1000u);
  for (std::size_t i = 0; i < outliers; ++i) EXPECT_EQ(scores.rows[i].observation, n - i);
  // The others are of the whole file.
  EXPECT_LT(scores.rows[500].observation, n / 10);
  EXPECT_GT(scores.rows.back().observation, n - n / 10);
}

TEST(LiveScores, ShowTheFirstColumns) {
  const LiveScores scores = scores_to_show(counted(3, 10), std::vector<double>(3, 1.0));
  EXPECT_EQ(scores.dimension, 10);
  EXPECT_EQ(scores.columns, (std::vector<std::string>{"x1", "x2", "x3", "x4"}));
  EXPECT_EQ(scores.rows[1].values, (std::vector<double>{10.0, 11.0, 12.0, 13.0}));
}

TEST(LiveScores, SayWhyThereAreNone) {
  FitConfig settings;
  EXPECT_EQ(why_no_scores(settings), "");
  settings.method = Method::npl_wll;
  EXPECT_NE(why_no_scores(settings).find("npl-wll"), std::string::npos);
  settings.method = Method::npl_mmd;
  settings.kernel = "gaussian+energy";
  EXPECT_NE(why_no_scores(settings).find("not bounded"), std::string::npos);
  settings.kernel = "gaussian+laplace:2";
  EXPECT_EQ(why_no_scores(settings), "");
  settings.max_calls = 1000;
  EXPECT_NE(why_no_scores(settings).find("Calls of the simulator"), std::string::npos);
  settings.max_calls.reset();
  settings.optimiser = OptimiserName::adam;
  EXPECT_NE(why_no_scores(settings).find("adam"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::cli
