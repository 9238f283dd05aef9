#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/prior/randomised_prior.hpp>
#include <surefoot/report/text.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

// A prior on theta in the bootstraps that have no kernel.
namespace surefoot {
namespace {

Fit fit_by(const char* method, const std::string& model, const Sample& x, SettingList list) {
  list.insert(list.begin(), {"method", method});
  return fit_built_in(model, x, list);
}

/// z0 of a draw of the first parameter, under seed 0.
double centre_of(const Fit& fit, const Model& model, std::uint32_t draw) {
  return RandomisedPrior(model.parameters, *fit.settings.prior, 1.0).centre_of_draw(0, draw)[0];
}

TEST(PriorOfNplWll, OfANormalMeanIsTheMeanOfDataAndPriorByTheirPrecisions) {
  constexpr int n = 40, draws = 400;
  const Model model = built_in_model("gaussian-location", 1);
  const Sample x = observations_of("gaussian-location", n, 1, 2);
  const SettingList common{{"draws", std::to_string(draws)}};
  const Fit plain = fit_by("npl-wll", "gaussian-location", x, common);
  constexpr double mean = 1.5, sd = 0.2;
  SettingList informed = common;
  informed.emplace_back("prior", "normal:1.5:0.2");
  const Fit found = fit_by("npl-wll", "gaussian-location", x, informed);
  const double q = 1.0 / (sd * sd);
  for (std::uint32_t b = 0; b < draws; ++b) {
    // Without a prior a draw is the weighted mean, whose precision for unit variance is n.
    const double expected =
        (n * plain.draws.row(b)[0] + q * (mean + sd * centre_of(found, model, b))) / (n + q);
    EXPECT_NEAR(found.draws.row(b)[0], expected, 1e-5) << b;
  }
  // As Bayes has it, but for what the data's own spread differs from that of the model.
  const auto values = column(found.draws, 0);
  const double of_data = spread(column(plain.draws, 0));
  const double left = std::sqrt(n * n * of_data * of_data + q) / (n + q);
  EXPECT_NEAR(spread(values) / left, 1.0, errors / std::sqrt(2.0 * draws));
  EXPECT_NEAR(found.data_weight, 2.0, 1e-12);
  ASSERT_EQ(found.prior_shares.size(), 1u);
  EXPECT_NEAR(found.prior_shares[0], q / (n + q), 1e-3);
  EXPECT_EQ(found.evaluator, "log-densities");
  EXPECT_NE(to_text(summarise(found)).find("the prior decides 38 % of theta1"), std::string::npos)
      << to_text(summarise(found));
}

TEST(PriorOfNplWll, CountsPseudoObservationsAsObservations) {
  const Sample x = observations_of("gaussian-location", 30, 1);
  const Fit found = fit_by("npl-wll", "gaussian-location", x,
                           {{"draws", "4"}, {"concentration", "10"}, {"prior", "normal:0:1"}});
  EXPECT_NEAR(found.data_weight, 2.0 * 40.0 / 30.0, 1e-12);
}

TEST(PriorOfNplWll, LeavesParametersWithoutOneToTheData) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  const SettingList common{{"draws", "12"}};
  const Fit plain = fit_by("npl-wll", "gaussian-location", x, common);
  SettingList informed = common;
  informed.emplace_back("prior", "theta1=normal:3:0.1");
  const Fit found = fit_by("npl-wll", "gaussian-location", x, informed);
  for (std::size_t r = 0; r < 12; ++r) {
    EXPECT_NEAR(found.draws.row(r)[1], plain.draws.row(r)[1], 1e-5);
    EXPECT_GT(found.draws.row(r)[0], plain.draws.row(r)[0] + 0.5);
  }
  EXPECT_EQ(found.prior_shares[1], 0.0);
}

TEST(PriorOfNplWll, IsABoxWhereItEnds) {
  const Sample x = observations_of("g-and-k", 60);
  const Fit found = fit_by("npl-wll", "g-and-k", x, {{"draws", "6"}, {"prior", "g=uniform:0:1.5"}});
  EXPECT_EQ(get(found.settings, "bounds"), "g=0:1.5");
  for (const double g : column(found.draws, 2)) EXPECT_TRUE(g >= 0.0 && g <= 1.5) << g;
}

TEST(PriorOfNplWasserstein, OfANormalMeanIsTheMeanOfDataAndPriorByTheirPrecisions) {
  // By order 2 the cost is a constant plus the square of theta less what the draw alone would have.
  constexpr int n = 60, draws = 400;
  const Model model = built_in_model("gaussian-location", 1);
  const Sample x = observations_of("gaussian-location", n, 1, 2);
  const SettingList common{{"draws", std::to_string(draws)}, {"order", "2"}};
  const Fit plain = fit_by("npl-wasserstein", "gaussian-location", x, common);
  const auto without = column(plain.draws, 0);
  const double mean = estimate(without).mean + 0.1, sd = 0.15;
  SettingList informed = common;
  informed.emplace_back("prior", "normal:" + std::to_string(mean) + ":" + std::to_string(sd));
  const Fit found = fit_by("npl-wasserstein", "gaussian-location", x, informed);
  const double weight = 1.0 / (found.data_weight * n);
  // The weight is the mean square of what draws move by, which 128 of them tell to 12 %.
  const double variance = spread(without) * spread(without);
  EXPECT_NEAR(weight / variance, 1.0, errors * std::sqrt(2.0 / 128.0 + 2.0 / draws));
  for (std::uint32_t b = 0; b < draws; ++b) {
    const double q = weight / (sd * sd);
    const double expected = (without[b] + q * (mean + sd * centre_of(found, model, b))) / (1.0 + q);
    EXPECT_NEAR(found.draws.row(b)[0], expected, 1e-4) << b;
    // The distance that is reported is that to the data.
    EXPECT_GE(found.draws.info[b].objective, plain.draws.info[b].objective - 1e-6) << b;
    EXPECT_LT(found.draws.info[b].objective, 2.0) << b;
  }
  // What is left is what Bayes leaves.
  const double left = 1.0 / std::sqrt(1.0 / variance + 1.0 / (sd * sd));
  EXPECT_NEAR(spread(column(found.draws, 0)) / left, 1.0, errors / std::sqrt(1.0 * draws));
  const double share = variance / (variance + sd * sd);
  EXPECT_NEAR(found.prior_shares[0], share, errors * share * (1.0 - share) * std::sqrt(2.0 / 128));
}

TEST(PriorOfNplWasserstein, IsWeighedFromTheMinimumWhereverDrawsStart) {
  const Sample x = observations_of("gaussian-location", 40, 1);
  const SettingList common{{"draws", "4"}, {"order", "2"}, {"prior", "normal:1:0.2"}};
  SettingList started = common;
  started.emplace_back("start", "theta1=5");
  const Fit found = fit_by("npl-wasserstein", "gaussian-location", x, common);
  const Fit other = fit_by("npl-wasserstein", "gaussian-location", x, started);
  EXPECT_NEAR(other.data_weight / found.data_weight, 1.0, 1e-3);
  for (std::size_t r = 0; r < 4; ++r)
    EXPECT_NEAR(other.draws.row(r)[0], found.draws.row(r)[0], 1e-3);
}

TEST(PriorOfNplWasserstein, IsCarriedByEveryWayToMinimise) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  for (const SettingList& way :
       {SettingList{{"order", "1"}}, {{"optimiser", "sbplx"}}, {{"transport", "sinkhorn"}}}) {
    SettingList list{{"draws", "6"}, {"prior", "theta1=normal:4:0.01"}};
    list.insert(list.end(), way.begin(), way.end());
    const Fit found = fit_by("npl-wasserstein", "gaussian-location", x, list);
    EXPECT_GT(found.prior_shares[0], 0.9) << way[0].second;
    for (const double theta : column(found.draws, 0)) EXPECT_NEAR(theta, 4.0, 0.3) << way[0].second;
  }
}

std::string refusal_of(const char* method, const std::string& model, const SettingList& list) {
  try {
    fit_by(method, model, observations_of(model, 30, 1), list);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "";
}

TEST(PriorOfRivals, RefusesWhatItCannotServe) {
  EXPECT_EQ(refusal_of("npl-wasserstein", "gaussian-location",
                       {{"noise", "fresh"}, {"prior", "normal:0:1"}}),
            "a prior is weighed by the minima of some draws, which an objective that changes at "
            "every evaluation has not; noise per-draw or shared will do");
  for (const char* method : {"npl-wll", "npl-wasserstein"}) {
    EXPECT_NE(
        refusal_of(method, "gaussian-location", {{"optimiser", "adam"}, {"prior", "normal:0:1"}})
            .find("has no optimiser adam"),
        std::string::npos);
    EXPECT_NE(
        refusal_of(method, "gaussian-location", {{"prior", "nobody=normal:0:1"}}).find("nobody"),
        std::string::npos);
    EXPECT_NE(refusal_of(method, "gaussian-location",
                         {{"fixed", "theta1=1"}, {"prior", "theta1=normal:0:1"}}),
              "");
  }
}

}  // namespace
}  // namespace surefoot
