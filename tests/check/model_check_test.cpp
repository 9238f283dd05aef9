#include <gtest/gtest.h>

#include <surefoot/checked.hpp>
#include <surefoot/error.hpp>
#include <surefoot/report/check_text.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/netcdf.hpp>

#include "check/check_support.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

const Fit& fit_of_cluster() {
  static const Fit fit = checked_fit(
      "g-and-k", contaminate(observations_of("g-and-k", 600), "cluster:0.2:20:0.5", 1).observations,
      {});
  return fit;
}

TEST(Witness, FindsTheClusterAndItsShare) {
  const auto& places = fit_of_cluster().check->places;
  ASSERT_FALSE(places.empty());
  EXPECT_NEAR(places[0].place[0], 20.0, 0.2);
  EXPECT_NEAR(places[0].share, 0.2, 0.03);
  EXPECT_GT(places[0].z, 6.0);
}

TEST(Witness, IsSilentOnCleanData) {
  const Fit fit = checked_fit("g-and-k", observations_of("g-and-k", 600), {});
  EXPECT_TRUE(fit.check->places.empty());
}

TEST(Sensitivity, KnowsWhichChoiceTheFitDependsOn) {
  const Fit& fit = fit_of_cluster();
  const auto& list = fit.check->sensitivities;
  std::vector<std::string> settings;
  for (const Sensitivity& s : list) settings.push_back(s.setting);
  EXPECT_EQ(settings, (std::vector<std::string>{"lengthscale", "lengthscale", "kernel", "mass",
                                                "trim", "simulations"}));
  const auto largest = [](const Sensitivity& s) {
    double most = 0.0;
    for (const double move : s.moves) most = std::max(most, std::abs(move));
    return most;
  };
  EXPECT_GT(largest(list[3]), 2.0);  // the mass
  EXPECT_LT(largest(list[5]), 0.5);  // the simulations
}

TEST(Findings, SayWhatTheModelExplainsAndWhereTheRestLies) {
  const auto sentences = findings(fit_of_cluster());
  ASSERT_GE(sentences.size(), 3u);
  EXPECT_TRUE(sentences[0].starts_with("the model explains 8") ||
              sentences[0].starts_with("the model explains 7"))
      << sentences[0];
  EXPECT_NE(sentences[0].find("more than it explains lies around 20"), std::string::npos);
  EXPECT_NE(sentences[1].find("does not fit all of the data (p <= 0.05"), std::string::npos)
      << sentences[1];
  EXPECT_NE(sentences[2].find("mass fixed"), std::string::npos) << sentences[2];
}

TEST(Findings, OfAFitThatWasNotCheckedAreNone) {
  Fit fit = fit_of_cluster();
  fit.check.reset();
  EXPECT_TRUE(findings(fit).empty());
}

TEST(Check, IsDoneAsFarAsTheSettingAsks) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  EXPECT_FALSE(checked_fit("gaussian-location", x, {{"check", "none"}}).scores);
  const Fit scored = checked_fit("gaussian-location", x, {{"check", "scores"}});
  EXPECT_TRUE(scored.scores);
  EXPECT_FALSE(scored.check);
  EXPECT_FALSE(checked_fit("gaussian-location", x, {{"draws", "99"}}).check);  // too few to tell
}

TEST(Check, DoesNotChangeTheDraws) {
  const Sample x = observations_of("g-and-k", 100);
  expect_same_draws(checked_fit("g-and-k", x, {{"check", "none"}}).draws,
                    checked_fit("g-and-k", x, {}).draws);
}

TEST(Check, TravelsThroughFiles) {
  const TemporaryDirectory folder;
  const Fit& fit = fit_of_cluster();
  write_netcdf(fit, folder / "fit.nc");
  const Fit read = read_netcdf(folder / "fit.nc");
  ASSERT_TRUE(read.scores && read.check && read.check->test);
  EXPECT_EQ(scores_csv(read), scores_csv(fit));
  EXPECT_EQ(check_json(read, 0.05), check_json(fit, 0.05));
  EXPECT_EQ(read.check->test->radius, fit.check->test->radius);
}

TEST(Checked, FindsTheSameAgain) {
  const Fit& fit = fit_of_cluster();
  const Fit again = checked(built_in_model("g-and-k", 1), fit, {39});
  ASSERT_TRUE(again.check && again.check->test);
  EXPECT_EQ(again.check->test->replicates.size(), 39u);
  EXPECT_NEAR(again.check->test->statistic, fit.check->test->statistic,
              1e-3 * fit.check->test->statistic);
  EXPECT_EQ(again.simulator_calls, fit.simulator_calls);
  EXPECT_EQ(again.scores->inlier.size(), fit.scores->inlier.size());
}

std::string refusal(const Model& model, const Fit& fit) {
  try {
    checked(model, fit, {19});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Checked, RefusesWhatItCannotCheck) {
  EXPECT_EQ(refusal(built_in_model("gaussian-location", 1), fit_of_cluster()),
            "the model must have the parameters of the fit, a, b, g, log_k, but has theta1");
  Fit other = fit_of_cluster();
  other.settings.method = Method::bayes;
  EXPECT_EQ(refusal(built_in_model("g-and-k", 1), other),
            "only fits by npl-mmd can be checked, but this is one by bayes");
  other = fit_of_cluster();
  other.draws = part_of(other.draws, 0, 0);
  EXPECT_EQ(refusal(built_in_model("g-and-k", 1), other), "the fit has no draws to check");
}

TEST(ScoresCsv, HasARowForEachObservation) {
  const std::string text = scores_csv(fit_of_cluster());
  EXPECT_TRUE(text.starts_with(
      "observation,x,inlier,inlier_low,inlier_high,witness,influence_a,influence_b,influence_g,"
      "influence_log_k\n1,"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 601);
  EXPECT_THROW(scores_csv(Fit{}), Error);
}

}  // namespace
}  // namespace surefoot
