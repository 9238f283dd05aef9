#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/checked.hpp>
#include <surefoot/error.hpp>
#include <surefoot/report/check_text.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/netcdf.hpp>

#include "check/check_support.hpp"
#include "monte_carlo.hpp"
#include "report/temporary_directory.hpp"

// Whole fits with other choices, as a check makes them on request.
namespace surefoot {
namespace {

constexpr int refit_draws = 30;

const Fit& refitted() {
  static const Fit fit = [] {
    const Sample x =
        contaminate(observations_of("g-and-k", 200), "cluster:0.2:20:0.5", 1).observations;
    return checked(built_in_model("g-and-k", 1),
                   checked_fit("g-and-k", x, {{"draws", "60"}, {"check", "none"}}),
                   {19, refit_draws});
  }();
  return fit;
}

const Sensitivity& choice_of(const Fit& fit, const std::string& setting) {
  for (const Sensitivity& s : fit.check->sensitivities)
    if (s.setting == setting) return s;
  throw std::out_of_range(setting);
}

TEST(WholeRefits, AreTheFitsThatOneWouldMakeByHand) {
  const Fit& fit = refitted();
  ASSERT_EQ(fit.check->refit_draws, refit_draws);
  const std::string lengthscale = get(fit.settings, "lengthscale");
  const std::string simulations = std::to_string(2 * fit.simulations_per_draw);
  const std::vector<std::pair<std::string, SettingList>> by_hand{
      {"mass", {{"mass", "fixed"}, {"lengthscale", lengthscale}}},
      {"kernel", {{"kernel", "matern52"}, {"lengthscale", lengthscale}}},
      {"trim", {{"trim", "none"}, {"lengthscale", lengthscale}}},
      {"simulations", {{"simulations", simulations}, {"lengthscale", lengthscale}}}};
  for (const auto& [setting, changes] : by_hand) {
    SettingList list = changes;
    list.insert(list.end(), {{"draws", std::to_string(refit_draws)}, {"check", "none"}});
    const Fit other = checked_fit("g-and-k", fit.observations, list);
    const Sensitivity& s = choice_of(fit, setting);
    for (std::size_t k = 0; k < fit.draws.names.size(); ++k) {
      const auto before = column(part_of(fit.draws, 0, refit_draws), k);
      const auto after = column(other.draws, k);
      const double sd = spread(column(fit.draws, k));
      EXPECT_NEAR(s.mean_moves[k], (estimate(after).mean - estimate(before).mean) / sd, 1e-9)
          << setting << ' ' << fit.draws.names[k];
      EXPECT_NEAR(s.sd_ratios[k], spread(after) / spread(before), 1e-9)
          << setting << ' ' << fit.draws.names[k];
    }
  }
}

/// n times the variance of the location of a normal distribution, by a Gaussian kernel: that of the
/// M-estimator with psi(u) = u exp(-u^2 / (2 (l^2 + 1))).
double variance_at(double lengthscale) {
  const double s2 = lengthscale * lengthscale + 1.0;
  return std::pow(1.0 + 1.0 / s2, 3) / std::pow(1.0 + 2.0 / s2, 1.5);
}

TEST(WholeRefits, KnowHowTheSpreadOfANormalMeanDependsOnTheLengthscale) {
  constexpr int draws = 300;
  const Sample x = observations_of("gaussian-location", 2000, 1);
  const Fit plain = fit_built_in("gaussian-location", x,
                                 {{"draws", std::to_string(draws)}, {"lengthscale", "0.5"}});
  const Fit fit = checked(built_in_model("gaussian-location", 1), plain, {19, draws});
  const auto& list = fit.check->sensitivities;
  ASSERT_GE(list.size(), 2u);
  for (const std::size_t i : {0u, 1u}) {
    const double expected = std::sqrt(variance_at(i == 0 ? 0.25 : 1.0) / variance_at(0.5));
    EXPECT_EQ(list[i].setting, "lengthscale");
    // Draws of one number have the same weights, so chance is far below 1 / sqrt(2 draws) = 0.04.
    EXPECT_NEAR(list[i].sd_ratios[0], expected, 0.02) << list[i].value;
    EXPECT_LT(std::abs(list[i].mean_moves[0]), 1.0) << list[i].value;
  }
  EXPECT_GT(list[0].sd_ratios[0], 1.0);
  EXPECT_LT(list[1].sd_ratios[0], 1.0);
}

TEST(WholeRefits, AgreeWithTheBestFitThatIsSoughtDownhillOnWhatTrimmingDoes) {
  const Sensitivity& trim = choice_of(refitted(), "trim");
  EXPECT_EQ(trim.value, "none");
  for (std::size_t k = 0; k < trim.moves.size(); ++k) {
    EXPECT_GT(std::abs(trim.moves[k]), 0.1) << k;  // what was left out is back
    EXPECT_GT(trim.moves[k] * trim.mean_moves[k], 0.0) << k;
  }
}

TEST(WholeRefits, AreWhatTheFindingsGoBy) {
  Fit fit = refitted();
  for (Sensitivity& s : fit.check->sensitivities) {
    s.moves.assign(4, 5.0);
    s.mean_moves.assign(4, 0.0);
  }
  const auto says_moves = [&] {
    const auto sentences = findings(fit);
    return std::any_of(sentences.begin(), sentences.end(), [](const std::string& sentence) {
      return sentence.find("would move by more than 1 posterior sd") != std::string::npos;
    });
  };
  EXPECT_FALSE(says_moves());
  fit.check->sensitivities.back().mean_moves[0] = 2.0;
  EXPECT_TRUE(says_moves());
}

TEST(WholeRefits, AreInTextAndFile) {
  const Fit& fit = refitted();
  const std::string text = check_text(fit, 0.05);
  EXPECT_NE(text.find("How far the posterior mean moves where the whole fit is made again, by 30 "
                      "draws each"),
            std::string::npos);
  EXPECT_NE(text.find("What the posterior sd is multiplied by there"), std::string::npos);
  EXPECT_NE(check_json(fit, 0.05).find("\"sd_ratios\""), std::string::npos);
  const TemporaryDirectory folder;
  write_netcdf(fit, folder / "fit.nc");
  const Fit read = read_netcdf(folder / "fit.nc");
  EXPECT_EQ(check_json(read, 0.05), check_json(fit, 0.05));
  EXPECT_EQ(check_text(read, 0.05), text);
}

TEST(WholeRefits, AreNotMadeUnlessAsked) {
  const Fit fit = checked(built_in_model("g-and-k", 1), refitted(), {19});
  EXPECT_EQ(fit.check->refit_draws, 0);
  for (const Sensitivity& s : fit.check->sensitivities) EXPECT_TRUE(s.mean_moves.empty());
  EXPECT_EQ(check_json(fit, 0.05).find("mean_moves"), std::string::npos);
}

TEST(WholeRefits, LeaveTheFitItselfAlone) {
  const Fit again = checked(built_in_model("g-and-k", 1), refitted(), {19, 20});
  expect_same_draws(again.draws, refitted().draws);
  EXPECT_EQ(again.simulator_calls, refitted().simulator_calls);
}

std::string refusal_of(const Fit& fit, const CheckPlan& plan) {
  try {
    checked(built_in_model("g-and-k", 1), fit, plan);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "";
}

TEST(WholeRefits, NeedAsManyDrawsAsTheFitCanBeComparedBy) {
  EXPECT_EQ(refusal_of(refitted(), {19, 61}),
            "refit must be from 20 to the 60 draws of the fit, but is 61");
  EXPECT_EQ(refusal_of(refitted(), {19, 3}),
            "refit must be from 20 to the 60 draws of the fit, but is 3");
  EXPECT_EQ(refusal_of(refitted(), {19, -1}),
            "refit must be from 20 to the 60 draws of the fit, but is -1");
  Fit small = refitted();
  small.draws = part_of(small.draws, 0, 8);
  EXPECT_EQ(refusal_of(small, {19, 8}), "refit needs a fit of at least 20 draws, but this has 8");
  EXPECT_EQ(refusal_of(refitted(), {5}),
            "replicates must be a whole number between 19 and 100000, but is 5");
}

}  // namespace
}  // namespace surefoot
