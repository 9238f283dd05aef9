#include <gtest/gtest.h>

#include <surefoot/mcmc/diagnostics.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/version.hpp>

#include "report/synthetic_fit.hpp"

namespace surefoot {
namespace {

// One parameter with the draws 1, 2, 3, 4, 10.
Fit five_draws() {
  Fit fit = synthetic_fit(5);
  fit.draws.names = {"a"};
  fit.draws.values = {10.0, 2.0, 4.0, 1.0, 3.0};
  return fit;
}

// The expected numbers are those of R's mean, sd and quantile.
TEST(Summary, AgreesWithR) {
  const ParameterSummary a = summarise(five_draws()).parameters.at(0);
  EXPECT_EQ(a.name, "a");
  EXPECT_DOUBLE_EQ(a.mean, 4.0);
  EXPECT_DOUBLE_EQ(a.sd, std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(a.mcse, std::sqrt(2.5));
  EXPECT_DOUBLE_EQ(a.q025, 1.1);
  EXPECT_DOUBLE_EQ(a.q05, 1.2);
  EXPECT_DOUBLE_EQ(a.q25, 2.0);
  EXPECT_DOUBLE_EQ(a.q50, 3.0);
  EXPECT_DOUBLE_EQ(a.q75, 4.0);
  EXPECT_DOUBLE_EQ(a.q95, 8.8);
  EXPECT_DOUBLE_EQ(a.q975, 9.4);
}

TEST(Summary, LeavesFailedDrawsOutAndCountsThem) {
  Fit fit = five_draws();
  fail_draw(fit, 0, DrawStatus::diverged);
  fit.draws.info[1].status = DrawStatus::box_edge;
  fit.draws.info[2].status = DrawStatus::step_limit;
  const Summary s = summarise(fit);
  EXPECT_DOUBLE_EQ(s.parameters[0].mean, 2.5);
  EXPECT_EQ(s.draws, 5u);
  EXPECT_EQ(s.failed, 1u);
  EXPECT_EQ(s.converged, 2u);
  EXPECT_EQ(s.on_edge, 1u);
  EXPECT_FALSE(std::isnan(s.mmd2.mean));
  for (const auto& [status, count] : s.statuses)
    EXPECT_EQ(count, status == DrawStatus::converged          ? 2u
                     : status == DrawStatus::simulator_failed ? 0u
                     : status == DrawStatus::undetermined     ? 0u
                                                              : 1u)
        << to_word(status);
}

TEST(Summary, NeverBelievesARowThatIsNotFinite) {
  Fit fit = five_draws();
  fit.draws.values[0] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(summarise(fit).failed, 1u);
  EXPECT_DOUBLE_EQ(summarise(fit).parameters[0].mean, 2.5);
}

TEST(Summary, KnowsNoSpreadOfASingleDraw) {
  const ParameterSummary a = summarise(synthetic_fit(1)).parameters.at(0);
  EXPECT_EQ(a.mean, 3.0);
  EXPECT_EQ(a.q025, 3.0);
  EXPECT_EQ(a.q975, 3.0);
  EXPECT_TRUE(std::isnan(a.sd));
  EXPECT_TRUE(std::isnan(a.mcse));
}

TEST(Summary, KnowsNothingWithoutDraws) {
  const Summary s = summarise(synthetic_fit(0));
  EXPECT_EQ(s.parameters.size(), 4u);
  EXPECT_TRUE(std::isnan(s.parameters[0].mean));
  EXPECT_TRUE(std::isnan(s.parameters[0].q50));
  EXPECT_TRUE(std::isnan(s.mmd2.mean));
  EXPECT_TRUE(s.alarm.empty());
}

TEST(Summary, IsAlarmedByMoreThanFivePercentOfFailures) {
  Fit fit = synthetic_fit(40);
  for (std::size_t r = 0; r < 2; ++r) fail_draw(fit, r, DrawStatus::diverged);
  EXPECT_EQ(summarise(fit).alarm, "");
  fail_draw(fit, 2, DrawStatus::simulator_failed);
  EXPECT_EQ(summarise(fit).alarm,
            "3 of 40 draws failed (7.5 %): the posterior below is that of the others and may "
            "mislead");
}

TEST(Summary, HasAMassOnlyWhereItIsFree) {
  Fit fit = synthetic_fit(3);
  EXPECT_FALSE(summarise(fit).mass.has_value());
  fit.settings.mass = Mass::free;
  EXPECT_NEAR(summarise(fit).mass.value().mean, 0.9001, 1e-12);
}

TEST(Summary, NamesTheVersionThatDrew) {
  Fit fit = synthetic_fit(3);
  EXPECT_EQ(summarise(fit).version, version());
  fit.version = "0.0.7";
  EXPECT_EQ(summarise(fit).version, "0.0.7");
}

TEST(SettingsInForce, HaveTypesAndOmitWhatIsUnset) {
  const Fit fit = synthetic_fit(8);
  const auto settings = settings_in_force(fit.settings);
  const auto find = [&](const std::string& name) -> const Setting* {
    for (const Setting& s : settings)
      if (s.name == name) return &s;
    return nullptr;
  };
  EXPECT_EQ(std::get<std::int64_t>(find("draws")->value), 8);
  EXPECT_EQ(std::get<std::uint64_t>(find("seed")->value), fit.settings.seed);
  EXPECT_EQ(std::get<double>(find("lengthscale")->value), 0.15);
  EXPECT_EQ(std::get<double>(find("step-size")->value), 0.1);
  EXPECT_EQ(std::get<bool>(find("resample")->value), false);
  EXPECT_EQ(std::get<std::string>(find("method")->value), "npl-mmd");
  EXPECT_EQ(std::get<std::string>(find("bounds")->value), "b=0:10");
  EXPECT_EQ(find("truncation"), nullptr);
  EXPECT_EQ(find("fixed"), nullptr);
}

TEST(SettingsInForce, LeaveOutThoseOfOtherMethods) {
  Fit fit = synthetic_fit(8);
  chain_draws(fit, 4);
  std::vector<std::string> names;
  for (const Setting& s : settings_in_force(fit.settings)) names.push_back(s.name);
  EXPECT_NE(std::find(names.begin(), names.end(), "score-weight"), names.end());
  for (const char* other : {"mass", "resample", "concentration", "evaluator"})
    EXPECT_EQ(std::find(names.begin(), names.end(), other), names.end()) << other;
}

TEST(Summary, KnowsHowChainsMixed) {
  Fit fit = synthetic_fit(200);
  EXPECT_TRUE(std::isnan(summarise(fit).parameters[0].rhat));
  chain_draws(fit, 4);
  const ParameterSummary a = summarise(fit).parameters[0];
  EXPECT_GT(a.ess, 1.0);
  EXPECT_GT(a.rhat, 0.9);
  std::vector<double> values;
  for (std::size_t r = 0; r < 200; ++r) values.push_back(fit.draws.row(r)[0]);
  EXPECT_EQ(a.mcse, a.sd / std::sqrt(mean_ess(values, 4)));
}

TEST(DrawStatus, HasAWordForEachValue) {
  EXPECT_EQ(to_word(DrawStatus::converged), "converged");
  EXPECT_EQ(to_word(DrawStatus::step_limit), "step-limit");
  EXPECT_EQ(to_word(DrawStatus::diverged), "diverged");
  EXPECT_EQ(to_word(DrawStatus::simulator_failed), "simulator-failed");
  EXPECT_EQ(to_word(DrawStatus::box_edge), "box-edge");
  EXPECT_EQ(to_word(DrawStatus::undetermined), "undetermined");
}

}  // namespace
}  // namespace surefoot
