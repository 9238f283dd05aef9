#include <gtest/gtest.h>

#include <surefoot/objective/grid_embedder.hpp>
#include <surefoot/objective/oracle_sums.hpp>

#include "objective/cloud.hpp"

namespace surefoot {
namespace {

KernelTerm gaussian(double lengthscale) { return {"gaussian", lengthscale, std::nullopt}; }

/// The first cloud as a sample, for the choice of the window.
template <class Real>
GridWindow window_of(const Cloud<Real>& z, double shortest, double longest) {
  const Points<Real> points = z.points();
  std::vector<double> values(points.coordinates, points.coordinates + points.count);
  return *choose_grid_window(Sample(values, 1), 1.0, shortest, longest);
}

/// The shortest lengthscale.
double steepness(const Kernel& kernel) {
  double shortest = *kernel.terms().front().lengthscale;
  for (const KernelTerm& term : kernel.terms()) shortest = std::min(shortest, *term.lengthscale);
  return shortest;
}

/// Sums of the grid against the oracle's, relative to the sizes of what is summed.
template <class Real>
SumErrors errors_of(GridEmbedder<Real>& grid, const Kernel& kernel, const Cloud<Real>& z,
                    const Cloud<Real>& y) {
  const OracleSums oracle(kernel.sums());
  grid.take(z.points(), 1);
  SumErrors errors;
  for (const Which which : {Which::cross, Which::self}) {
    auto got = y.gradient(), expected = y.gradient();
    const bool cross = which == Which::cross;
    const double value =
        cross ? grid.cross(y.points(), got.data()) : grid.self(y.points(), got.data());
    const double truth = cross ? oracle.cross(z.points(), y.points(), expected.data())
                               : oracle.self(y.points(), expected.data());
    const Magnitude unit = magnitude(kernel.sums(), (cross ? z : y).points(), y.points());
    errors.include({relative_error(value, truth, unit.value), 0.0});
    const auto [w, v] = std::pair{(cross ? z : y).points(), y.points()};
    double total = 0.0;  // no slope is steeper than that of all weight, at its steepest
    for (int a = 0; a < w.count; ++a) total += double(w.weights[a]);
    for (int j = 0; j < v.count; ++j)
      errors.include({0.0, relative_error(got[j], expected[j],
                                          total * double(v.weights[j]) / steepness(kernel))});
  }
  return errors;
}

template <class Real>
SumErrors worst_errors(const std::vector<double>& lengthscales, int count) {
  std::vector<KernelTerm> terms;
  for (const double l : lengthscales) terms.push_back(gaussian(l));
  const Kernel kernel(terms);
  SumErrors worst;
  for (std::uint32_t k = 0; k < 5; ++k) {
    const Cloud<Real> z(count, 1, 2 * k), y(count + 3, 1, 2 * k + 1);
    GridEmbedder<Real> grid(terms, window_of(z, lengthscales.front(), lengthscales.back()));
    worst.include(errors_of(grid, kernel, z, y));
  }
  return worst;
}

TEST(GridEmbedder, EqualsTheSumsOverPairs) {
  for (const double l : {0.02, 0.15, 1.0, 10.0}) {
    const SumErrors errors = worst_errors<double>({l}, 400);
    EXPECT_LT(errors.value, 1e-7) << l;
    EXPECT_LT(errors.gradient, 1e-6) << l;
  }
}

TEST(GridEmbedder, EqualsTheSumsOverPairsOfManyLengthscales) {
  const SumErrors errors = worst_errors<double>({0.1, 0.5, 2.0, 30.0}, 300);
  EXPECT_LT(errors.value, 1e-7);
  EXPECT_LT(errors.gradient, 1e-6);
}

TEST(GridEmbedder, EqualsTheSumsOverPairsOfFloats) {
  const SumErrors errors = worst_errors<float>({0.3}, 300);
  EXPECT_LT(errors.value, 1e-7);
  EXPECT_LT(errors.gradient, 1e-6);
}

TEST(GridEmbedder, IsExactWhereverPointsLie) {
  const std::vector<KernelTerm> terms{gaussian(0.2)};
  Cloud<double> z(200, 1, 0), y(150, 1, 1);
  const GridWindow window = window_of(z, 0.2, 0.2);
  const double edge = window.centre + window.half_width;
  // Beyond the window, on both sides of its edge, within reach of each other, and far out.
  for (int k = 0; k < 20; ++k) {
    z.at(k, 0) = edge + 0.13 * (k - 10);
    y.at(k, 0) = edge + 0.11 * (k - 8);
    z.at(20 + k, 0) = -edge - 30.0 + 0.1 * k;
    y.at(20 + k, 0) = -edge - 30.0 + 0.17 * k;
  }
  for (int k = 40; k < 44; ++k) y.at(k, 0) = 1e100;  // where lost simulations are
  GridEmbedder<double> grid(terms, window);
  const SumErrors errors = errors_of(grid, Kernel(terms), z, y);
  EXPECT_LT(errors.value, 1e-7);
  EXPECT_LT(errors.gradient, 1e-6);
}

TEST(GridEmbedder, ForgetsTheTargetBefore) {
  const std::vector<KernelTerm> terms{gaussian(0.5)};
  Cloud<double> wide(300, 1, 0);
  const Cloud<double> narrow(50, 1, 1), y(100, 1, 2);
  for (int i = 0; i < 300; ++i) wide.at(i, 0) *= 5.0;
  const GridWindow window = window_of(wide, 0.5, 0.5);
  GridEmbedder<double> used(terms, window), fresh(terms, window);
  used.take(wide.points(), 1);
  used.cross(y.points(), nullptr);
  used.take(narrow.points(), 2);
  fresh.take(narrow.points(), 1);
  EXPECT_EQ(used.cross(y.points(), nullptr), fresh.cross(y.points(), nullptr));
  EXPECT_EQ(*used.data(), *fresh.data());
}

TEST(GridEmbedder, SumsTheDataTerm) {
  const std::vector<KernelTerm> terms{gaussian(0.3)};
  Cloud<double> z(300, 1, 0);
  const GridWindow window = window_of(z, 0.3, 0.3);
  z.at(0, 0) = 3.0 * window.half_width;
  z.at(1, 0) = 3.0 * window.half_width + 0.1;
  z.at(2, 0) = window.centre + window.half_width - 0.1;
  z.at(3, 0) = window.centre + window.half_width + 0.1;
  const Kernel kernel(terms);
  double squares = 0.0;
  for (int i = 0; i < 300; ++i) squares += z.weight(i) * z.weight(i);
  const double expected = OracleSums(kernel.sums()).self(z.points(), nullptr) + squares;
  GridEmbedder<double> grid(terms, window);
  grid.take(z.points(), 1);
  EXPECT_NEAR(*grid.data() / expected, 1.0, 1e-7);
}

TEST(GridEmbedder, GradientIsTheDerivativeOfItsValue) {
  const std::vector<KernelTerm> terms{gaussian(0.4)};
  const Cloud<double> z(60, 1, 0);
  Cloud<double> y(40, 1, 1);
  GridEmbedder<double> grid(terms, window_of(z, 0.4, 0.4));
  grid.take(z.points(), 1);
  const auto value = [&] {
    const auto sums = grid.embed(y.points(), false);
    return 0.7 * sums.self - 1.3 * sums.cross;
  };
  auto gradient = y.gradient();
  grid.embed(y.points(), true);
  grid.add_gradient(0.7, -1.3, gradient);
  for (int j = 0; j < 40; ++j) {
    const double x = y.at(j, 0), h = 1e-5;
    y.at(j, 0) = x + h;
    const double above = value();
    y.at(j, 0) = x - h;
    const double below = value();
    y.at(j, 0) = x;
    EXPECT_NEAR((above - below) / (2.0 * h), gradient[j], 1e-10);
  }
}

TEST(GridWindow, IsRefusedWhereALengthscaleIsTooShort) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(i);
  EXPECT_TRUE(choose_grid_window(Sample(values, 1), 1.0, 1.0, 1.0));
  EXPECT_FALSE(choose_grid_window(Sample(values, 1), 1.0, 1e-3, 1e-3));
}

/// What the grid says of the embeddings at the atoms, against the sums over pairs.
template <class Real>
void expect_fields_of_pairs(const Cloud<Real>& z, const Cloud<Real>& y, double lengthscale) {
  const std::vector<KernelTerm> terms = {gaussian(lengthscale)};
  const Kernel kernel(terms);
  const OracleSums oracle(kernel.sums());
  GridEmbedder<Real> grid(terms, window_of(z, lengthscale, lengthscale));
  grid.take(z.points(), 1);
  const auto count = static_cast<std::size_t>(z.points().count);
  std::vector<double> data, mean, square, truth(count), truth_square(count);
  ASSERT_TRUE(grid.data_field(data));
  oracle.fields(z.points(), z.points(), truth.data(), nullptr);
  for (std::size_t a = 0; a < count; ++a) EXPECT_NEAR(data[a], truth[a], 1e-6) << a;
  ASSERT_TRUE(grid.model_fields(y.points(), mean, square));
  oracle.fields(y.points(), z.points(), truth.data(), truth_square.data());
  for (std::size_t a = 0; a < count; ++a) {
    EXPECT_NEAR(mean[a], truth[a], 1e-6) << a;
    EXPECT_NEAR(square[a], truth_square[a], 1e-5) << a;
  }
}

TEST(GridEmbedder, HasTheFieldsOfPairs) {
  for (const double l : {0.05, 0.5, 5.0}) {
    expect_fields_of_pairs<double>(Cloud<double>(300, 1, 1), Cloud<double>(200, 1, 2), l);
    expect_fields_of_pairs<float>(Cloud<float>(300, 1, 1), Cloud<float>(200, 1, 2), l);
  }
}

TEST(GridEmbedder, HasTheFieldsOfPairsBeyondItsEnds) {
  Cloud<double> z(3000, 1, 1), y(200, 1, 2);
  z.at(5, 0) = 1e5;  // with a simulation beside it
  y.at(7, 0) = 1e5 + 0.1;
  z.at(6, 0) = -3e4;
  expect_fields_of_pairs(z, y, 0.5);
}

TEST(GridEmbedder, BoundsTheSquareOfASumOfKernels) {
  const std::vector<KernelTerm> terms = {gaussian(0.2), gaussian(2.0)};
  const Kernel kernel(terms);
  const Cloud<double> z(300, 1, 1);
  Cloud<double> y(200, 1, 2);
  for (int j = 0; j < 200; ++j) y.weight(j) = 1.0 / 200;
  GridEmbedder<double> grid(terms, window_of(z, 0.2, 2.0));
  grid.take(z.points(), 1);
  std::vector<double> mean, square, truth(300), truth_square(300);
  ASSERT_TRUE(grid.model_fields(y.points(), mean, square));
  kernel.sums().fields(y.points(), z.points(), truth.data(), truth_square.data());
  for (std::size_t a = 0; a < 300; ++a) {
    EXPECT_NEAR(mean[a], truth[a], 1e-6) << a;
    EXPECT_GE(square[a], truth_square[a] - 1e-6) << a;
    EXPECT_LE(square[a] - mean[a] * mean[a], 2.0 * (truth_square[a] - truth[a] * truth[a]) + 1e-6);
  }
}

}  // namespace
}  // namespace surefoot
