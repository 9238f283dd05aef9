#include "data/some_rows.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace surefoot {
namespace {

TEST(SomeRows, AreAllIfThereAreNoMore) {
  EXPECT_EQ(some_rows(3, 3, 1), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(some_rows(0, 5, 1).empty());
}

TEST(SomeRows, AreDistinctAndFollowTheSeed) {
  const auto rows = some_rows(1000, 100, 1);
  EXPECT_EQ(std::set(rows.begin(), rows.end()).size(), 100u);
  EXPECT_LT(*std::max_element(rows.begin(), rows.end()), 1000u);
  EXPECT_EQ(rows, some_rows(1000, 100, 1));
  EXPECT_NE(rows, some_rows(1000, 100, 2));
}

TEST(SomeRows, HaveNoPeriod) {
  // Of 40960 rows every tenth is bad: a stride of ten would find those alone.
  int bad = 0;
  for (const std::size_t row : some_rows(40960, 4096, 3)) bad += row % 10 == 0;
  EXPECT_NEAR(bad, 409.6, 5.0 * std::sqrt(409.6));
}

}  // namespace
}  // namespace surefoot
