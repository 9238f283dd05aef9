#include "report/predicted_bins.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "report/percent.hpp"

namespace surefoot {
namespace {

TEST(Bins, HoldAsManyWholeNumbersEach) {
  std::vector<double> counts(100);
  std::iota(counts.begin(), counts.end(), 0.0);
  const Bins few = bins_of({0.0, 1.0, 5.0}, {-0.2, 5.2}, 40);
  EXPECT_EQ(few.lower, -0.5);
  EXPECT_EQ(few.width, 1.0);
  EXPECT_EQ(few.count, 6);
  const Bins many = bins_of(counts, {-4.0, 103.0}, 40);
  EXPECT_EQ(many.width, 3.0);
  EXPECT_GE(many.upper(), 103.5);
}

TEST(Bins, DivideTheRangeOfOtherNumbers) {
  const Bins bins = bins_of({0.0, 0.5}, {0.0, 2.0}, 8);
  EXPECT_EQ(bins.lower, 0.0);
  EXPECT_EQ(bins.width, 0.25);
  EXPECT_EQ(bins.upper(), 2.0);
}

/// Two data sets of four observations in the bins [0, 1) and [1, 2).
Fit two_sets() {
  Fit fit;
  fit.observations = Sample(std::vector<double>(4, 0.5), 1);
  fit.draws.names = {"a"};
  for (std::uint32_t b = 0; b < 2; ++b) {
    DrawInfo info;
    info.mass = 0.5;
    fit.draws.add(b, std::vector<double>{0.0}, info);
  }
  fit.predictive = {{0, 1}, 4, {0.5, 0.5, 0.5, 1.5, 0.5, 1.5, 1.5, 1.5}};
  return fit;
}

TEST(PredictedBins, AreDensitiesAtTheMassOfTheDraws) {
  Fit fit = two_sets();
  const Bins bins{0.0, 1.0, 2};
  fit.settings.mass = Mass::fixed;
  EXPECT_DOUBLE_EQ(predicted_bins(fit, 0, bins).mean[0], 0.5);
  fit.settings.mass = Mass::free;
  const PredictedBins free = predicted_bins(fit, 0, bins);
  EXPECT_DOUBLE_EQ(free.mean[0], 0.25);
  EXPECT_LE(free.low[0], free.mean[0]);
  EXPECT_GE(free.high[0], free.mean[0]);
}

TEST(PredictedBins, HaveANarrowerBandForMoreObservations) {
  Fit fit = two_sets();
  fit.settings.mass = Mass::fixed;
  const Bins bins{0.0, 1.0, 2};
  const PredictedBins few = predicted_bins(fit, 0, bins);
  fit.observations = Sample(std::vector<double>(400, 0.5), 1);
  const PredictedBins many = predicted_bins(fit, 0, bins);
  EXPECT_LT(many.high[0] - many.low[0], few.high[0] - few.low[0]);
  EXPECT_DOUBLE_EQ(many.mean[0], few.mean[0]);
}

TEST(Percent, HasNoPowersOfTen) {
  EXPECT_EQ(percent(1.1), "110 %");
  EXPECT_EQ(percent(0.996), "100 %");
  EXPECT_EQ(percent(0.106), "11 %");
  EXPECT_EQ(percent(0.0042), "0.42 %");
}

}  // namespace
}  // namespace surefoot
