#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

Sample normals(int rows, int dimension, std::uint64_t seed = 1) {
  Noise noise({.seed = seed, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::data});
  std::vector<double> values;
  for (int i = 0; i < rows * dimension; ++i) values.push_back(noise.normal());
  return Sample(values, dimension);
}

std::string refusal(const std::string& rule, const Sample& observations, Fault fault) {
  try {
    choose_lengthscale(rule, observations);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault);
    return error.what();
  }
  return "accepted " + rule;
}

TEST(MedianLengthscale, IsThatOfKnownData) {
  // Distances 1, 2, 3: the median is 2.
  EXPECT_DOUBLE_EQ(median_lengthscale(Sample({0.0, 1.0, 3.0}, 1)), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(median_paper_lengthscale(Sample({0.0, 1.0, 3.0}, 1)), 2.0);
  // Six squared distances 1, 4, 9, 16, 36, 49: half way between the middle two.
  EXPECT_DOUBLE_EQ(median_lengthscale(Sample({7.0, 0.0, 1.0, 3.0}, 1)), std::sqrt(12.5 / 2.0));
  EXPECT_DOUBLE_EQ(median_paper_lengthscale(Sample({0.0, 0.0, 3.0, 4.0}, 2)), 5.0);
}

TEST(MedianLengthscale, MatchesSortingAllPairs) {
  const Sample x = normals(60, 3);
  std::vector<double> squares;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      double square = 0.0;
      for (int c = 0; c < 3; ++c) square += (x(i, c) - x(j, c)) * (x(i, c) - x(j, c));
      squares.push_back(square);
    }
  std::sort(squares.begin(), squares.end());
  const double median = 0.5 * (squares[squares.size() / 2 - 1] + squares[squares.size() / 2]);
  EXPECT_DOUBLE_EQ(median_lengthscale(x), std::sqrt(0.5 * median));
}

TEST(MedianLengthscale, FollowsUnitsButNotLocationOrOrder) {
  const Sample x = normals(50, 2);
  std::vector<double> scaled, moved, reversed(x.values().rbegin(), x.values().rend());
  for (const double value : x.values()) {
    scaled.push_back(1e-6 * value);
    moved.push_back(value + 100.0);
  }
  EXPECT_NEAR(median_lengthscale(Sample(scaled, 2)), 1e-6 * median_lengthscale(x), 1e-20);
  EXPECT_NEAR(median_lengthscale(Sample(moved, 2)), median_lengthscale(x), 1e-12);
  EXPECT_DOUBLE_EQ(median_lengthscale(Sample(reversed, 2)), median_lengthscale(x));
}

TEST(MedianLengthscale, IsNotMovedByAFewOutliers) {
  const Sample x = normals(200, 1);
  const double clean = median_lengthscale(x);
  std::vector<double> values(x.values().begin(), x.values().end());
  std::fill_n(values.begin(), 20, 1e12);
  EXPECT_LT(median_lengthscale(Sample(values, 1)), 1.5 * clean);
}

TEST(MedianLengthscale, SurvivesTiesOfFewerThanHalfThePairs) {
  EXPECT_DOUBLE_EQ(median_paper_lengthscale(Sample({0.0, 0.0, 1.0}, 1)), 1.0);
  EXPECT_DOUBLE_EQ(median_paper_lengthscale(Sample({0.0, 0.0, 0.0, 1.0}, 1)), std::sqrt(0.5));
}

TEST(MedianLengthscale, RefusesWhatGivesNoLengthscale) {
  const std::string tied =
      "the median distance between observations is 0, so the median rule gives "
      "no lengthscale; one must be given";
  EXPECT_EQ(refusal("median", Sample({0.0, 0.0, 0.0, 0.0, 1.0}, 1), Fault::data), tied);
  EXPECT_EQ(refusal("median-paper", Sample(std::vector<double>(30, 5.0), 3), Fault::data), tied);
  EXPECT_EQ(refusal("median", Sample({1.0, 2.0}, 2), Fault::data),
            "the median rule needs at least two observations, but there is one; a lengthscale must "
            "be given");
  EXPECT_TRUE(refusal("median", Sample({-1e200, 1e200}, 1), Fault::data)
                  .starts_with("the median distance between observations is inf"));
}

// For N(0, I) in one dimension the median distance is sqrt(2) times the quartile of the normal; a
// scale estimated from 2048 points has a standard error of about 2 %.
TEST(MedianLengthscale, OfManyObservationsIsASubsample) {
  for (const int rows : {2048, 2049, 5000, 300000})
    EXPECT_NEAR(median_lengthscale(normals(rows, 1)), 0.6745, 4 * 0.02 * 0.6745) << rows;
}

TEST(MedianLengthscale, SubsampleDependsOnTheSeedAlone) {
  const Sample many = normals(5000, 1), few = normals(2048, 1);
  EXPECT_EQ(median_lengthscale(many, 3), median_lengthscale(many, 3));
  EXPECT_NE(median_lengthscale(many, 3), median_lengthscale(many, 4));
  EXPECT_EQ(median_lengthscale(few, 3),
            median_lengthscale(few, 4));  // all pairs: nothing to choose
}

