#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/optim/derivative_free.hpp>

#include "optim/problems.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// Every row that is one of NLopt's.
std::vector<OptimiserFacts> all_methods() {
  std::vector<OptimiserFacts> methods(optimisers.begin(), optimisers.end());
  std::erase_if(methods, [](const OptimiserFacts& facts) { return !facts.nlopt.name; });
  return methods;
}

class FreeSearches : public testing::TestWithParam<OptimiserFacts> {
 protected:
  bool global() const { return GetParam().nlopt.global; }
  DerivativeFreeSearch settings(int evaluations = 5000) const {
    return {.algorithm = GetParam().nlopt,
            .evaluations = evaluations,
            .tolerance = 1e-10,
            .first = 0.5};
  }
};

std::string name_of(const testing::TestParamInfo<OptimiserFacts>& method) {
  std::string name(method.param.word);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Methods, FreeSearches, testing::ValuesIn(all_methods()), name_of);

/// |x_0 - 1| + 3 |x_1 + 2|.
TestProblem kink() {
  TestProblem problem = round_quadratic();
  problem.name = "kink";
  problem.function = [](std::span<const double> x, std::span<double>) {
    return std::abs(x[0] - 1.0) + 3.0 * std::abs(x[1] + 2.0);
  };
  return problem;
}

TEST_P(FreeSearches, FindsKnownMinima) {
  std::vector<TestProblem> problems{round_quadratic(), edge_minimum(), corner_minimum(),
                                    rosenbrock()};
  for (const TestProblem& problem : problems) {
    SCOPED_TRACE(problem.name);
    Watched objective(problem);
    const Minimum found = minimise(settings(), objective, problem.start, problem.box());
    EXPECT_EQ(found.ending, Ending::converged);
    EXPECT_FALSE(objective.left_box);
    EXPECT_EQ(found.steps, objective.evaluations);
    EXPECT_EQ(found.gradient_norm, 0.0);
    EXPECT_EQ(found.value, problem.function(found.eta, {}));
    EXPECT_NEAR(found.value, problem.least(), 1e-6);
    for (std::size_t i = 0; i < problem.minimum.size(); ++i)
      EXPECT_NEAR(found.eta[i], problem.minimum[i], 2e-3) << i;
  }
}

// No surface fits a kink: who fits one comes near it, the others find it.
TEST_P(FreeSearches, CopesWithAKink) {
  const TestProblem problem = kink();
  Watched objective(problem);
  const Minimum found = minimise(settings(), objective, problem.start, problem.box());
  const double tolerance = GetParam().nlopt.fits ? 0.1 : 1e-4;
  EXPECT_NEAR(found.eta[0], 1.0, tolerance);
  EXPECT_NEAR(found.eta[1], -2.0, tolerance);
}

TEST_P(FreeSearches, SurvivesARegionWithoutValues) {
  TestProblem problem = broken_region();
  Watched objective(problem);
  const Minimum found = minimise(settings(), objective, problem.start, problem.box());
  EXPECT_NE(found.ending, Ending::failed);
  EXPECT_NEAR(found.eta[0], 1.0, 1e-3);
  EXPECT_NEAR(found.eta[1], 1.0, 1e-3);
}

TEST_P(FreeSearches, FailsAtAStartWithoutValueUnlessItIsGlobal) {
  TestProblem problem = broken_region();
  problem.start = {0.0, 5.0};
  Watched objective(problem);
  const Minimum found = minimise(settings(), objective, problem.start, problem.box());
  if (global()) {
    EXPECT_EQ(found.ending, Ending::converged);
    EXPECT_NEAR(found.eta[0], 1.0, 1e-3);
  } else {
    EXPECT_EQ(found.ending, Ending::failed);
    EXPECT_EQ(found.eta, problem.start);
    EXPECT_EQ(objective.evaluations, 1);
  }
}

TEST_P(FreeSearches, FailsWhereThereAreNoValuesAtAll) {
  TestProblem problem = round_quadratic();
  problem.function = [](std::span<const double>, std::span<double>) { return infinite; };
  Watched objective(problem);
  const Minimum found = minimise(settings(300), objective, problem.start, problem.box());
  EXPECT_EQ(found.ending, Ending::failed);
  EXPECT_LE(objective.evaluations, 300);
}

