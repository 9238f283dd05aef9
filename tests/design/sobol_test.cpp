#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <boost/random/sobol.hpp>
#include <gtest/gtest.h>

#include <surefoot/design/design.hpp>

namespace surefoot {
namespace {

using Point = std::pair<double, double>;

Coordinates at_draw(std::uint32_t draw) {
  return {.seed = 1, .draw = draw, .step = 0, .index = 0, .purpose = Purpose::simulation};
}

std::vector<std::vector<double>> scrambled(int points, int latents, std::uint32_t draw) {
  const std::vector kinds(static_cast<std::size_t>(latents), LatentKind::uniform);
  LatentTable<double> table;
  LatentDesign(Design::sobol, points, kinds).fill(at_draw(draw), table);
  std::vector<std::vector<double>> columns;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    columns.emplace_back(table.slot(k), table.slot(k) + points);
  return columns;
}

/// Whether each box of sides 2^-a and 2^-b, for all a + b = log2(points), has exactly one point.
bool is_net(const std::vector<Point>& points) {
  const int bits = std::ilogb(static_cast<double>(points.size()));
  for (int a = 0; a <= bits; ++a) {
    std::set<std::pair<int, int>> boxes;
    for (const auto& [x, y] : points)
      boxes.emplace(static_cast<int>(std::ldexp(x, a)), static_cast<int>(std::ldexp(y, bits - a)));
    if (boxes.size() != points.size()) return false;
  }
  return true;
}

TEST(Sobol, PointsAreANetOnlyWithTheOrigin) {
  boost::random::sobol_engine<std::uint32_t, 32> engine(2);
  std::vector<Point> points{{0.0, 0.0}};  // which the engine leaves out
  while (points.size() < 65) {
    const double x = engine() * 0x1p-32;
    points.emplace_back(x, engine() * 0x1p-32);
  }
  EXPECT_FALSE(is_net({points.begin() + 1, points.end()}));
  EXPECT_TRUE(is_net({points.begin(), points.end() - 1}));
}

TEST(Sobol, ScrambledPointsAreStillANet) {
  for (const int m : {2, 16, 64, 1024})
    for (std::uint32_t draw = 0; draw < 5; ++draw) {
      const auto columns = scrambled(m, 2, draw);
      std::vector<Point> points;
      for (std::size_t j = 0; j < columns[0].size(); ++j)
        points.emplace_back(columns[0][j], columns[1][j]);
      EXPECT_TRUE(is_net(points)) << "m = " << m << ", draw " << draw;
    }
}

TEST(Sobol, EveryLatentIsStratified) {
  for (const int m : {32, 1024})
    for (const auto& column : scrambled(m, 12, 3)) {
      std::set<int> strata;
      for (const double u : column) strata.insert(static_cast<int>(u * m));
      EXPECT_EQ(strata.size(), static_cast<std::size_t>(m));
    }
}

TEST(Sobol, LatentsAreScrambledIndependently) {
  const auto columns = scrambled(64, 3, 0);
  EXPECT_NE(columns[0][0], columns[1][0]);  // all were 0 before
  EXPECT_NE(columns[1][0], columns[2][0]);
}

// One point of a scrambled net is uniform over the scrambles: mean and mean square of 20000 draws
// of point 0, which was the origin, within 4 standard errors.
TEST(Sobol, EachPointIsUniformOverTheDraws) {
  constexpr int draws = 20000;
  const LatentDesign design(Design::sobol, 4, {LatentKind::uniform, LatentKind::uniform});
  LatentTable<double> table;
  double sums[2] = {}, squares[2] = {}, product = 0.0;
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    design.fill(at_draw(draw), table);
    const double u[2] = {table.slot(0)[0] - 0.5, table.slot(1)[0] - 0.5};
    for (int k = 0; k < 2; ++k) {
      sums[k] += u[k];
      squares[k] += u[k] * u[k];
    }
    product += u[0] * u[1];
  }
  for (int k = 0; k < 2; ++k) {
    EXPECT_NEAR(sums[k] / draws, 0.0, 4.0 * std::sqrt(1.0 / 12.0 / draws));
    EXPECT_NEAR(squares[k] / draws, 1.0 / 12.0, 4.0 * std::sqrt(1.0 / 180.0 / draws));
  }
  EXPECT_NEAR(product / draws, 0.0, 4.0 / 12.0 / std::sqrt(draws));
}

// The mean of a smooth function by m = 1024 points has a far smaller error than 1024 independent
// points would give it, and no bias: the errors of 200 scrambles average out.
TEST(Sobol, IntegratesSmoothFunctionsWithoutBias) {
  constexpr int m = 1024, draws = 200;
  const double exact = std::pow(std::exp(1.0) - 1.0, 3.0);  // of exp(u1 + u2 + u3)
  double sum = 0.0, squares = 0.0;
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    const auto columns = scrambled(m, 3, draw);
    double mean = 0.0;
    for (std::size_t j = 0; j < m; ++j)
      mean += std::exp(columns[0][j] + columns[1][j] + columns[2][j]) / m;
    sum += mean - exact;
    squares += (mean - exact) * (mean - exact);
  }
  const double spread = std::sqrt(squares / draws);
  const double variance = std::pow(0.5 * (std::exp(2.0) - 1.0), 3.0) - exact * exact;
  EXPECT_LT(spread, 0.01 * std::sqrt(variance / m));
  EXPECT_NEAR(sum / draws, 0.0, 4.0 * spread / std::sqrt(draws));
}

}  // namespace
}  // namespace surefoot
