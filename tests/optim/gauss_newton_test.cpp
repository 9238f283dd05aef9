#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/optim/gauss_newton.hpp>

#include "optim/loops.hpp"

namespace surefoot {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// A sum of squares that knows its minimum; the optimiser is given the Jacobian at the start alone.
struct Fitting {
  using Residual = std::function<std::vector<double>(std::span<const double>)>;

  Residual residual;
  std::vector<double> start;
  std::vector<double> minimum;
  std::vector<double> lower = std::vector<double>(start.size(), -10.0);
  std::vector<double> upper = std::vector<double>(start.size(), 10.0);
  std::vector<double> scale = std::vector<double>(start.size(), 1.0);
  std::function<double(double, std::span<const double>)> value = [](double squares, auto) {
    return squares;
  };

  Box box() const { return {lower, upper, scale}; }

  /// By central differences, column by column.
  std::vector<double> jacobian(std::vector<double> eta) const {
    std::vector<double> columns;
    for (double& x : eta) {
      const double here = x, h = 1e-5;
      x = here + h;
      const auto above = residual(eta);
      x = here - h;
      const auto below = residual(eta);
      x = here;
      for (std::size_t i = 0; i < above.size(); ++i)
        columns.push_back((above[i] - below[i]) / (2.0 * h));
    }
    return columns;
  }
};

/// As the optimiser sees it: notices points outside of the box.
class WatchedSquares {
 public:
  explicit WatchedSquares(const Fitting& problem) : problem_(problem) {}

  double operator()(const double* at, double* residual) {
    const std::span eta(at, problem_.start.size());
    ++evaluations;
    for (std::size_t k = 0; k < eta.size(); ++k)
      left_box |= !(eta[k] >= problem_.lower[k] && eta[k] <= problem_.upper[k]);
    const auto r = problem_.residual(eta);
    std::copy(r.begin(), r.end(), residual);
    double squares = 0.0;
    for (const double x : r) squares += x * x;
    return problem_.value(squares, eta);
  }

  int evaluations = 0;
  bool left_box = false;