// The way down leads into the region where there are no values.
TEST_P(FreeSearches, DoesNotClaimAMinimumBesideAFailure) {
  TestProblem problem = broken_region();
  problem.function = [](std::span<const double> x, std::span<double>) {
    return x[0] > 1.5 ? infinite : x[1] * x[1] - x[0];
  };
  problem.start = {0.0, 1.0};
  problem.scale = {1.0, 1.0};
  Watched objective(problem);
  const Minimum found = minimise(settings(), objective, problem.start, problem.box());
  EXPECT_GT(found.eta[0], 0.5);
  EXPECT_NE(found.ending, Ending::converged);
}

TEST_P(FreeSearches, StopsAtItsEvaluations) {
  const TestProblem problem = rosenbrock();
  for (const int limit : {1, 2, 7, 40}) {
    Watched objective(problem);
    const Minimum found = minimise(settings(limit), objective, problem.start, problem.box());
    EXPECT_EQ(found.ending, Ending::step_limit) << limit;
    EXPECT_EQ(objective.evaluations, limit);
    EXPECT_EQ(found.steps, limit);
    EXPECT_LE(found.value, problem.function(problem.start, {}));
  }
}

TEST_P(FreeSearches, LetsWhatTheObjectiveThrowsPass) {
  struct Cancelled {};
  for (const int last : {1, 2, 20}) {
    TestProblem problem = rosenbrock();
    int calls = 0;
    problem.function = [&](std::span<const double> x, std::span<double>) {
      if (++calls == last) throw Cancelled{};
      return x[0] * x[0] + x[1] * x[1];
    };
    Watched objective(problem);
    EXPECT_THROW(minimise(settings(), objective, problem.start, problem.box()), Cancelled);
    EXPECT_EQ(calls, last) << "called again after it threw";
  }
}

TEST_P(FreeSearches, TakesABoxWithoutEnds) {
  TestProblem problem = round_quadratic();
  problem.lower = {-infinite, -10.0};
  problem.upper = {infinite, infinite};
  Watched objective(problem);
  const Minimum found = minimise(settings(), objective, problem.start, problem.box());
  EXPECT_NEAR(found.eta[0], 1.0, 1e-3);
  EXPECT_NEAR(found.eta[1], -2.0, 1e-3);
}

TEST_P(FreeSearches, TakesANarrowBoxAndAStartOutsideIt) {
  TestProblem problem = round_quadratic();
  problem.lower = {0.9, -2.05};
  problem.upper = {1.05, -2.05};  // a coordinate that cannot move, and less room than a step
  problem.scale = {5.0, 5.0};
  Watched objective(problem);
  const Minimum found = minimise(settings(), objective, problem.start, problem.box());
  EXPECT_FALSE(objective.left_box);
  EXPECT_EQ(found.eta[1], -2.05);
  EXPECT_NEAR(found.eta[0], 1.0 - 0.05 / 3.0, 1e-3);  // the turned coordinates couple the two
}

TEST_P(FreeSearches, IsRepeatableWhateverOtherThreadsDo) {
  const TestProblem problem = rosenbrock();
  const auto run = [&](std::uint64_t seed) {
    Watched objective(problem);
    auto with_seed = settings(400);
    with_seed.seed = seed;
    return minimise(with_seed, objective, problem.start, problem.box()).eta;
  };
  std::vector<std::vector<double>> alone, together(4);
  for (std::uint64_t seed = 0; seed < 4; ++seed) alone.push_back(run(seed));
  std::vector<std::jthread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      for (int again = 0; again < 20; ++again) together[seed] = run(seed);
    });
  threads.clear();
  EXPECT_EQ(together, alone);
  EXPECT_EQ(alone[0] == alone[1], !global());
  EXPECT_EQ(run(std::uint64_t{1} << 32) == alone[0], !global());  // the upper half counts
}

}  // namespace
}  // namespace surefoot
