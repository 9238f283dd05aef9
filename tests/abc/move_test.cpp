#include "abc/move.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "abc/toy.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// theta ~ N(0, 1), and y ~ N(theta, 1) is seen as 1.
AbcTarget normal_target() {
  AbcTarget target = toy_target(1, [](std::span<const double> theta, Noise& noise) {
    return std::abs(theta[0] + noise.normal() - 1.0);
  });
  target.draw_prior = [](Noise& noise, std::span<double> eta) { eta[0] = noise.normal(); };
  target.log_prior = [](std::span<const double> eta) { return -0.5 * eta[0] * eta[0]; };
  return target;
}

/// Of the ABC posterior within a threshold, by drawing until one is.
SmcResult::Particle by_rejection(const AbcTarget& target, double threshold, std::uint32_t number) {
  Noise noise({.seed = 9, .draw = number, .step = 0, .index = 0, .purpose = Purpose::prior});
  const auto distance = target.make_distance();
  SmcResult::Particle p;
  p.eta.resize(1);
  for (std::uint32_t t = 0; !(p.distance <= threshold); ++t) {
    target.draw_prior(noise, p.eta);
    p.distance = (*distance)(p.eta, {9, number, t, 0, Purpose::simulation});
  }
  return p;
}

// Each particle is a draw of its own; the proposal is neither the prior nor the posterior, so that
// every factor of the ratio counts.  The false-alarm rate of four standard errors is 1 in 16000.
void expect_invariant(const AbcTarget& target, double threshold, const GaussianMixture& proposal) {
  constexpr std::uint32_t count = 20000;
  const auto distance = target.make_distance();
  const StepOfMoves step{target, proposal, threshold, 10000, 4, 0, [] {}, [] { return false; }};
  std::vector<double> change, change_of_square, change_of_distance;
  int accepted = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const SmcResult::Particle before = by_rejection(target, threshold, i);
    SmcResult::Particle after = before;
    const MoveOutcome outcome = move_particle(step, i, *distance, after);
    EXPECT_TRUE(outcome.finished);
    EXPECT_EQ(outcome.accepted, after.eta != before.eta);
    EXPECT_LE(after.distance, threshold);
    accepted += outcome.accepted;
    change.push_back(after.eta[0] - before.eta[0]);
    change_of_square.push_back(after.eta[0] * after.eta[0] - before.eta[0] * before.eta[0]);
    change_of_distance.push_back(after.distance - before.distance);
  }
  for (const auto* values : {&change, &change_of_square, &change_of_distance}) {
    const Estimate e = estimate(*values);
    EXPECT_NEAR(e.mean, 0.0, 4.0 * e.error);
  }
  EXPECT_GT(accepted, static_cast<int>(count / 5));
}

TEST(Move, LeavesThePosteriorAsItIs) {
  expect_invariant(normal_target(), 0.5,
                   GaussianMixture({{0.4, 1.0, {-0.5}}, {0.6, 1.5, {1.0}}}, {1.0}));
}

TEST(Move, LeavesThePosteriorOfDiscreteDataAsItIs) {
  expect_invariant(toy_target(1, binomial_distance(5, 4)), 1.0,
                   GaussianMixture({{1.0, 1.0, {0.5}}}, {0.4}));  // often outside of the prior
}

TEST(Move, GivesUpAfterSoManyTrials) {
  int calls = 0;
  const AbcTarget target = toy_target(1, [&](std::span<const double>, Noise&) {
    return ++calls % 5 == 0 ? 0.0 : 2.0;  // every fifth hits
  });
  const GaussianMixture proposal({{1.0, 1.0, {0.5}}}, {1e-3});
  const auto move = [&](int max_trials) {
    calls = 0;
    const StepOfMoves step{target, proposal, 1.0, max_trials, 4, 0, [] {}, [] { return false; }};
    SmcResult::Particle particle{{0.5}, 1.0, -1};
    return move_particle(step, 3, *target.make_distance(), particle);
  };
  EXPECT_EQ(move(9).simulations, 9);    // no second hit
  EXPECT_EQ(move(10).simulations, 15);  // the second hit is too late by one
  EXPECT_FALSE(move(10).accepted);
  EXPECT_EQ(move(1000).simulations, 15);
}

}  // namespace
}  // namespace surefoot
