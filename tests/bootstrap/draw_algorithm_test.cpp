#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/draw_algorithm.hpp>

#include "bootstrap/toy_evaluator.hpp"

// The algorithm of a draw on functions of one parameter whose minima anybody can see.
namespace surefoot {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double low = -1e6, high = 1e6, length = 1.0;
using Algorithm = DrawAlgorithm<ToyEvaluator>;

struct Well {
  double at, depth;
};

/// The lowest of parabolas.
double lowest(const std::vector<Well>& wells, double x, double* gradient) {
  double value = inf;
  for (const auto& [at, depth] : wells)
    if (const double here = (x - at) * (x - at) - depth; here < value) {
      value = here;
      if (gradient) *gradient = 2.0 * (x - at);
    }
  return value;
}
const std::vector<Well> three{{0.0, 1.0}, {10.0, 3.0}, {20.0, 2.0}};

ToyEvaluator::Function function_of(const std::vector<Well>& wells) {
  return [wells](const double* x, double* gradient) { return lowest(wells, *x, gradient); };
}

/// One draw from modes at these places.
struct Draw {
  std::vector<double> modes;
  std::vector<double> others = {};
  double sd = 0.1;  // of the modes; 0: unknown
  double fall = 0.0;
  OptimiserName optimiser = OptimiserName::bfgs;
  int steps = 50;
  int most_solves = 1000;
  bool bounded = true;
  bool differentiable = false;
  double target = 0.0;  // of the pictures
  std::uint32_t number = 0;
  // Afterwards.
  double eta = NAN;
  std::vector<int> order = {};  // of the modes in whose neighbourhood gradients were asked for
  int evaluations = 0, gradients = 0, pictures = 0, reports = 0;

