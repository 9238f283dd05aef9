#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/data/sample.hpp>
#include <surefoot/error.hpp>

namespace surefoot {
namespace {

std::string refusal(const std::vector<double>& values, int dimension) {
  try {
    Sample(values, dimension);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    return error.what();
  }
  return "no error";
}

TEST(Sample, GivesRowsOfItsDimension) {
  const Sample sample({1, 2, 3, 4, 5, 6}, 3);
  EXPECT_EQ(sample.size(), 2u);
  EXPECT_EQ(sample.dimension(), 3);
  EXPECT_EQ(sample(1, 0), 4.0);
  EXPECT_EQ(sample.row(1)[2], 6.0);
  EXPECT_EQ(sample.row(0).size(), 3u);
  EXPECT_EQ(sample.values().size(), 6u);
}

TEST(Sample, SharesItsNumbersWithCopies) {
  const Sample sample({1, 2, 3, 4}, 2);
  const Sample copy = sample;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(copy.values().data(), sample.values().data());
}

TEST(Sample, KeepsTheMemoryOfOthersAlive) {
  auto owner = std::make_shared<const std::vector<double>>(std::vector<double>{1, 2});
  const std::weak_ptr<const std::vector<double>> watched = owner;
  {
    const Sample sample(*owner, 1, owner);
    EXPECT_EQ(sample.values().data(), owner->data());
    owner.reset();
    EXPECT_FALSE(watched.expired());
    EXPECT_EQ(sample(1, 0), 2.0);
  }
  EXPECT_TRUE(watched.expired());
}

TEST(Sample, IsEmptyBeforeItHoldsAnything) {
  const Sample sample;
  EXPECT_EQ(sample.size(), 0u);
  EXPECT_EQ(sample.dimension(), 0);
}

TEST(Sample, RefusesWhatIsNotARectangle) {
  EXPECT_EQ(refusal({1, 2, 3}, 2), "observations must be whole rows of 2, but there are 3 values");
  EXPECT_EQ(refusal({}, 1), "there must be at least 1 observation, but there is none");
  EXPECT_EQ(refusal({1}, 0), "observations must have at least 1 column, but have 0");
  EXPECT_EQ(refusal({1}, -3), "observations must have at least 1 column, but have -3");
}

TEST(Sample, NamesTheFirstValueThatIsNotFinite) {
  EXPECT_EQ(refusal({1, 2, 3, std::numeric_limits<double>::quiet_NaN()}, 2),
            "observations must be finite, but row 2, column 2 is nan");
  EXPECT_EQ(refusal({1, 2, -std::numeric_limits<double>::infinity(), std::nan("")}, 2),
            "observations must be finite, but row 2, column 1 is -inf");
}

}  // namespace
}  // namespace surefoot
