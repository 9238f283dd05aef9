#include "data/row_dependence.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>
#include <surefoot/simulators/contamination.hpp>

namespace surefoot {
namespace {

/// A series whose values depend on the one before.
Sample series(double coefficient, std::size_t n, std::uint64_t seed) {
  Noise noise({seed, 0, 0, 0, Purpose::data});
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = (i > 0 ? coefficient * x[i - 1] : 0.0) + noise.normal();
  return {x, 1};
}

TEST(RowDependence, IsSeenInASeries) {
  const auto up = row_dependence(series(0.8, 300, 1));
  ASSERT_TRUE(up);
  EXPECT_EQ(up->column, 1);
  EXPECT_GT(up->correlation, 0.4);
  const auto down = row_dependence(series(-0.8, 300, 1));
  ASSERT_TRUE(down);
  EXPECT_LT(down->correlation, -0.5);
}

TEST(RowDependence, IsNotSeenInIndependentRows) {
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    EXPECT_FALSE(row_dependence(series(0.0, 256, seed))) << seed;
}

// Such are files of which somebody appended the outliers, or that somebody sorted.
TEST(RowDependence, IsNotABlockOfOutliersNorAnOrder) {
  const Sample x = series(0.0, 500, 3);
  EXPECT_FALSE(row_dependence(contaminate(x, "cluster:0.2:20:0.5", 1).observations));
  std::vector<double> sorted(x.values().begin(), x.values().end());
  std::sort(sorted.begin(), sorted.end());
  EXPECT_FALSE(row_dependence(Sample(sorted, 1)));
  EXPECT_FALSE(row_dependence(Sample(std::vector<double>(100, 2.0), 1)));
}

TEST(RowDependence, NamesTheColumn) {
  const Sample still = series(0.0, 200, 5), moving = series(0.9, 200, 6);
  std::vector<double> both;
  for (std::size_t i = 0; i < 200; ++i) both.insert(both.end(), {still(i, 0), moving(i, 0)});
  EXPECT_EQ(row_dependence(Sample(both, 2))->column, 2);
}

TEST(TiedRows, AreCounted) {
  EXPECT_EQ(tied_rows(Sample({1.0, 2.0, 1.0, 3.0, 1.0}, 1)), 3u);
  EXPECT_EQ(tied_rows(Sample({1.0, 2.0, 1.0, 3.0, 1.0, 2.0}, 2)), 2u);
  EXPECT_EQ(tied_rows(Sample({1.0, 2.0, 4.0}, 1)), 0u);
}

}  // namespace
}  // namespace surefoot
