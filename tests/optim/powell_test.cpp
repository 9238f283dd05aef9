#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/optim/powell.hpp>
#include <surefoot/random/noise.hpp>

#include "optim/problems.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// A test problem whose values carry fresh noise.
class NoisyProblem final : public Objective {
 public:
  NoisyProblem(const TestProblem& problem, double sd) : problem_(problem), sd_(sd) {}

  double operator()(std::span<const double> eta, std::span<double>) override {
    ++evaluations;
    return problem_.function(eta, {}) + sd_ * noise_.normal();
  }
  bool noisy() const override { return true; }

  int evaluations = 0;

 private:
  const TestProblem& problem_;
  double sd_;
  Noise noise_{{1, 0, 0, 0, Purpose::data}};
};

TEST(Powell, FindsMinimaInsideAndOnTheEdgesOfTheBox) {
  for (const TestProblem& problem : all_test_problems()) {
    // Its tolerance is met in a valley that narrow, where no direction is conjugate yet.
    if (problem.name == narrow_quadratic().name) continue;
    SCOPED_TRACE(problem.name);
    Watched objective(problem);
    const Minimum found = minimise(Powell{}, objective, problem.start, problem.box());
    EXPECT_EQ(found.ending, Ending::converged);
    EXPECT_FALSE(objective.left_box);
    EXPECT_EQ(found.steps, objective.evaluations);
    EXPECT_LE(found.value, problem.least() + 1e-7);
    for (std::size_t k = 0; k < found.eta.size(); ++k)
      EXPECT_NEAR(found.eta[k], problem.minimum[k], 1e-3);
  }
}

// SciPy's fmin_powell, which the paper used, ends in the same places.  It asks once more for the
// start of each line and for the middle of each bracket, which here is known.
TEST(Powell, TakesTheWayOfScipy) {
  struct Case {
    TestProblem problem;
    std::vector<double> end;
    int evaluations;
  };
  const std::vector<Case> cases{
      {round_quadratic(), {1.0000003, -2.00005131}, 69},
      {narrow_quadratic(), {2.99978395, 2.20052896e-4, -1.00008408, 0.500082415}, 153},
      {rosenbrock(), {1.0, 1.0}, 607}};
  for (const auto& [problem, end, evaluations] : cases) {
    SCOPED_TRACE(problem.name);
    Watched objective(problem);
    const Minimum found = minimise(Powell{}, objective, problem.start, problem.box());
    for (std::size_t k = 0; k < end.size(); ++k) EXPECT_NEAR(found.eta[k], end[k], 1e-8);
    EXPECT_LE(objective.evaluations, evaluations);
    EXPECT_GE(objective.evaluations, 0.8 * evaluations);
  }
}

TEST(Powell, EndsWhereNoiseHidesAllProgress) {
  const TestProblem problem = round_quadratic();
  NoisyProblem objective(problem, 1e-3);
  const Minimum found = minimise(Powell{}, objective, problem.start, problem.box());
  EXPECT_EQ(found.ending, Ending::converged);
  EXPECT_LT(objective.evaluations, 1000);
  for (std::size_t k = 0; k < found.eta.size(); ++k)
    EXPECT_NEAR(found.eta[k], problem.minimum[k], 0.3);
}

TEST(Powell, StopsAtTheLimitOfItsEvaluations) {
  const TestProblem problem = rosenbrock();
  for (const int evaluations : {1, 2, 7, 50}) {
    Watched objective(problem);
    const Minimum found =
        minimise(Powell{.evaluations = evaluations}, objective, problem.start, problem.box());
    EXPECT_EQ(found.ending, Ending::step_limit);
    EXPECT_EQ(objective.evaluations, evaluations);
    EXPECT_TRUE(std::isfinite(found.value));
    EXPECT_LE(found.value, problem.function(problem.start, {}));
  }
}

TEST(Powell, FailsWhereTheStartHasNoValue) {
  TestProblem problem = broken_region();
  problem.start = {2.0, 0.0};
  Watched objective(problem);
  EXPECT_EQ(minimise(Powell{}, objective, problem.start, problem.box()).ending, Ending::failed);
  EXPECT_EQ(objective.evaluations, 1);
}

TEST(Powell, NeedsNoBox) {
  TestProblem problem = round_quadratic();
  problem.lower = {-infinite, -infinite};
  problem.upper = {infinite, infinite};
  Watched objective(problem);
  const Minimum found = minimise(Powell{}, objective, problem.start, problem.box());
  EXPECT_NEAR(found.value, problem.least(), 1e-7);
}

}  // namespace
}  // namespace surefoot
