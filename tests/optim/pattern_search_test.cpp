#include <cmath>

#include <gtest/gtest.h>

#include "optim/loops.hpp"
#include "optim/problems.hpp"

namespace surefoot {
namespace {

TEST(PatternSearch, FindsKnownMinimaToItsMesh) {
  const PatternSearch settings{.first = 0.5, .mesh = 1e-3, .evaluations = 5000, .noise = 1e-12};
  for (const TestProblem& problem :
       {round_quadratic(), edge_minimum(), corner_minimum(), float_noise()}) {
    SCOPED_TRACE(problem.name);
    Watched objective(problem);
    const Minimum found = minimise(settings, objective, problem.start, problem.box());
    EXPECT_EQ(found.ending, Ending::converged);
    EXPECT_FALSE(objective.left_box);
    EXPECT_LT(objective.evaluations, 500);
    for (std::size_t i = 0; i < problem.minimum.size(); ++i)
      EXPECT_NEAR(found.eta[i], problem.minimum[i], 2e-3) << i;
  }
}

// Steps of size 1/8 on a bowl: the gradient is 0 almost everywhere.
TEST(PatternSearch, WalksDownStairs) {
  TestProblem stairs = round_quadratic();
  stairs.function = [](std::span<const double> x, std::span<double> gradient) {
    for (double& g : gradient) g = 0.0;
    return std::floor(8.0 * (x[0] - 1.0) * (x[0] - 1.0) + 8.0 * (x[1] + 2.0) * (x[1] + 2.0));
  };
  Watched objective(stairs);
  const Minimum found =
      minimise(PatternSearch{.first = 1.0}, objective, stairs.start, stairs.box());
  EXPECT_EQ(found.ending, Ending::converged);
  EXPECT_EQ(found.value, 0.0);
}

TEST(PatternSearch, StopsAtItsEvaluations) {
  const TestProblem problem = rosenbrock();
  Watched objective(problem);
  const Minimum found =
      minimise(PatternSearch{.evaluations = 40}, objective, problem.start, problem.box());
  EXPECT_EQ(found.ending, Ending::step_limit);
  EXPECT_LE(objective.evaluations, 42);
  EXPECT_LE(found.value, problem.function(problem.start, {}));
}

TEST(PatternSearch, FailsWhereTheFunctionFailsAtItsStart) {
  TestProblem problem = broken_region();
  problem.start = {0.0, 5.0};
  Watched objective(problem);
  const Minimum found = minimise(PatternSearch{}, objective, problem.start, problem.box());
  EXPECT_EQ(found.ending, Ending::failed);
}

// The way down leads into the region where there are no values.
TEST(PatternSearch, DoesNotClaimAMinimumBesideAFailure) {
  TestProblem problem = broken_region();
  problem.function = [](std::span<const double> x, std::span<double> gradient) {
    if (!gradient.empty()) gradient[0] = -1.0, gradient[1] = 2.0 * x[1];
    return x[0] > 1.5 ? std::numeric_limits<double>::infinity() : x[1] * x[1] - x[0];
  };
  problem.start = {0.0, 1.0};
  Watched objective(problem);
  const Minimum found = minimise(PatternSearch{}, objective, problem.start, problem.box());
  EXPECT_NEAR(found.eta[0], 1.5, 0.1);
  EXPECT_NE(found.ending, Ending::converged);
}

}  // namespace
}  // namespace surefoot
