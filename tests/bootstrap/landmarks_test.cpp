#include <gtest/gtest.h>

#include <surefoot/bootstrap/landmarks.hpp>
#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

/// The square of the distance between the pictures of a unit of mass at two landmarks.
double squared_distance(const Landmarks& landmarks, const KernelSums& kernel, std::size_t a,
                        std::size_t b) {
  const auto points = landmarks.points();
  const auto k = [&](std::size_t i, std::size_t j) {
    return kernel.value((points[i] - points[j]) * (points[i] - points[j]));
  };
  double square = 0.0;
  for (int row = 0; row < landmarks.size(); ++row) {
    double sum = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i)
      sum += landmarks.whitening()[static_cast<std::size_t>(row) * points.size() + i] *
             (k(i, a) - k(i, b));
    square += sum * sum;
  }
  return square;
}

TEST(Landmarks, KeepTheDistancesOfTheirOwnEmbeddings) {
  // k(a, a) - 2 k(a, b) + k(b, b), whether the kernel is positive or only on differences.
  const Sample x = observations_of("g-and-k", 100);
  for (const char* kernel : {"gaussian:1", "matern32:2", "energy"}) {
    const Problem problem =
        make_problem(built_in_model("g-and-k"), x, settings({{"kernel", kernel}}));
    const auto objective = make_draw_objective(problem, {});
    objective->begin_data();
    const Model& model = problem.simulation->model;
    std::vector<double> eta(model.truth.size());
    problem.space->parameters.to_optimiser(model.truth, eta);
    ASSERT_TRUE(std::isfinite((*objective)(eta, {})));
    const Landmarks landmarks(problem, *objective, eta);
    const KernelSums& sums = problem.comparison->kernel.sums();
    const auto points = landmarks.points();
    ASSERT_EQ(points.size(), static_cast<std::size_t>(Landmarks::most));
    for (const auto& [a, b] : {std::pair{0, 1}, {3, 90}, {50, 60}, {7, 95}}) {
      const double r = points[static_cast<std::size_t>(a)] - points[static_cast<std::size_t>(b)];
      const double expected = 2.0 * (sums.value(0.0) - sums.value(r * r));
      EXPECT_NEAR(squared_distance(landmarks, sums, static_cast<std::size_t>(a),
                                   static_cast<std::size_t>(b)),
                  expected, 1e-3 * expected)
          << kernel << ", " << a << ", " << b;
    }
  }
}

}  // namespace
}  // namespace surefoot