  DrawEnd run(const ToyEvaluator::Function& function) {
    std::vector<ModeFacts> list;
    for (const double& at : modes)
      list.push_back({.eta = &at,
                      .sd = sd > 0.0 ? &sd : nullptr,
                      .tolerance = 1e-14,
                      .fall = fall,
                      .pictures = 1,
                      .jacobian = &length,
                      .metric = &length,
                      .axes = &length,
                      .rises = &length});
    const DrawPlan plan{.optimiser = optimiser,
                        .parameters = 1,
                        .steps = steps,
                        .noise = 1e-12,
                        .bounded = bounded,
                        .differentiable = differentiable,
                        .most_solves = most_solves,
                        .modes = static_cast<int>(list.size()),
                        .mode = list.data(),
                        .others = static_cast<int>(others.size()),
                        .other = others.data()};
    const auto watched = [&](const double* x, double* gradient) {
      for (std::size_t k = 0; gradient && k < modes.size(); ++k)
        if (std::abs(*x - modes[k]) < 2.0 && (order.empty() || order.back() != static_cast<int>(k)))
          order.push_back(static_cast<int>(k));
      return function(x, gradient);
    };
    ToyEvaluator evaluate(watched, {target}, plan.modes);
    Algorithm::Found best(1);
    const DrawEnd end = Algorithm(plan, {&low, &high, &length}, evaluate).run(number, best);
    if (end.end.ending != Ending::failed) eta = *static_cast<double*>(best.eta);
    evaluations = evaluate.evaluations;
    gradients = evaluate.gradients;
    pictures = evaluate.pictures;
    reports = evaluate.reports;
    return end;
  }
};

TEST(DrawAlgorithm, SolvesFromTheMostPromisingModeFirst) {
  Draw draw{.modes = {0.1, 10.1, 20.1}, .sd = 0.0};
  const DrawEnd end = draw.run(function_of(three));
  EXPECT_EQ(draw.order, (std::vector{1, 2, 0}));
  EXPECT_EQ(end.mode, 1);
  EXPECT_EQ(end.end.ending, Ending::converged);
  EXPECT_NEAR(end.end.value, -3.0, 1e-10);
  EXPECT_NEAR(draw.eta, 10.0, 1e-5);
  EXPECT_EQ(end.mass, 0.5);
  EXPECT_EQ(end.mmd2, 0.25);
  EXPECT_FALSE(end.resolved || end.improved);
}

TEST(DrawAlgorithm, TakesModesOfEqualValueInTheirOrder) {
  Draw draw{.modes = {0.5, 16.5, 32.5}, .sd = 0.0};
  EXPECT_EQ(draw.run(function_of({{0.0, 1.0}, {16.0, 1.0}, {32.0, 1.0}})).mode, 0);
  EXPECT_EQ(draw.order, (std::vector{0, 1, 2}));
}

TEST(DrawAlgorithm, GivesUpModesThatAreTooFarBehind) {
  using Orders = std::vector<std::pair<double, std::vector<int>>>;
  for (const auto& [fall, order] : Orders{{0.3, {1}}, {0.7, {1, 2}}, {1.2, {1, 2, 0}}}) {
    Draw draw{.modes = {0.0, 10.0, 20.0}, .fall = fall};  // twice that is within reach
    EXPECT_EQ(draw.run(function_of(three)).mode, 1);
    EXPECT_EQ(draw.order, order) << fall;
  }
  Draw unbounded{.modes = {0.0, 10.0, 20.0}, .bounded = false};
  unbounded.run(function_of(three));
  EXPECT_EQ(unbounded.order.size(), 3u);
}

TEST(DrawAlgorithm, ReachesTwiceAsFarAsTheValueJustFell) {
  for (const auto& [away, solved] : {std::pair{0.6, 1u}, std::pair{0.8, 2u}}) {
    // The value falls by 0.36 or 0.64, and the second mode is 1 behind where it ends.
    Draw draw{.modes = {10.0 + away, 20.0}};
    EXPECT_EQ(draw.run(function_of({{10.0, 3.0}, {20.0, 2.0}})).mode, 0);
    EXPECT_EQ(draw.order.size(), solved) << away;
  }
}

TEST(DrawAlgorithm, SolvesFromSoManyModesAtMost) {
  Draw draw{.modes = {0.0, 10.0, 20.0}, .sd = 0.0, .most_solves = 2};
  draw.run(function_of(three));
  EXPECT_EQ(draw.order, (std::vector{1, 2}));
}

TEST(DrawAlgorithm, LooksAtEveryModeHoweverMany) {
  std::vector<Well> wells;
  Draw draw{.modes = {}, .sd = 0.0};
  for (int k = 0; k < 100; ++k) {
    wells.push_back({8.0 * k, 0.01 * k});
    draw.modes.push_back(8.0 * k + 0.1);
  }
  EXPECT_EQ(draw.run(function_of(wells)).mode, 99);
  EXPECT_EQ(draw.order.size(), 100u);
}

TEST(DrawAlgorithm, DoesWithoutModesWhereTheSimulatorFails) {
  const auto broken_beyond = [](double end) {
    return [=](const double* x, double* gradient) {
      return *x > end ? inf : lowest(three, *x, gradient);
    };
  };
  Draw draw{.modes = {0.1, 10.1, 20.1}};
  const DrawEnd some = draw.run(broken_beyond(5.0));
  EXPECT_EQ(some.mode, 0);
  EXPECT_NEAR(some.end.value, -1.0, 1e-10);

  Draw hopeless{.modes = {0.1, 10.1, 20.1}, .others = {-10.0}};
  while (!solved_again(0, hopeless.number)) ++hopeless.number;
  const DrawEnd none = hopeless.run(broken_beyond(-5.0));
  EXPECT_EQ(none.end.ending, Ending::failed);
  EXPECT_TRUE(std::isnan(none.mmd2));
  EXPECT_EQ(none.mass, 1.0);
  EXPECT_FALSE(none.resolved);
  EXPECT_EQ(hopeless.reports, 0);
}

TEST(DrawAlgorithm, SolvesSomeDrawsAgainFromElsewhere) {
  int first = 0, later = 0;
  for (std::uint32_t draw = 0; draw < 11 * 1024; ++draw)
    (draw < 1024 ? first : later) += solved_again(0, draw);
  EXPECT_NEAR(first, 16, 12);
  EXPECT_NEAR(later, 10, 9);
  for (const bool again : {true, false}) {
    Draw draw{.modes = {10.1}, .others = {0.1, 50.1}};
    while (solved_again(0, draw.number) != again) ++draw.number;
    const DrawEnd end = draw.run(function_of({{0.0, 1.0}, {10.0, 3.0}, {50.0, 4.0}}));
    EXPECT_EQ(end.resolved, again);
    EXPECT_EQ(end.improved, again);
    EXPECT_NEAR(end.end.value, again ? -4.0 : -3.0, 1e-10);
  }
}

/// A slope that goes on for ever, whose gradient points the wrong way: BFGS gives up at once, and
/// the pattern search only when it may not look at more values.
double misleading(const double* x, double* gradient) {
  if (gradient) *gradient = 1.0;
  return -*x;
}

TEST(DrawAlgorithm, GivesDrawsThatAreSolvedAgainFewerSteps) {
  std::uint32_t number = 0;
  while (!solved_again(0, number)) ++number;
  Draw once{.modes = {0.0}, .sd = 0.0, .steps = 200, .number = number};
  Draw twice{.modes = {0.0}, .others = {0.0}, .sd = 0.0, .steps = 200, .number = number};
  EXPECT_EQ(once.run(misleading).end.ending, Ending::step_limit);
  EXPECT_FALSE(twice.run(misleading).improved);
  EXPECT_NEAR(once.evaluations, 5 * 200, 50);
  EXPECT_NEAR(twice.evaluations - once.evaluations, 5 * 25, 50);
}

/// A value on which no step helps; the pictures say how far the target is.
Draw among_jumps(std::vector<double> modes, double target) {
  return {.modes = std::move(modes),
          .sd = 1.0,
          .optimiser = OptimiserName::gauss_newton,
          .target = target};
}
double flat(const double*, double* gradient) {
  if (gradient) *gradient = 0.0;
  return 1.0;
}

TEST(DrawAlgorithm, CertifiesADrawAmongJumpsThatIsNearEnough) {
  for (const auto& [target, ending] :
       {std::pair{0.05, Ending::converged}, std::pair{0.5, Ending::step_limit}}) {
    Draw draw = among_jumps({0.0, 0.0}, target);
    const DrawEnd end = draw.run(flat);
    EXPECT_EQ(end.end.ending, ending) << target;
    EXPECT_NEAR(end.end.remaining, target, 0.01 * target);
  }
}

TEST(DrawAlgorithm, TakesAJacobianOfItsOwnWhereTheOnlyModeLedNowhere) {
  Draw alone = among_jumps({0.0}, 0.5), one_of_two = among_jumps({0.0, 0.0}, 0.5);
  alone.most_solves = one_of_two.most_solves = 1;
  alone.run(flat);
  one_of_two.run(flat);
  EXPECT_GT(alone.pictures, one_of_two.pictures + 2);
}

TEST(DrawAlgorithm, LooksAtValuesAroundTheBestPoint) {
  // A step of one length of the axis, sqrt(4e-5), leads below.
  const auto jumps = [](const double* x, double*) { return *x > 0.005 ? 0.9 : 1.0; };
  Draw draw = among_jumps({0.0, 0.0}, 0.0);
  const DrawEnd end = draw.run(jumps);
  EXPECT_EQ(end.end.value, 0.9);
  EXPECT_GT(draw.eta, 0.005);
  EXPECT_EQ(draw.gradients, 0);
}

TEST(DrawAlgorithm, PolishesByDerivativesWhereThereAreSome) {
  const auto bowl = [](const double* x, double* gradient) {
    if (gradient) *gradient = *x - 0.02;
    return 1.0 + 0.5 * (*x - 0.02) * (*x - 0.02);
  };
  Draw draw = among_jumps({0.0, 0.0}, 0.0);  // pictures that see nothing of it
  draw.differentiable = true;
  EXPECT_EQ(draw.run(bowl).end.gradient_norm, 0.0);
  EXPECT_NEAR(draw.eta, 0.02, 1e-12);
}

}  // namespace
}  // namespace surefoot
