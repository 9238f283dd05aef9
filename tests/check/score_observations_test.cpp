#include "check/score_observations.hpp"

#include <gtest/gtest.h>

#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/trimming.hpp"
#include "check/check_support.hpp"

namespace surefoot {
namespace {

TEST(WitnessScores, AreDifferencesInStandardDeviations) {
  const AtomFields fields{{0.5, 0.1}, {0.2, 0.2}, {0.1, 0.1}};
  const auto z = witness_scores(fields, 1.0, 100);
  // By the data where they have more, by the model where it has.
  EXPECT_DOUBLE_EQ(z[0], 0.3 / std::sqrt(0.06 / 100.0));
  EXPECT_DOUBLE_EQ(z[1], -0.1 / std::sqrt(0.06 / 100.0));
}

/// One kernel by another name, over all pairs.
double gaussian(double r, double l) { return std::exp(-0.5 * r * r / (l * l)); }

// At the best fit: sums over all pairs, with the model's own integrals.
TEST(Scores, AreWhatTheFormulasSay) {
  const Sample x =
      contaminate(observations_of("gaussian-location", 60, 1), "cluster:0.2:6:0.3", 1).observations;
  const Fit fit = checked_fit(
      "gaussian-location", x,
      {{"check", "scores"}, {"lengthscale", "1"}, {"draws", "8"}, {"mass", "free"}, {"trim", "2"}});
  ASSERT_TRUE(fit.scores);
  EXPECT_EQ(fit.scores->draws, 8);
  ASSERT_EQ(fit.scores->witness.size(), 60u);
  const double theta = fit.modes[0], l = 0.4, n = 60.0;
  std::vector<double> data(60), mean(60), square(60);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < 60; ++j) data[i] += gaussian(x(i, 0) - x(j, 0), l) / n;
    const double r = x(i, 0) - theta, wide = std::sqrt(l * l + 1.0);
    mean[i] = l / wide * gaussian(r, wide);
    const double half = l / std::sqrt(2.0), wider = std::sqrt(half * half + 1.0);
    square[i] = half / wider * gaussian(r, wider);
  }
  // The mass that goes with the data as a whole, of which the best fit left out the cluster.
  const double mass = fit.draws.info[0].mass;
  EXPECT_NEAR(mass, 0.8, 0.1);
  const auto z = witness_scores({data, mean, square}, mass, 60);
  for (std::size_t i = 0; i < 60; ++i)
    EXPECT_NEAR(fit.scores->witness[i], z[i], 1.0) << i;  // the draws' masses differ from it
  for (std::size_t i = 0; i < 60; ++i)
    EXPECT_LE(fit.scores->inlier_low[i], fit.scores->inlier[i] + 1e-12);
}

double area(const std::string& contamination, const SettingList& list = {}) {
  const auto sample = contaminate(observations_of("g-and-k", 600), contamination, 1);
  return area_under_curve(checked_fit("g-and-k", sample.observations, list).scores->inlier,
                          sample.outlier);
}

TEST(Scores, TellOutliersFromTheRest) {
  EXPECT_GT(area("shift:0.1:-50,50", {{"check", "scores"}}), 0.98);
  EXPECT_GT(area("cluster:0.2:20:0.5", {{"check", "scores"}}), 0.98);
  EXPECT_GT(area("cluster:0.1:6:0.3", {{"check", "scores"}}), 0.85);
}

TEST(Scores, TellALonelyOutlier) {
  std::vector<double> values;
  const Sample clean = observations_of("gaussian-location", 50, 1);
  values.assign(clean.values().begin(), clean.values().end());
  values[17] = 30.0;
  const Fit fit = checked_fit("gaussian-location", Sample(values, 1), {{"check", "scores"}});
  EXPECT_LT(fit.scores->inlier[17], 0.01);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(fit.scores->inlier[i] < 0.05, i == 17) << i;
}

TEST(Scores, NeedABoundedKernel) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  const Fit fit = checked_fit("gaussian-location", x, {{"kernel", "energy"}});
  EXPECT_FALSE(fit.scores);
  EXPECT_TRUE(fit.check->test);
  EXPECT_TRUE(fit.check->places.empty());
}

/// The best fit of some data, with the settings of another.
std::vector<double> best(const std::string& model, const Sample& x, const Fit& like) {
  FitConfig config = like.settings;
  for (std::size_t k = 0; k < like.draws.names.size(); ++k)
    config.start[like.draws.names[k]] = like.modes[k];
  config.draws = 1;
  const Fit other = fit(built_in_model(model, x.dimension()), x, config);
  return {other.modes.begin(),
          other.modes.begin() + static_cast<std::ptrdiff_t>(like.draws.names.size())};
}

Sample without(const Sample& x, std::size_t row) {
  std::vector<double> values;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i != row) values.insert(values.end(), x.row(i).begin(), x.row(i).end());
  return {values, x.dimension()};
}

// Influence against fits that leave one observation out.
void expect_influences(const std::string& model, const Sample& x, const SettingList& list) {
  SettingList all = {{"check", "scores"}, {"draws", "8"}, {"precision", "double"}};
  all.insert(all.end(), list.begin(), list.end());
  const Fit fit = checked_fit(model, x, all);
  const std::size_t p = fit.draws.names.size();
  ASSERT_EQ(fit.scores->influence.size(), x.size() * p);
  std::vector<double> scale(p, 0.0);
  for (std::size_t i = 0; i < fit.scores->influence.size(); ++i)
    scale[i % p] = std::max(scale[i % p], std::abs(fit.scores->influence[i]));
  for (const std::size_t row : {std::size_t{0}, x.size() / 2, x.size() - 1}) {
    const auto there = best(model, without(x, row), fit);
    for (std::size_t k = 0; k < p; ++k)
      EXPECT_NEAR(fit.scores->influence[row * p + k], fit.modes[k] - there[k], 0.1 * scale[k])
          << model << ", row " << row << ", parameter " << k;
  }
}

TEST(Influences, AreWhatLeavingAnObservationOutChanges) {
  const SettingList fixed = {{"mass", "fixed"}, {"trim", "none"}, {"lengthscale", "1"}};
  const SettingList free = {{"mass", "free"}, {"trim", "none"}, {"lengthscale", "1"}};
  const Sample x = observations_of("gaussian-location", 80, 2);
  expect_influences("gaussian-location", x, fixed);
  expect_influences("gaussian-location", contaminate(x, "cluster:0.2:9:0.3", 1).observations, free);
  expect_influences("g-and-k", observations_of("g-and-k", 300), fixed);
}

}  // namespace
}  // namespace surefoot
