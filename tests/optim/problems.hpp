#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <surefoot/optim/objective.hpp>

namespace surefoot {

/// A function that knows its own minimum: where, how low, in which box, and a
/// start from which it can be found.
struct TestProblem {
  using Function = std::function<double(std::span<const double>, std::span<double>)>;

  std::string name;
  Function function;  // value, and gradient unless the span is empty
  std::vector<double> start;
  std::vector<double> minimum;
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<double> scale = std::vector<double>(start.size(), 0.5);

  Box box() const { return {lower, upper, scale}; }
  double least() const { return function(minimum, {}); }
};

/// A test problem as the optimisers see it: counts evaluations, and notices
/// points outside the box.
class Watched final : public Objective {
 public:
  explicit Watched(const TestProblem& problem) : problem_(problem) {}

  double operator()(std::span<const double> eta, std::span<double> gradient) override {
    ++evaluations;
    for (std::size_t i = 0; i < eta.size(); ++i)
      left_box |= !(eta[i] >= problem_.lower[i] && eta[i] <= problem_.upper[i]);
    return problem_.function(eta, gradient);
  }

  int evaluations = 0;
  bool left_box = false;

 private:
  const TestProblem& problem_;
};

/// sum_i c_i (x_i - m_i)^2 / 2 in coordinates turned by 45 degrees, pair by pair.
inline TestProblem::Function turned_quadratic(std::vector<double> curvature,
                                              std::vector<double> minimum, double least = 0.0) {
  return [=](std::span<const double> x, std::span<double> gradient) {
    double value = least;
    for (std::size_t i = 0; i < x.size(); i += 2) {
      const double r = std::sqrt(0.5), a = x[i] - minimum[i], b = x[i + 1] - minimum[i + 1];
      const double u = r * (a + b), v = r * (a - b);
      value += 0.5 * (curvature[i] * u * u + curvature[i + 1] * v * v);
      if (gradient.empty()) continue;
      gradient[i] = r * (curvature[i] * u + curvature[i + 1] * v);
      gradient[i + 1] = r * (curvature[i] * u - curvature[i + 1] * v);
    }
    return value;
  };
}

inline TestProblem round_quadratic() {
  return {.name = "round quadratic",
          .function = turned_quadratic({1.0, 2.0}, {1.0, -2.0}, -1.0),
          .start = {3.0, 3.0},
          .minimum = {1.0, -2.0},
          .lower = {-10.0, -10.0},
          .upper = {10.0, 10.0}};
}

inline TestProblem narrow_quadratic() {
  return {.name = "quadratic of condition 1e6",
          .function = turned_quadratic({1e6, 1.0, 1e3, 10.0}, {1.0, 2.0, -1.0, 0.5}),
          .start = {0.0, 0.0, 0.0, 0.0},
          .minimum = {1.0, 2.0, -1.0, 0.5},
          .lower = {-10.0, -10.0, -10.0, -10.0},
          .upper = {10.0, 10.0, 10.0, 10.0}};
}

inline TestProblem rosenbrock() {
  const auto function = [](std::span<const double> x, std::span<double> gradient) {
    const double valley = x[1] - x[0] * x[0], along = 1.0 - x[0];
    if (!gradient.empty()) {
      gradient[0] = -400.0 * x[0] * valley - 2.0 * along;
      gradient[1] = 200.0 * valley;
    }
    return 100.0 * valley * valley + along * along;
  };
  return {.name = "Rosenbrock",
          .function = function,
          .start = {-1.2, 1.0},
          .minimum = {1.0, 1.0},
          .lower = {-5.0, -5.0},
          .upper = {5.0, 5.0}};
}

/// The quadratic's minimum is at (3, 1), outside the box; on the edge x_0 = 2
/// the coupling moves the other coordinate to 1 - (1/3)(2 - 3) = 4/3.
inline TestProblem edge_minimum() {
  const auto function = [](std::span<const double> x, std::span<double> gradient) {
    const double a = x[0] - 3.0, b = x[1] - 1.0;
    if (!gradient.empty()) {
      gradient[0] = 2.0 * a + b;
      gradient[1] = a + 3.0 * b;
    }
    return a * a + a * b + 1.5 * b * b;
  };
  return {.name = "minimum on an edge",
          .function = function,
          .start = {-1.0, -1.0},
          .minimum = {2.0, 4.0 / 3.0},
          .lower = {-2.0, -2.0},
          .upper = {2.0, 2.0}};
}

inline TestProblem corner_minimum() {
  return {.name = "minimum in a corner",
          .function = turned_quadratic({1.0, 2.0}, {5.0, -5.0}),
          .start = {0.2, 0.1},
          .minimum = {1.0, -1.0},
          .lower = {-1.0, -1.0},
          .upper = {1.0, 1.0}};
}

/// Not a number beyond x_0 = 1.5, infinite beyond x_1 = 1.5, as a simulator
/// that fails; a long first step lands there.
inline TestProblem broken_region() {
  const auto inner = turned_quadratic({1.0, 4.0}, {1.0, 1.0});
  const auto function = [inner](std::span<const double> x, std::span<double> gradient) {
    const double value = inner(x, gradient);
    if (x[0] > 1.5) {
      for (double& g : gradient) g = std::numeric_limits<double>::quiet_NaN();
      return std::numeric_limits<double>::quiet_NaN();
    }
    return x[1] > 1.5 ? std::numeric_limits<double>::infinity() : value;
  };
  return {.name = "broken region",
          .function = function,
          .start = {-4.0, -5.0},
          .minimum = {1.0, 1.0},
          .lower = {-10.0, -10.0},
          .upper = {10.0, 10.0},
          .scale = {20.0, 20.0}};
}

/// What float sums do to a function of order one: value and gradient are off
/// by up to 1e-8 in a way that no step size averages out.
inline TestProblem float_noise() {
  const auto inner = turned_quadratic({0.5, 1.0}, {0.3, -0.4}, -0.7);
  const auto function = [inner](std::span<const double> x, std::span<double> gradient) {
    const double value = inner(x, gradient);
    for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += 1e-8 * std::cos(3e9 * x[i]);
    return value + 1e-8 * std::sin(2e9 * x[0] + 1e9 * x[1]);
  };
  return {.name = "float noise",
          .function = function,
          .start = {2.0, 2.0},
          .minimum = {0.3, -0.4},
          .lower = {-10.0, -10.0},
          .upper = {10.0, 10.0}};
}

inline std::vector<TestProblem> all_test_problems() {
  return {round_quadratic(), narrow_quadratic(), rosenbrock(), edge_minimum(),
          corner_minimum(),  broken_region(),    float_noise()};
}

}  // namespace surefoot
