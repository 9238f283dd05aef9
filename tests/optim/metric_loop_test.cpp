#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/optim/metric_loop.hpp>

namespace surefoot {
namespace {

constexpr double low[] = {-5.0, -5.0}, high[] = {5.0, 5.0}, scale[] = {1.0, 1.0};
constexpr Edges box{low, high, scale};
constexpr double metric[] = {2.0, 0.0, 0.0, 2.0};

/// Memory in which nothing has been written yet.
std::vector<double> unwritten() {
  return std::vector<double>(static_cast<std::size_t>(metric_workspace(2)),
                             std::numeric_limits<double>::quiet_NaN());
}

TEST(MetricLoop, StepsToTheMinimumOfAQuadraticInItsOwnMetric) {
  const auto bowl = [](const double* x, double* gradient) {
    for (int k = 0; k < 2; ++k) gradient[k] = 2.0 * (x[k] - 1.0);
    return (x[0] - 1.0) * (x[0] - 1.0) + (x[1] - 1.0) * (x[1] - 1.0);
  };
  double x[] = {3.0, -2.0};
  auto memory = unwritten();
  LoopEnd end{13.0, 0.0, 7, Ending::step_limit};
  metric_loop(bowl, 2, box, metric, x, end, memory.data());
  EXPECT_DOUBLE_EQ(x[0], 1.0);
  EXPECT_DOUBLE_EQ(x[1], 1.0);
  EXPECT_EQ(end.value, 0.0);
  EXPECT_EQ(end.gradient_norm, 0.0);
  EXPECT_EQ(end.steps, 7);
}

// Where the derivatives fail, the function writes none.
TEST(MetricLoop, LeavesAPointWhoseDerivativesFailAsItWas) {
  int evaluations = 0;
  const auto failing = [&](const double*, double*) {
    ++evaluations;
    return std::numeric_limits<double>::infinity();
  };
  double x[] = {3.0, -2.0};
  auto memory = unwritten();
  LoopEnd end{13.0, 0.5, 7, Ending::step_limit};
  metric_loop(failing, 2, box, metric, x, end, memory.data());
  EXPECT_EQ(evaluations, 1);
  EXPECT_EQ(x[0], 3.0);
  EXPECT_EQ(x[1], -2.0);
  EXPECT_EQ(end.value, 13.0);
  EXPECT_EQ(end.gradient_norm, 0.5);
}

}  // namespace
}  // namespace surefoot
