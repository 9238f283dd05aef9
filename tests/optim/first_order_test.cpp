#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/optim/adam.hpp>
#include <surefoot/optim/sgd.hpp>

#include "optim/loops.hpp"
#include "optim/problems.hpp"

namespace surefoot {
namespace {

void expect_found(const TestProblem& problem, const Minimum& found, double tolerance) {
  for (std::size_t i = 0; i < problem.minimum.size(); ++i)
    EXPECT_NEAR(found.eta[i], problem.minimum[i], tolerance) << problem.name << ", " << i;
}

template <class Rule>
void expect_finds(const TestProblem& problem, const Rule& rule, int steps, double tolerance) {
  Watched objective(problem);
  const Minimum found = minimise(rule, steps, objective, problem.start, problem.box());
  expect_found(problem, found, tolerance);
  EXPECT_EQ(found.ending, Ending::step_limit) << problem.name;
  EXPECT_FALSE(objective.left_box) << problem.name;
  EXPECT_EQ(objective.evaluations, steps + 1) << problem.name;
}

TEST(Adam, FindsKnownMinima) {
  for (const auto& problem : {round_quadratic(), edge_minimum(), corner_minimum(), float_noise()})
    expect_finds(problem, Adam{}, 2000, 1e-3);
  expect_finds(broken_region(), Adam{.step_size = 0.05}, 2000, 1e-3);
  expect_finds(rosenbrock(), Adam{.step_size = 0.02}, 10000, 1e-2);
}

TEST(Sgd, FindsKnownMinima) {
  for (const auto& problem : {round_quadratic(), edge_minimum(), corner_minimum(), float_noise()})
    expect_finds(problem, Sgd{.step_size = 0.3}, 3000, 1e-3);
  expect_finds(broken_region(), Sgd{.step_size = 0.2}, 3000, 1e-3);
}

// With m and v the means of g and g^2, corrected for their start at 0, the first step is exactly
// the step size, and the second after equal gradients too.
TEST(Adam, TakesTheStepsOfItsPaper) {
  const Adam rule{.step_size = 0.1};
  Adam::Coordinate s{1.0};
  s = rule.step(s, 5.0, 1);
  EXPECT_NEAR(s.eta, 0.9, 1e-9);
  s = rule.step(s, 5.0, 2);
  EXPECT_NEAR(s.eta, 0.8, 1e-8);
  s = rule.step(s, -1.0, 3);
  const double mean = (0.1 * (0.81 + 0.9) * 5.0 - 0.1) / (1.0 - 0.729);
  const double square = (0.001 * (0.998001 + 0.999) * 25.0 + 0.001) / (1.0 - 0.997002999);
  EXPECT_NEAR(s.eta, 0.8 - 0.1 * mean / std::sqrt(square), 1e-8);
}

TEST(Sgd, ShortensItsStepsAsTheRoot) {
  const Sgd rule{.step_size = 0.1};
  EXPECT_DOUBLE_EQ(rule.step({1.0}, 2.0, 1).eta, 0.8);
  EXPECT_DOUBLE_EQ(rule.step({1.0}, 2.0, 4).eta, 0.9);
}

TEST(FirstOrder, ReturnsTheBestPointOfAFunction) {
  const TestProblem problem = round_quadratic();
  Watched objective(problem);
  // Steps so long that the last point is far from the best one.
  const Minimum found =
      minimise(Adam{.step_size = 2.0}, 7, objective, problem.start, problem.box());
  double best = problem.function(problem.start, {});
  for (int steps = 0; steps < 7; ++steps)
    best = std::min(
        best,
        minimise(Adam{.step_size = 2.0}, steps, objective, problem.start, problem.box()).value);
  EXPECT_LE(found.value, best);
  EXPECT_EQ(problem.function(found.eta, {}), found.value);
}

/// x^2/2 plus an offset that is lowest at the third evaluation.
struct Noisy final : Objective {
  double operator()(std::span<const double> eta, std::span<double> gradient) override {
    gradient[0] = eta[0];
    return 0.5 * eta[0] * eta[0] - (step == 3 ? 100.0 : 0.0);
  }
  void begin_step(int number) override { step = number; }
  bool noisy() const override { return true; }
  int step = 0;
};

TEST(FirstOrder, ReturnsTheLastPointOfANoisyFunction) {
  Noisy objective;
  const std::vector<double> start{1.0}, lower{-2.0}, upper{2.0}, scale{1.0};
  const Minimum found =
      minimise(Sgd{.step_size = 0.5}, 50, objective, start, Box{lower, upper, scale});
  EXPECT_EQ(found.steps, 50);
  EXPECT_EQ(objective.step, 51);  // one evaluation more, for the value at the last point
  EXPECT_LT(std::abs(found.eta[0]), 0.01);
}

TEST(FirstOrder, FailsWhereTheFunctionFailsAtItsStart) {
  TestProblem problem = broken_region();
  problem.start = {5.0, 0.0};
  Watched objective(problem);
  const Minimum found = minimise(Adam{}, 100, objective, problem.start, problem.box());
  EXPECT_EQ(found.ending, Ending::failed);
  EXPECT_EQ(objective.evaluations, 1);
}

TEST(FirstOrder, SurvivesARegionWithoutNumbers) {
  TestProblem problem = broken_region();
  problem.start = {1.4, 1.4};
  Watched objective(problem);
  const Minimum found =
      minimise(Sgd{.step_size = 1.9}, 50, objective, problem.start, problem.box());
  EXPECT_EQ(found.ending, Ending::step_limit);
  EXPECT_TRUE(std::isfinite(found.value));
  EXPECT_LE(found.value, problem.function(problem.start, {}));
}

}  // namespace
}  // namespace surefoot
