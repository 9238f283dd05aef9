#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

Fit budgeted(const Sample& x, const SettingList& list) {
  FitConfig config;
  config.threads = 1;
  set(config, "draws", "60");
  for (const auto& [name, text] : list) set(config, name, text);
  return fit(built_in_model("g-and-k"), x, config);
}

TEST(EmulatedBudget, PaysForPredictiveDataToo) {
  const Sample x = observations_of("g-and-k", 100);
  const Fit fit = budgeted(x, {{"budget", "30000"}});
  EXPECT_EQ(fit.predictive.observations, 100);
  EXPECT_GE(fit.predictive.index.size(), 28u);  // 30, spread evenly over the draws
  EXPECT_LE(fit.predictive.index.size(), 30u);
  EXPECT_EQ(get(fit.settings, "predictive-draws"), "30");
  EXPECT_LE(fit.simulator_calls, 30'000);
  EXPECT_GT(fit.simulator_calls, 25'000);
}

TEST(EmulatedBudget, HasNoPredictiveDataThatItCannotPay) {
  const Fit fit = budgeted(observations_of("g-and-k", 400), {{"budget", "30000"}});
  EXPECT_TRUE(fit.predictive.index.empty());
  EXPECT_LE(fit.simulator_calls, 30'000);
}

TEST(EmulatedBudget, IsExceededByPredictiveDrawsThatAreAskedFor) {
  const Sample x = observations_of("g-and-k", 100);
  const Fit usual = budgeted(x, {{"budget", "30000"}});
  const Fit more = budgeted(x, {{"budget", "30000"}, {"predictive-draws", "60"}});
  EXPECT_EQ(more.predictive.index.size(), 60u);
  EXPECT_EQ(more.simulator_calls - usual.simulator_calls,
            100 * static_cast<std::int64_t>(60 - usual.predictive.index.size()));
  expect_same_draws(more.draws, usual.draws);
}

}  // namespace
}  // namespace surefoot