 private:
  const Fitting& problem_;
};

Minimum minimise_fitting(const Fitting& problem, const GaussNewton& settings) {
  WatchedSquares objective(problem);
  auto found = minimise(settings, objective, problem.residual(problem.start).size(), problem.start,
                        problem.box(), problem.jacobian(problem.start));
  EXPECT_FALSE(objective.left_box);
  EXPECT_EQ(objective.evaluations, found.steps + 1);
  return found;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& expected,
                 double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    EXPECT_NEAR(got[k], expected[k], tolerance) << "coordinate " << k;
}

/// Residuals 2 (x - 1), x + y + 1, 3 (y + 2), all 0 at (1, -2).
Fitting linear() {
  return {.residual =
              [](std::span<const double> x) {
                return std::vector{2.0 * (x[0] - 1.0), x[0] + x[1] + 1.0, 3.0 * (x[1] + 2.0)};
              },
          .start = {3.0, 1.0},
          .minimum = {1.0, -2.0}};
}

/// a exp(-b t) at ten times, against data of the same form plus `misfit` of alternating sign.
Fitting exponential(double misfit = 0.0) {
  return {.residual =
              [misfit](std::span<const double> x) {
                std::vector<double> r;
                for (int i = 0; i < 10; ++i) {
                  const double t = 0.3 * i;
                  r.push_back(x[0] * std::exp(-x[1] * t) - 2.0 * std::exp(-1.2 * t) +
                              (i % 2 == 0 ? misfit : -misfit));
                }
                return r;
              },
          .start = {1.0, 0.4},
          .minimum = {2.0, 1.2}};
}

const std::vector<double> hundredths{0.01, 0.01};

TEST(GaussNewton, StepSolvesALinearResidual) {
  const Fitting problem = linear();
  const auto step =
      gauss_newton_step(problem.jacobian(problem.start), problem.residual(problem.start),
                        problem.start, problem.box());
  expect_near({problem.start[0] + step[0], problem.start[1] + step[1]}, problem.minimum, 1e-7);
}

TEST(GaussNewton, SolvesALinearResidualAlmostInOneStep) {
  // The first step is damped by a thousandth; the next by a fifth of that.
  const Minimum once = minimise_fitting(linear(), {.steps = 1, .unit = hundredths});
  expect_near(once.eta, linear().minimum, 5e-3);
  const Minimum found = minimise_fitting(linear(), {.unit = hundredths});
  EXPECT_EQ(found.ending, Ending::converged);
  EXPECT_LE(found.steps, 3);
  expect_near(found.eta, linear().minimum, 1e-5);
}

TEST(GaussNewton, FollowsACurvedResidualFromTheJacobianAtTheStartAlone) {
  const Minimum found = minimise_fitting(exponential(), {.unit = hundredths});
  EXPECT_EQ(found.ending, Ending::converged);
  expect_near(found.eta, exponential().minimum, 1e-4);
  EXPECT_LE(found.steps, 15);
}

TEST(GaussNewton, EndsWhereTheSquaresOfAMisfitAreLeast) {
  const Fitting problem = exponential(0.1);
  const Minimum found = minimise_fitting(problem, {.unit = hundredths});
  const auto squares = [&](double a, double b) {
    double sum = 0.0;
    for (const double r : problem.residual(std::vector{a, b})) sum += r * r;
    return sum;
  };
  // Broyden's Jacobian is not exact, so the place is found less closely than the value.
  EXPECT_EQ(found.value, squares(found.eta[0], found.eta[1]));
  for (const double h : {-0.02, 0.02}) {
    EXPECT_LT(found.value, squares(found.eta[0] + h, found.eta[1]));
    EXPECT_LT(found.value, squares(found.eta[0], found.eta[1] + h));
  }
}

TEST(GaussNewton, FindsAMinimumOnAnEdge) {
  // On x = 0.5 the rest, (x + y + 1)^2 + 9 (y + 2)^2, is least at y = -(1.5 + 18) / 10.
  Fitting problem = linear();
  problem.upper[0] = 0.5;
  problem.start = {0.0, 1.0};
  const Minimum found = minimise_fitting(problem, {.unit = hundredths});
  EXPECT_EQ(found.ending, Ending::converged);
  EXPECT_EQ(found.eta[0], 0.5);
  EXPECT_NEAR(found.eta[1], -1.95, 1e-4);
  EXPECT_LE(found.remaining, 1e-3);  // though the gradient is not 0
}

TEST(GaussNewton, StepHoldsWhatWouldLeaveTheBox) {
  Fitting problem = linear();
  problem.upper[0] = 0.5;
  const std::vector<double> edge{0.5, 1.0};
  const auto step =
      gauss_newton_step(problem.jacobian(edge), problem.residual(edge), edge, problem.box());
  EXPECT_EQ(step[0], 0.0);
  EXPECT_NEAR(step[1], -2.95, 1e-6);
}

TEST(GaussNewton, TakesAStartOutsideOfTheBoxIntoIt) {
  Fitting problem = linear();
  problem.start = {30.0, -40.0};
  expect_near(minimise_fitting(problem, {.unit = hundredths}).eta, problem.minimum, 1e-4);
}

TEST(GaussNewton, LeavesWhatTheResidualDoesNotSeeWhereItIs) {
  Fitting problem = linear();
  const auto seen = problem.residual;
  problem.residual = [seen](std::span<const double> x) { return seen(x.first(2)); };
  for (auto* list : {&problem.start, &problem.minimum}) list->push_back(0.7);
  problem.lower.push_back(-10.0);
  problem.upper.push_back(10.0);
  problem.scale.push_back(1.0);
  const std::vector<double> units{0.01, 0.01, 0.01};
  const Minimum found = minimise_fitting(problem, {.unit = units});
  EXPECT_EQ(found.ending, Ending::converged);
  expect_near(found.eta, problem.minimum, 1e-4);
}

TEST(GaussNewton, TakesNoStepLongerThanFiveScales) {
  Fitting problem = linear();
  problem.scale = {0.1, 0.1};
  const Minimum once = minimise_fitting(problem, {.steps = 1});
  EXPECT_LE(std::abs(once.eta[0] - 3.0), 0.5 + 1e-12);
  EXPECT_NEAR(std::abs(once.eta[1] - 1.0), 0.5, 1e-12);
  expect_near(minimise_fitting(problem, {.unit = hundredths}).eta, problem.minimum, 1e-4);
}

TEST(GaussNewton, TurnsBackFromWhereTheValueIsInfinite) {
  // The straight way from the start to the minimum leads through the region.
  for (const double bad : {inf, std::numeric_limits<double>::quiet_NaN()}) {
    Fitting problem = exponential();
    problem.value = [bad](double squares, std::span<const double> x) {
      return x[0] > 2.05 || x[1] > 1.3 ? bad : squares;
    };
    problem.start = {0.3, 0.0};
    const Minimum found = minimise_fitting(problem, {.unit = hundredths});
    EXPECT_EQ(found.ending, Ending::converged);
    expect_near(found.eta, problem.minimum, 1e-3);
  }
}

TEST(GaussNewton, FailsWhereTheStartFails) {
  Fitting problem = linear();
  problem.value = [](double, auto) { return inf; };
  const Minimum found = minimise_fitting(problem, {.unit = hundredths});
  EXPECT_EQ(found.ending, Ending::failed);
  EXPECT_EQ(found.eta, problem.start);
  EXPECT_EQ(found.steps, 0);
}

TEST(GaussNewton, CrossesTheFlatsOfAStaircase) {
  // Steps of a 50th in a value that is 1 at the minimum: a gradient would see none of it.
  Fitting problem = exponential();
  problem.value = [](double squares, auto) { return 1.0 + std::floor(50.0 * squares) / 50.0; };
  const Minimum found = minimise_fitting(problem, {.unit = hundredths});
  EXPECT_EQ(found.value, 1.0);
  expect_near(found.eta, problem.minimum, 0.2);
}

TEST(GaussNewton, SaysWhatRemainsInUnits) {
  // Two steps short of the end, against the step that is left.
  const Fitting problem = linear();
  const std::vector<double> units{0.5, 0.02};
  const Minimum found = minimise_fitting(problem, {.steps = 1, .unit = units});
  EXPECT_EQ(found.ending, Ending::step_limit);
  const double expected = std::max(std::abs(found.eta[0] - problem.minimum[0]) / units[0],
                                   std::abs(found.eta[1] - problem.minimum[1]) / units[1]);
  EXPECT_NEAR(found.remaining, expected, 1e-4 * expected);
}

TEST(GaussNewton, NeverConvergesWithoutUnits) {
  const Minimum found = minimise_fitting(exponential(), {});
  EXPECT_EQ(found.ending, Ending::step_limit);
  EXPECT_EQ(found.remaining, inf);
  EXPECT_LT(found.steps, 30);  // it ends since nothing helps
  expect_near(found.eta, exponential().minimum, 1e-3);
}

TEST(GaussNewton, StaysAtAMinimum) {
  Fitting problem = linear();
  problem.start = problem.minimum;
  const Minimum found = minimise_fitting(problem, {.unit = hundredths});
  EXPECT_EQ(found.ending, Ending::converged);
  EXPECT_EQ(found.steps, 0);
  EXPECT_EQ(found.eta, problem.minimum);
}

TEST(GaussNewton, RepeatsItselfBitForBit) {
  const Minimum once = minimise_fitting(exponential(0.1), {.unit = hundredths});
  const Minimum again = minimise_fitting(exponential(0.1), {.unit = hundredths});
  EXPECT_EQ(once.eta, again.eta);
  EXPECT_EQ(once.value, again.value);
  EXPECT_EQ(once.steps, again.steps);
  EXPECT_EQ(once.remaining, again.remaining);
}

}  // namespace
}  // namespace surefoot
