#include "bootstrap/blindness.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// Two states far apart, between which a uniform decides: y = location + (u < weight) gap + sigma
/// z. No observation moves with the weight but those that change their state, so that its pathwise
/// derivative is 0.
struct TwoStates {
  static constexpr int parameters = 2, dimension = 1, latents = 2;
  static constexpr double gap = 8.0, sigma = 0.3;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    const Real u = latent.uniform();
    const Real state = select(u < theta[0], Real(gap), Real(0.0));
    return {{theta[1] + state + sigma * latent.normal()}};
  }
};

constexpr double weight = 0.3, location = 1.0;

Model two_states() {
  return make_model(TwoStates{}, {{"weight", 0.0, 1.0}, {"location", -10.0, 10.0}});
}

/// The quantiles of both states in their proportions: what the model is at the truth, without the
/// noise of a sample.
Sample two_state_quantiles(int count) {
  std::vector<double> values;
  const int upper = static_cast<int>(std::lround(weight * count));
  for (const int size : {upper, count - upper})
    for (int i = 0; i < size; ++i)
      values.push_back(location + (size == upper ? TwoStates::gap : 0.0) +
                       TwoStates::sigma * normal_quantile((i + 0.5) / size));
  return Sample(values, 1);
}

// The kernel is wide beside a state and narrow beside the gap: it counts observations in each.
const SettingList states{{"kernel", "gaussian:2"}, {"design", "sobol"}};

SettingList with(SettingList more) {
  more.insert(more.begin(), states.begin(), states.end());
  return more;
}

TEST(Blindness, IsFoundInTheParameterThatDecidesTheState) {
  const Sample x = two_state_quantiles(200);
  const Modes modes = find_modes(make_problem(two_states(), x, settings(states)));
  EXPECT_EQ(modes.blind, std::vector<std::string>{"weight"});
  EXPECT_EQ(modes.optimiser, OptimiserName::gauss_newton);
  ASSERT_FALSE(modes.list.empty());
  EXPECT_NEAR(modes.list[0].eta[0], weight, 0.01);
  EXPECT_NEAR(modes.list[0].eta[1], location, 0.01);
}

TEST(Blindness, IsToldOfAnOptimiserThatWasAskedFor) {
  const Sample x = two_state_quantiles(200);
  const Modes modes =
      find_modes(make_problem(two_states(), x, settings(with({{"optimiser", "bfgs"}}))));
  EXPECT_EQ(modes.blind, std::vector<std::string>{"weight"});
  EXPECT_EQ(modes.optimiser, OptimiserName::bfgs);
}

TEST(Blindness, LeavesOutParametersThatAreHeld) {
  const Sample x = two_state_quantiles(200);
  const Modes held =
      find_modes(make_problem(two_states(), x, settings(with({{"fixed", "weight=0.3"}}))));
  EXPECT_TRUE(held.blind.empty());
  EXPECT_EQ(held.optimiser, OptimiserName::bfgs);
  const Modes other =
      find_modes(make_problem(two_states(), x, settings(with({{"fixed", "location=1"}}))));
  EXPECT_EQ(other.blind, std::vector<std::string>{"weight"});
}

TEST(Blindness, IsNotFoundInSmoothModels) {
  for (const char* model : {"g-and-k", "gaussian-location"})
    for (const std::uint64_t seed : {1, 2}) {
      const Sample x = observations_of(model, 200, 0, seed);
      const FitConfig config = settings({{"design", "sobol"}});
      const Modes modes = find_modes(make_problem(built_in_model(model, x.dimension()), x, config));
      EXPECT_TRUE(modes.blind.empty()) << model << ", " << modes.blind.front();
      EXPECT_EQ(modes.optimiser, OptimiserName::bfgs) << model;
    }
}

TEST(Blindness, IsNoBendThatIsSmallBesideTheBulk) {
  // Over a long step g and log_k bend the moves by many of these lengthscales, and yet by a small
  // part of the moves themselves.
  const Sample x = observations_of("g-and-k", 200);
  const Problem problem =
      make_problem(built_in_model("g-and-k"), x,
                   settings({{"kernel", "gaussian:0.00001"}, {"design", "sobol"}}));
  const auto objective = make_draw_objective(problem, {});
  Mode truth;
  truth.eta.resize(problem.simulation->model.truth.size());
  problem.space->parameters.to_optimiser(problem.simulation->model.truth, truth.eta);
  EXPECT_EQ(blind_parameters(problem, truth, *objective), std::vector<std::string>{});
}

TEST(BlindFit, HasTheKnownMeanAndSpread) {
  constexpr int n = 200;
  const Fit result = fit(two_states(), two_state_quantiles(n), settings(with({{"draws", "300"}})));
  const auto weights = column(result.draws, 0), locations = column(result.draws, 1);
  // The share of Dirichlet weights in a state has variance w (1 - w) / (n + 1); the location is a
  // weighted mean but for the curvature of the kernel, which is wide.
  const double weight_sd = std::sqrt(weight * (1.0 - weight) / (n + 1));
  const double location_sd = TwoStates::sigma / std::sqrt(n + 1.0);
  EXPECT_NEAR(estimate(weights).mean, weight, 0.25 * weight_sd);
  EXPECT_NEAR(estimate(locations).mean, location, 0.25 * location_sd);
  EXPECT_NEAR(spread(weights), weight_sd, 0.15 * weight_sd);
  EXPECT_NEAR(spread(locations), location_sd, 0.25 * location_sd);
  int converged = 0;
  for (const DrawInfo& info : result.draws.info) {
    converged += is_minimum(info.status);
    if (is_minimum(info.status)) {
      EXPECT_LE(info.remaining_move, certified_move_of_jumps);
    }
  }
  EXPECT_GE(converged, 285);  // jumps may hide the minimum of a few
}

TEST(BlindFit, RefinesWhatTheJacobianOfTheModeFound) {
  const Sample x = two_state_quantiles(200);
  const Problem problem = make_problem(two_states(), x, settings(states));
  const Modes modes = find_modes(problem);
  ASSERT_FALSE(modes.list.empty());
  const auto objective = make_draw_objective(problem, {});
  int better = 0;
  for (std::uint32_t draw = 0; draw < 20; ++draw) {
    objective->begin_draw(draw);
    const Minimum found = solve(problem, modes.optimiser, *objective, modes.list[0], 200);
    Minimum refined = found;
    refine(problem, modes, *objective, 0, refined);
    EXPECT_LE(refined.value, found.value);
    EXPECT_NEAR((*objective)(refined.eta, {}), refined.value, 1e-6 * std::abs(refined.value));
    better += refined.value < found.value;
  }
  EXPECT_GE(better, 10);
}

TEST(BlindFit, SaysWhichOptimiserItTookAndRepeatsByIt) {
  const Sample x = two_state_quantiles(100);
  const Fit once = fit(two_states(), x, settings(with({{"draws", "10"}})));
  EXPECT_EQ(once.settings.optimiser, OptimiserName::gauss_newton);
  expect_same_draws(fit(two_states(), x, once.settings).draws, once.draws);
}

}  // namespace
}  // namespace surefoot
