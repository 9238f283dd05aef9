#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/optim/bfgs.hpp>

#include "optim/problems.hpp"

namespace surefoot {
namespace {

Minimum solve(const TestProblem& problem, Watched& objective, const Bfgs& settings = {},
              std::vector<double> hessian = {}) {
  return minimise(settings, objective, problem.start, problem.box(), hessian);
}

double distance(const Minimum& found, const TestProblem& problem) {
  double farthest = 0.0;
  for (std::size_t i = 0; i < found.eta.size(); ++i)
    farthest = std::max(farthest, std::abs(found.eta[i] - problem.minimum[i]));
  return farthest;
}

TEST(Bfgs, FindsEveryKnownMinimum) {
  for (const TestProblem& problem : all_test_problems()) {
    SCOPED_TRACE(problem.name);
    Watched objective(problem);
    const Minimum found = solve(problem, objective);
    EXPECT_EQ(found.ending, Ending::converged);
    EXPECT_FALSE(objective.left_box);
    EXPECT_NEAR(found.value, problem.least(), 2e-7 * std::abs(problem.least()) + 1e-9);
    EXPECT_LT(distance(found, problem), 2e-4);
    EXPECT_LE(objective.evaluations, 120);
  }
}

TEST(Bfgs, ReportsTheValueAndTheGradientWhereItEnded) {
  for (const TestProblem& problem : all_test_problems()) {
    SCOPED_TRACE(problem.name);
    Watched objective(problem);
    const Minimum found = solve(problem, objective);
    std::vector<double> gradient(found.eta.size());
    EXPECT_EQ(objective(found.eta, gradient), found.value);
    EXPECT_EQ(projected_norm(found.eta, gradient, problem.box()), found.gradient_norm);
  }
}

TEST(Bfgs, GoesAsFarAsItsToleranceAsks) {
  for (const TestProblem& problem : {round_quadratic(), narrow_quadratic(), rosenbrock()}) {
    SCOPED_TRACE(problem.name);
    Watched objective(problem);
    const Minimum found = solve(problem, objective, {.tolerance = 1e-22, .noise = 0.0});
    EXPECT_LT(distance(found, problem), 1e-9);
  }
}

TEST(Bfgs, IsNotStoppedEarlyByFloatNoise) {
  const TestProblem problem = float_noise();
  Watched objective(problem);
  // A tolerance below the noise asks for more than there is: it must still arrive, and end.
  const Minimum found = solve(problem, objective, {.tolerance = 1e-15, .noise = 1e-7});
  EXPECT_LT(distance(found, problem), 1e-3);
  EXPECT_EQ(found.ending, Ending::converged);
  EXPECT_LE(objective.evaluations, 300);
}

TEST(Bfgs, WithTheHessianNeedsOneStepOnAQuadratic) {
  const TestProblem problem = round_quadratic();
  Watched objective(problem);
  // Turned by 45 degrees, curvatures 1 and 2 are 1.5 on the diagonal and -0.5 beside it.
  const Minimum found = solve(problem, objective, {}, {1.5, -0.5, -0.5, 1.5});
  EXPECT_LE(objective.evaluations, 4);
  EXPECT_LT(distance(found, problem), 1e-12);
}

TEST(Bfgs, ReturnsTheHessianThatItLearnt) {
  const TestProblem problem = round_quadratic();
  Watched objective(problem);
  std::vector<double> hessian;
  minimise(Bfgs{.tolerance = 1e-20}, objective, problem.start, problem.box(), hessian);
  ASSERT_EQ(hessian.size(), 4u);
  EXPECT_NEAR(hessian[0], 1.5, 0.05);
  EXPECT_NEAR(hessian[1], -0.5, 0.05);
  EXPECT_NEAR(hessian[3], 1.5, 0.05);
}

TEST(Bfgs, StopsAtItsStepLimit) {
  const TestProblem problem = rosenbrock();
  Watched objective(problem);
  const Minimum found = solve(problem, objective, {.steps = 3});
  EXPECT_EQ(found.ending, Ending::step_limit);
  EXPECT_EQ(found.steps, 3);
  EXPECT_LT(found.value, problem.function(problem.start, {}));
}

TEST(Bfgs, FailsWhereTheFunctionFailsAtItsStart) {
  TestProblem problem = broken_region();
  for (const std::vector<double>& start : {std::vector{5.0, 0.0}, std::vector{0.0, 5.0}}) {
    problem.start = start;
    Watched objective(problem);
    EXPECT_EQ(solve(problem, objective).ending, Ending::failed);
    EXPECT_EQ(objective.evaluations, 1);
  }
}

TEST(Bfgs, StartsOutsideTheBoxAtItsEdge) {
  TestProblem problem = edge_minimum();
  problem.start = {50.0, -50.0};
  Watched objective(problem);
  const Minimum found = solve(problem, objective);
  EXPECT_EQ(found.ending, Ending::converged);
  EXPECT_FALSE(objective.left_box);
  EXPECT_LT(distance(found, problem), 1e-4);
}

TEST(Bfgs, ConvergesAtOnceAtAMinimum) {
  for (TestProblem problem : {round_quadratic(), rosenbrock(), corner_minimum()}) {
    problem.start = problem.minimum;
    Watched objective(problem);
    EXPECT_EQ(solve(problem, objective).ending, Ending::converged) << problem.name;
    EXPECT_EQ(objective.evaluations, 1) << problem.name;
  }
}

TEST(ProjectedNorm, LeavesOutWhatPointsOutOfTheBox) {
  const std::vector<double> lower{0.0, 0.0}, upper{1.0, 1.0}, scale{1.0, 1.0};
  const Box box{lower, upper, scale};
  const auto norm = [&](std::vector<double> eta, std::vector<double> gradient) {
    return projected_norm(eta, gradient, box);
  };
  EXPECT_EQ(norm({0.5, 0.5}, {3.0, -4.0}), 5.0);
  EXPECT_EQ(norm({0.0, 0.5}, {3.0, -4.0}), 4.0);   // downhill leads below the lower end
  EXPECT_EQ(norm({0.0, 0.5}, {-3.0, -4.0}), 5.0);  // downhill leads inside
  EXPECT_EQ(norm({0.0, 1.0}, {3.0, -4.0}), 0.0);
}

}  // namespace
}  // namespace surefoot
