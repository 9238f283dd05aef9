#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/design/design.hpp>
#include <surefoot/objective/mmd.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

TEST(Combine, WithFixedMassIsAMinusTwoC) {
  for (const Embeddings e : {Embeddings{0.7, 0.2}, {0.7, 0.9}, {-0.1, 0.2}, {0.0, 0.0}}) {
    const Combined combined = combine(e, Mass::fixed);
    EXPECT_EQ(combined.objective, e.a - 2.0 * e.c);
    EXPECT_EQ(combined.mass, 1.0);
    EXPECT_EQ(combined.slope_a, 1.0);
    EXPECT_EQ(combined.slope_c, -2.0);
  }
}

TEST(Combine, WithFreeMassIsTheMinimumOverTheMass) {
  for (const Embeddings e :
       {Embeddings{0.7, 0.2}, {0.7, 0.69}, {0.7, 0.9}, {0.7, -0.1}, {2.0, 0.0}}) {
    double best = 0.0, at = 0.0;  // s = 0
    for (double s = 0.0; s <= 1.0 + 1e-9; s += 1e-3)
      if (s * s * e.a - 2.0 * s * e.c < best) {
        best = s * s * e.a - 2.0 * s * e.c;
        at = s;
      }
    const Combined combined = combine(e, Mass::free);
    EXPECT_NEAR(combined.objective, best, 1e-6) << "C = " << e.c;
    EXPECT_NEAR(combined.mass, at, 1e-3) << "C = " << e.c;
  }
}

TEST(Combine, SlopesMatchCentralDifferences) {
  constexpr double h = 1e-6;
  for (const Mass mass : {Mass::fixed, Mass::free})
    for (const Embeddings e : {Embeddings{0.7, 0.2}, {0.7, 0.69}, {0.7, 0.9}, {0.7, -0.1}}) {
      const auto value = [&](double a, double c) { return combine({a, c}, mass).objective; };
      const Combined combined = combine(e, mass);
      EXPECT_NEAR(combined.slope_a, (value(e.a + h, e.c) - value(e.a - h, e.c)) / (2 * h), 1e-8);
      EXPECT_NEAR(combined.slope_c, (value(e.a, e.c + h) - value(e.a, e.c - h)) / (2 * h), 1e-8);
    }
}

TEST(Combine, IsContinuouslyDifferentiableWhereTheMassReachesItsEnds) {
  constexpr double a = 0.7, h = 1e-9;
  for (const double c : {a, 0.0}) {
    const Combined below = combine({a, c - h}, Mass::free), above = combine({a, c + h}, Mass::free);
    EXPECT_NEAR(below.objective, above.objective, 10 * h);
    EXPECT_NEAR(below.mass, above.mass, 10 * h);
    EXPECT_NEAR(below.slope_a, above.slope_a, 10 * h);
    EXPECT_NEAR(below.slope_c, above.slope_c, 10 * h);
  }
}

TEST(Combine, CountsANegativeEstimateOfAAsMassOne) {
  for (const Embeddings e : {Embeddings{-0.1, -0.2}, {-0.1, 0.2}, {0.0, -0.1}, {0.0, 0.1}}) {
    const Combined combined = combine(e, Mass::free);
    EXPECT_EQ(combined.objective, e.a - 2.0 * e.c);
    EXPECT_EQ(combined.mass, 1.0);
    EXPECT_EQ(combined.slope_a, 1.0);
    EXPECT_EQ(combined.slope_c, -2.0);
  }
}

TEST(SelfEmbedding, IsTheMeanOverPairsWithOrWithoutTheDiagonal) {
  // Three points, kernel matrix 2 on the diagonal and .5, .3, .1 beside it.
  const double off_diagonal = 2.0 * (0.5 + 0.3 + 0.1) / 9.0, square_sum = 1.0 / 3.0;
  EXPECT_NEAR(self_embedding(off_diagonal, square_sum, 2.0, Statistic::u), 0.9 / 3.0, 1e-15);
  EXPECT_NEAR(self_embedding(off_diagonal, square_sum, 2.0, Statistic::v), 7.8 / 9.0, 1e-15);
  EXPECT_NEAR(self_factor(square_sum, Statistic::u), 1.5, 1e-15);
  EXPECT_EQ(self_factor(square_sum, Statistic::v), 1.0);
}

TEST(SelfEmbedding, WeighsPairsByTheirWeights) {
  const double v[] = {0.5, 0.3, 0.2};
  const double off_diagonal = 2.0 * (v[0] * v[1] + v[0] * v[2] + v[1] * v[2]);  // kernel 1
  const double square_sum = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  EXPECT_NEAR(self_embedding(off_diagonal, square_sum, 1.0, Statistic::u), 1.0, 1e-15);
  EXPECT_NEAR(self_embedding(off_diagonal, square_sum, 1.0, Statistic::v), 1.0, 1e-15);
}

struct Estimate {
  double mean;
  double standard_error;
};

/// A of m independent points of N(theta, I) in two dimensions, estimated again and again.
Estimate estimate_self_embedding(const Kernel& kernel, int m, Statistic statistic) {
  constexpr int repeats = 20000;
  const Model model = built_in_model("gaussian-location", 2);
  const LatentDesign design(Design::iid, m, model.latents);
  LatentTable<double> latents;
  Simulation<double> simulation;
  simulation.resize(m, 2, 2, Derivatives::no);
  double sum = 0.0, squares = 0.0;
  for (std::uint32_t draw = 0; draw < repeats; ++draw) {
    design.fill({.seed = 1, .draw = draw, .step = 0, .index = 0, .purpose = Purpose::simulation},
                latents);
    model.simulator->simulate(std::vector{0.3, -0.4}, latents, Derivatives::no, simulation);
    const double off_diagonal = kernel.sums().self(
        {m, simulation.stride, 2, simulation.y.data(), latents.weights.data()}, nullptr);
    const double a = self_embedding(off_diagonal, 1.0 / m, kernel.at_zero(), statistic);
    sum += a;
    squares += a * a;
  }
  const double mean = sum / repeats;
  return {mean, std::sqrt((squares / repeats - mean * mean) / repeats)};
}

// A = l^2 / (l^2 + 2) in two dimensions.  Within 4 standard errors: a false alarm in 8000, here
// with a fixed seed.
TEST(SelfEmbedding, UIsUnbiasedAndVTooLargeByTheDiagonal) {
  constexpr double lengthscale = 1.3, l2 = lengthscale * lengthscale, a = l2 / (l2 + 2.0);
  const Kernel kernel({{"gaussian", lengthscale, {}}});
  for (const int m : {2, 5, 16}) {
    const auto u = estimate_self_embedding(kernel, m, Statistic::u);
    const auto v = estimate_self_embedding(kernel, m, Statistic::v);
    EXPECT_NEAR(u.mean, a, 4.0 * u.standard_error) << "m = " << m;
    EXPECT_NEAR(v.mean, a + (1.0 - a) / m, 4.0 * v.standard_error) << "m = " << m;
    EXPECT_GT((1.0 - a) / m, 10.0 * v.standard_error) << "the bias must be seen at m = " << m;
  }
}

}  // namespace
}  // namespace surefoot
