#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/draw_objective.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// How two sets of draws with the same weights differ, in posterior standard deviations.
struct Difference {
  Estimate mean;
  double root_mean_square;
};

Difference compare(const Draws& a, const Draws& b, std::size_t parameter) {
  const auto x = column(a, parameter), y = column(b, parameter);
  std::vector<double> differences;
  for (std::size_t r = 0; r < x.size(); ++r) differences.push_back((y[r] - x[r]) / spread(x));
  return {estimate(differences), std::sqrt(estimate(squares_about(differences, 0.0)).mean)};
}

TEST(Design, ClosedFormIsWhatSobolPointsTendTo) {
  const Sample x = observations_of("gaussian-location", 100, 3);
  const Draws exact =
      fit_built_in("gaussian-location", x, {{"draws", "60"}, {"design", "closed-form"}}).draws;
  const auto error = [&](const char* simulations) {
    const Draws simulated = fit_built_in("gaussian-location", x,
                                         {{"draws", "60"},
                                          {"design", "sobol"},
                                          {"simulations", simulations},
                                          {"lengthscale", "median"}})
                                .draws;
    double worst = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
      worst = std::max(worst, compare(exact, simulated, k).root_mean_square);
    return worst;
  };
  const double few = error("64"), many = error("1024");
  EXPECT_LT(many, 0.06);
  EXPECT_LT(many, 0.5 * few);  // independent points would gain a factor 4, nets gain more
}

// Independent points add noise of variance n/m of the posterior's, a quarter of its sd here, and no
// bias: four standard errors, which one seed in 4,000 exceeds in one of its four parameters.
TEST(Design, QuadratureSobolAndIidAgree) {
  const Sample x = observations_of("g-and-k", 64);
  const auto draws = [&](const char* design, const char* simulations) {
    return fit_built_in("g-and-k", x,
                        {{"draws", "40"},
                         {"bounds", "log_k=-2:1"},  // below, log_k is hardly identified
                         {"design", design},
                         {"simulations", simulations}})
        .draws;
  };
  const Draws quadrature = draws("quadrature", "256"), finer = draws("quadrature", "1024");
  const Draws sobol = draws("sobol", "1024"), iid = draws("iid", "1024");
  for (std::size_t k = 0; k < 4; ++k) {
    SCOPED_TRACE(quadrature.names[k]);
    EXPECT_LT(compare(quadrature, finer, k).root_mean_square, 0.01);
    EXPECT_LT(compare(quadrature, sobol, k).root_mean_square, 0.1);
    const Difference independent = compare(quadrature, iid, k);
    EXPECT_GT(independent.root_mean_square, 0.1);
    EXPECT_LT(independent.root_mean_square, 1.0);
    EXPECT_NEAR(independent.mean.mean, 0.0, 4.0 * independent.mean.error);
  }
}

/// The objective at one point for a few draws, with one observation: its weight is always 1, so
/// that only the latent points can make a difference.
std::vector<double> values_of(const char* noise, bool with_steps = false) {
  const Sample x({1.0}, 1);
  const Problem problem = make_problem(built_in_model("gaussian-location", 1), x,
                                       settings({{"lengthscale", "1"},
                                                 {"start", "theta1=0"},
                                                 {"design", "iid"},
                                                 {"simulations", "64"},
                                                 {"noise", noise}}));
  const auto objective = make_draw_objective(problem, {});
  std::vector<double> values;
  for (const std::uint32_t b : {0u, 1u, 0u}) {
    objective->begin_draw(b);
    if (with_steps) objective->begin_step(1), objective->begin_step(2);
    values.push_back((*objective)(std::vector{0.5}, {}));
    EXPECT_EQ((*objective)(std::vector{0.5}, {}), values.back());
  }
  return values;
}

TEST(Noise, PerDrawIsFixedWithinADrawAndDiffersBetweenThem) {
  const auto values = values_of("per-draw");
  EXPECT_NE(values[0], values[1]);
  EXPECT_EQ(values[0], values[2]);
  EXPECT_EQ(values_of("per-draw", true), values);
}

TEST(Noise, SharedIsTheSameForAllDraws) {
  const auto values = values_of("shared");
  EXPECT_EQ(values[0], values[1]);
  EXPECT_EQ(values_of("shared", true), values);
}

TEST(Noise, FreshChangesFromStepToStep) {
  const auto first = values_of("fresh"), second = values_of("fresh", true);
  EXPECT_EQ(first, values_of("per-draw"));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NE(first[i], second[i]);
  EXPECT_EQ(second[0], second[2]);
}

// With m = n the error of the simulations is as large as that of the data: in every draw of its own
// it doubles the variance, shared it moves all draws together.
TEST(Noise, PerDrawShowsInThePosteriorAndSharedDoesNot) {
  const Sample x = observations_of("gaussian-location", 100, 1);
  const auto variance = [&](const char* design, const char* noise) {
    const Draws draws =
        fit_built_in(
            "gaussian-location", x,
            {{"draws", "400"}, {"design", design}, {"simulations", "100"}, {"noise", noise}})
            .draws;
    return std::pow(spread(column(draws, 0)), 2);
  };
  const double exact = variance("closed-form", "per-draw");
  // Each variance has a relative standard error of sqrt(2/400) = .07, and the ratio of two .1.
  EXPECT_NEAR(variance("iid", "per-draw") / exact, 2.0, 0.6);
  EXPECT_NEAR(variance("iid", "shared") / exact, 1.0, 0.3);
}

TEST(Optimiser, AdamAndSgdArriveWhereBfgsDoes) {
  const Sample x = observations_of("gaussian-location", 50, 2);
  const Draws bfgs = fit_built_in("gaussian-location", x, {{"draws", "20"}}).draws;
  for (const auto& [optimiser, step_size] : {std::pair{"adam", "0.05"}, std::pair{"sgd", "2"}}) {
    const Fit other = fit_built_in(
        "gaussian-location", x,
        {{"draws", "20"}, {"optimiser", optimiser}, {"steps", "500"}, {"step-size", step_size}});
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_LT(compare(bfgs, other.draws, k).root_mean_square, 0.02) << optimiser;
    EXPECT_EQ(count_of(other.draws, DrawStatus::step_limit), 20u);
    for (const DrawInfo& info : other.draws.info) EXPECT_EQ(info.evaluations, 501);
  }
}

TEST(Resample, OnlyAddsNoise) {
  const Sample x = observations_of("gaussian-location", 100, 1);
  const SettingList list{{"draws", "100"}, {"design", "sobol"}, {"simulations", "1024"}};
  SettingList resampled = list;
  resampled.push_back({"resample", "true"});
  const Difference difference = compare(fit_built_in("gaussian-location", x, list).draws,
                                        fit_built_in("gaussian-location", x, resampled).draws, 0);
  // 1024 resampled atoms add 100/1024 of the variance.
  EXPECT_NEAR(difference.root_mean_square, std::sqrt(100.0 / 1024.0), 0.1);
  EXPECT_NEAR(difference.mean.mean, 0.0, 4.0 * difference.mean.error);
}

}  // namespace
}  // namespace surefoot
