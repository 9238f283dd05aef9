#include "bootstrap/lengthscale_search.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/simulators/contamination.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

std::optional<double> best_factor(const Model& model, const Sample& x, const SettingList& list) {
  const Problem problem = make_problem(model, x, settings(list));
  const LengthscaleChoice choice = best_lengthscale_factor(problem, find_modes(problem), {});
  EXPECT_EQ(choice.simulator_calls, 3 * 256);  // at the mode and to either side
  return choice.factor;
}

// The longer the kernel, the more the minimum is like the mean, which is the best there is; but the
// median rule of N(theta, 1), .6745, is the longest.
TEST(BestLengthscale, OfAGaussianLocationIsTheLongest) {
  const Sample x = observations_of("gaussian-location", 200, 1);
  for (const char* design : {"auto", "quadrature"})
    for (const std::string lengthscale : {"0.1", "0.45", "0.7", "2"}) {
      const auto factor = best_factor(built_in_model("gaussian-location", 1), x,
                                      {{"lengthscale", lengthscale}, {"design", design}});
      ASSERT_TRUE(factor) << design << ' ' << lengthscale;
      EXPECT_NEAR(*factor * std::stod(lengthscale), 0.6745, 0.02) << design << ' ' << lengthscale;
    }
}

// A model with no spread at all has no median rule.
TEST(BestLengthscale, HasNoSayWhereTheModelIsAPoint) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  EXPECT_NO_THROW(fit_built_in("gaussian-location", x,
                               {{"draws", "2"},
                                {"lengthscale", "auto"},
                                {"design", "sobol"},
                                {"model-option", "sigma=1e-30"}}));
}

// Its minima say where draws would lie; a search that knows nothing of that has no say.
TEST(BestLengthscale, IsUnknownWithoutASpread) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  const Problem problem = make_problem(built_in_model("gaussian-location", 1), x, settings({}));
  Modes modes = find_modes(problem);
  modes.list.at(0).sd.clear();
  EXPECT_FALSE(best_lengthscale_factor(problem, modes, {}).factor);
}

double chosen_lengthscale(const std::string& model, const Sample& x) {
  return fit_built_in(model, x,
                      {{"draws", "2"}, {"lengthscale", "auto"}, {"mass", "free"}, {"trim", "2"}})
      .lengthscales.at(0);
}

// Service times are blurred by a kernel as wide as the times between departures.
TEST(AutoLengthscale, IsShorterThanTheMedianForAQueue) {
  const Sample x = observations_of("m-g-1", 200, 5);
  EXPECT_LT(chosen_lengthscale("m-g-1", x), 0.7 * median_lengthscale(x));
}

// With these data the pilot ends where all service times are the same: there its parameters do the
// same to first order, and only distant places tell them apart.
TEST(AutoLengthscale, IsFoundFromAnEdgeWhereTheModelDegenerates) {
  const Sample x = observations_of("m-g-1", 200, 5, 3);
  EXPECT_LT(chosen_lengthscale("m-g-1", x), 0.7 * median_lengthscale(x));
}

TEST(AutoLengthscale, HardlyHeedsOutliers) {
  const Sample x = observations_of("g-and-k", 1000);
  const double clean = chosen_lengthscale("g-and-k", x);
  EXPECT_GT(clean, 0.5 * median_lengthscale(x));
  EXPECT_LT(clean, 1.5 * median_lengthscale(x));
  const Sample dirty = contaminate(x, "shift:0.4:-50,50", 1).observations;
  EXPECT_NEAR(std::log(chosen_lengthscale("g-and-k", dirty) / clean), 0.0, 0.4);
  EXPECT_GT(median_lengthscale(dirty), 10.0 * clean);
}

// The tail of the model, of which few points are simulated, must not decide.
TEST(AutoLengthscale, DoesNotShrinkToWhatChanceResolves) {
  for (std::uint64_t seed = 11; seed < 14; ++seed) {
    const Sample x = observations_of("g-and-k", 2048, 1, seed);
    for (const char* kind : {"cluster:0.1:6:0.3", "cluster:0.2:20:0.5"})
      EXPECT_GT(chosen_lengthscale("g-and-k", contaminate(x, kind, seed).observations),
                0.4 * median_lengthscale(x))
          << kind << ", seed " << seed;
  }
}

TEST(AutoLengthscale, GivesWayToNumbersAndIsToldByTheFit) {
  const Sample x = observations_of("g-and-k", 100);
  const Fit fit = fit_built_in("g-and-k", x, {{"draws", "2"}, {"lengthscale", "auto"}});
  ASSERT_EQ(fit.lengthscales.size(), 1u);
  EXPECT_EQ(std::stod(*fit.settings.lengthscale), fit.lengthscales[0]);
  const Fit given = fit_built_in(
      "g-and-k", x, {{"draws", "2"}, {"lengthscale", "auto"}, {"kernel", "gaussian:0.3"}});
  EXPECT_EQ(given.lengthscales, std::vector<double>{0.3});
}

// First-order rules know no spread of draws: near the median for normal data, which is said.
TEST(AutoLengthscale, IsAQuantileWhereDrawsAreNotPredicted) {
  const Sample x = observations_of("gaussian-location", 400, 1);
  std::vector<std::string> notes;
  Events events;
  events.note = [&](const std::string& text) { notes.push_back(text); };
  const Fit fit = surefoot::fit(
      built_in_model("gaussian-location", 1), x,
      settings({{"draws", "2"}, {"lengthscale", "auto"}, {"optimiser", "adam"}}), events);
  EXPECT_NEAR(fit.lengthscales.at(0), 1.5 * quantile_lengthscale(x, 0.25, 1.0), 1e-9);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_TRUE(notes[0].starts_with("which lengthscale shows the parameters best is not known"));
}

TEST(AutoLengthscale, IsRefusedByOtherMethods) {
  const Sample x = observations_of("gaussian-location", 20, 1);
  for (const char* method : {"mmd-bayes", "mmd-abc"}) try {
      fit_built_in("gaussian-location", x, {{"method", method}, {"lengthscale", "auto"}});
      ADD_FAILURE() << method << " took it";
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("lengthscale auto is a rule of method "))
          << error.what();
    }
}

}  // namespace
}  // namespace surefoot
