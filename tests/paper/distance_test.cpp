#include "paper/distance.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "paper/statistics.hpp"

namespace surefoot::paper {
namespace {

Sample normal_sample(std::mt19937_64& random, std::size_t rows, int dimension, double mean) {
  std::normal_distribution<double> normal(mean, 1.0);
  std::vector<double> values(rows * static_cast<std::size_t>(dimension));
  for (double& v : values) v = normal(random);
  return {values, dimension};
}

double gaussian(const Sample& a, std::size_t i, const Sample& b, std::size_t j, double scale) {
  double squares = 0.0;
  for (int c = 0; c < a.dimension(); ++c) squares += std::pow(a(i, c) - b(j, c), 2.0);
  return std::exp(-squares / (2.0 * scale * scale));
}

TEST(SquaredMmd, IsTheUnbiasedSumOverAllPairs) {
  std::mt19937_64 random(1);
  constexpr double scale = 0.8;
  const Kernel kernel({{"gaussian", scale, {}}});
  for (const int dimension : {1, 3}) {
    const Sample a = normal_sample(random, 23, dimension, 0.0);
    const Sample b = normal_sample(random, 37, dimension, 0.5);
    double within_a = 0.0, within_b = 0.0, between = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < a.size(); ++j)
        if (i != j) within_a += gaussian(a, i, a, j, scale) / (23.0 * 22.0);
    for (std::size_t i = 0; i < b.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j)
        if (i != j) within_b += gaussian(b, i, b, j, scale) / (37.0 * 36.0);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j)
        between += gaussian(a, i, b, j, scale) / (23.0 * 37.0);
    EXPECT_NEAR(squared_mmd(kernel, a, b), within_a + within_b - 2.0 * between, 1e-12);
  }
}

// Between N(0, 1) and N(m, 1) the squared MMD of a Gaussian kernel with lengthscale l is
// 2 l / sqrt(l^2 + 2) (1 - exp(-m^2 / (2 (l^2 + 2)))).
TEST(SquaredMmd, HasTheMeanOfTheClosedForm) {
  std::mt19937_64 random(2);
  constexpr double scale = 1.5, mean = 0.7, width = scale * scale + 2.0;
  const Kernel kernel({{"gaussian", scale, {}}});
  std::vector<double> values;
  for (int i = 0; i < 400; ++i)
    values.push_back(
        squared_mmd(kernel, normal_sample(random, 40, 1, 0.0), normal_sample(random, 30, 1, mean)));
  const Estimate found = mean_of(values);
  const double expected =
      2.0 * scale / std::sqrt(width) * (1.0 - std::exp(-mean * mean / (2.0 * width)));
  EXPECT_NEAR(found.value, expected, 4.0 * found.error);
}

}  // namespace
}  // namespace surefoot::paper