TEST(MedianL1Lengthscale, MatchesTheWholeDistanceMatrix) {
  // 0 0 0 1 1 2 2 3 3: the fifth of nine.
  EXPECT_EQ(median_l1_lengthscale(Sample({0.0, 1.0, 3.0}, 1)), 1.0);
  for (const int rows : {40, 41}) {
    const Sample x = normals(rows, 3);
    std::vector<double> entries;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j) {
        double sum = 0.0;
        for (int c = 0; c < 3; ++c) sum += std::abs(x(i, c) - x(j, c));
        entries.push_back(sum);
      }
    std::sort(entries.begin(), entries.end());
    const std::size_t n = entries.size();
    EXPECT_DOUBLE_EQ(median_l1_lengthscale(x), 0.5 * (entries[(n - 1) / 2] + entries[n / 2]));
  }
}

TEST(MedianL1Lengthscale, OfManyObservationsIsASubsample) {
  const Sample many = normals(5000, 1);
  EXPECT_NEAR(median_l1_lengthscale(many), 2.0 * 0.6745 / std::sqrt(2.0), 4 * 0.02);
  EXPECT_NE(median_l1_lengthscale(many, 3), median_l1_lengthscale(many, 4));
}

TEST(MedianL1Lengthscale, RefusesWhatGivesNoLengthscale) {
  for (const Sample& x : {Sample({1.0}, 1), Sample({2.0, 2.0, 2.0, 3.0}, 1)})
    EXPECT_TRUE(refusal("median-l1", x, Fault::data)
                    .starts_with("the median distance between observations is 0"));
}

TEST(ChooseLengthscale, TakesANumberOrARule) {
  const Sample x({0.0, 1.0, 3.0}, 1);
  EXPECT_EQ(choose_lengthscale("0.15", x), 0.15);
  EXPECT_EQ(choose_lengthscale("1e-3", x), 1e-3);
  EXPECT_EQ(choose_lengthscale("median", x), median_lengthscale(x));
  EXPECT_EQ(choose_lengthscale("median-paper", x), median_paper_lengthscale(x));
  EXPECT_EQ(choose_lengthscale("median-l1", x), median_l1_lengthscale(x));
  EXPECT_EQ(choose_lengthscale("2", Sample({1.0}, 1)), 2.0);  // no rule, no need of a distance
}

TEST(ChooseLengthscale, RefusesAnythingElse) {
  const Sample x({0.0, 1.0, 3.0}, 1);
  EXPECT_EQ(refusal("-0.5", x, Fault::usage),
            "lengthscale must be positive and finite, but is -0.5");
  EXPECT_EQ(refusal("mean", x, Fault::usage),
            "lengthscale must be a positive number, auto, quantile:PROBABILITY:FACTOR, median, "
            "median-paper, median-l1 or, for method mmd-bayes, median-prior, but is 'mean'");
  for (const char* rule : {"", "0", "inf", "nan", "1e999", "1 2", "Median"})
    EXPECT_TRUE(refusal(rule, x, Fault::usage).starts_with("lengthscale must be ")) << rule;
}

TEST(QuantileRule, IsAMultipleOfTheQuantile) {
  const Sample y({0.0, 2.0, 3.0, 6.0}, 1);  // 1, 2, 3, 3, 4, 6
  EXPECT_DOUBLE_EQ(quantile_lengthscale(y, 0.25, 1.0), 2.0);
  EXPECT_DOUBLE_EQ(quantile_lengthscale(y, 0.01, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(quantile_lengthscale(y, 0.99, 2.0), 12.0);
  EXPECT_EQ(choose_lengthscale("quantile:0.25:1.5", y), 3.0);
  EXPECT_EQ(choose_lengthscale("auto", y), 0.6 * 2.0);
}

TEST(QuantileRule, SurvivesFortyPercentOfOutliers) {
  const Sample clean = normals(1000, 1);
  std::vector<double> values(clean.values().begin(), clean.values().end());
  for (std::size_t i = 0; i < 400; ++i) values[i] += i % 2 ? 1000.0 : -1000.0;
  const Sample x(values, 1);
  EXPECT_LT(quantile_lengthscale(x, 0.25, 1.0), 4.0 * quantile_lengthscale(clean, 0.25, 1.0));
  EXPECT_GT(median_lengthscale(x), 100.0);
}

TEST(QuantileRule, OfPairsThatCoincideIsTheMedianOrNone) {
  const Sample counts({0.0, 0.0, 0.0, 1.0, 1.0, 2.0}, 1);  // 4 of 15 pairs coincide
  EXPECT_EQ(refusal("quantile:0.25:1", counts, Fault::data),
            "the 25 % quantile distance between observations is 0, so the 25 % quantile rule gives "
            "no lengthscale; one must be given");
  EXPECT_DOUBLE_EQ(choose_lengthscale("auto", counts), 0.6 * median_lengthscale(counts));
  EXPECT_TRUE(refusal("auto", Sample({1.0, 1.0, 1.0}, 1), Fault::data)
                  .starts_with("the median distance between observations is 0"));
  EXPECT_TRUE(refusal("auto", Sample({1.0}, 1), Fault::data).starts_with("the median rule needs"));
}

TEST(QuantileRule, RefusesNumbersThatCannotBe) {
  for (const char* rule : {"quantile:", "quantile:0.25", "quantile:1:1", "quantile:0:1",
                           "quantile:0.5:0", "quantile:0.5:inf", "quantile:a:b"})
    EXPECT_TRUE(refusal(rule, Sample({0.0, 1.0}, 1), Fault::usage)
                    .starts_with("lengthscale quantile:PROBABILITY:FACTOR needs"))
        << rule;
}

}  // namespace
}  // namespace surefoot
