#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/optim/bfgs.hpp>

#include "optim/problems.hpp"

namespace surefoot {
namespace {

std::vector<double> hessian_at(const TestProblem& problem, const std::vector<double>& eta) {
  Watched objective(problem);
  auto hessian = difference_hessian(objective, eta, problem.box());
  EXPECT_FALSE(objective.left_box);
  EXPECT_LE(objective.evaluations, 2 * static_cast<int>(eta.size()));
  return hessian;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& truth) {
  ASSERT_EQ(found.size(), truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(found[i], truth[i], 1e-4) << i;
}

TEST(DifferenceHessian, IsExactOnAQuadratic) {
  expect_near(hessian_at(round_quadratic(), {0.3, 0.7}), {1.5, -0.5, -0.5, 1.5});
}

TEST(DifferenceHessian, IsThatOfRosenbrockAtItsMinimum) {
  expect_near(hessian_at(rosenbrock(), {1.0, 1.0}), {802.0, -400.0, -400.0, 200.0});
}

TEST(DifferenceHessian, LooksInwardsOnTheEdge) {
  expect_near(hessian_at(edge_minimum(), {2.0, 4.0 / 3.0}), {2.0, 1.0, 1.0, 3.0});
  expect_near(hessian_at(corner_minimum(), {1.0, -1.0}), {1.5, -0.5, -0.5, 1.5});
}

// A saddle: -(x^2)/2 + 2 y^2 becomes x^2/2 + 2 y^2.
TEST(DifferenceHessian, IsMadePositiveDefinite) {
  TestProblem saddle = round_quadratic();
  saddle.function = [](std::span<const double> x, std::span<double> gradient) {
    if (!gradient.empty()) gradient[0] = -x[0], gradient[1] = 4.0 * x[1];
    return -0.5 * x[0] * x[0] + 2.0 * x[1] * x[1];
  };
  expect_near(hessian_at(saddle, {0.1, 0.2}), {1.0, 0.0, 0.0, 4.0});
}

TEST(DifferenceHessian, GivesFlatDirectionsALittleCurvature) {
  TestProblem flat = round_quadratic();
  flat.function = [](std::span<const double> x, std::span<double> gradient) {
    if (!gradient.empty()) gradient[0] = x[0], gradient[1] = 0.0;
    return 0.5 * x[0] * x[0];
  };
  const auto hessian = hessian_at(flat, {0.1, 0.2});
  ASSERT_EQ(hessian.size(), 4u);
  EXPECT_NEAR(hessian[0], 1.0, 1e-9);
  EXPECT_GT(hessian[3], 0.0);
  EXPECT_LT(hessian[3], 1e-4);
}

TEST(DifferenceHessian, IsEmptyWhereTheFunctionFails) {
  const TestProblem problem = broken_region();
  EXPECT_TRUE(hessian_at(problem, {1.499, 0.0}).empty());
  EXPECT_TRUE(hessian_at(problem, {0.0, 1.499}).empty());
}

}  // namespace
}  // namespace surefoot
