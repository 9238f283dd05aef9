#include "paper/verdict.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace surefoot::paper {
namespace {

TEST(Verdict, AgreesWithinTwoStandardErrors) {
  EXPECT_EQ(verdict({1.0, 0.3}, {1.6, 0.4}), "agrees within 1.2 standard errors");
  EXPECT_EQ(verdict({1.0, 0.3}, {1.0, 0.4}), "agrees within 0.1 standard errors");
}

TEST(Verdict, GivesTheFactorAndHowManyErrorsItIs) {
  EXPECT_EQ(verdict({2.1, 0.06}, {1.0, 0.08}), "lower by a factor 2.1 (11.0 s.e.)");
  EXPECT_EQ(verdict({1.0, 0.3}, {2.25, 0.4}),
            "higher by a factor 2.2, at the edge of chance (2.5 s.e.)");
}

TEST(Verdict, HasNoExponentInALargeFactor) {
  EXPECT_EQ(verdict({0.75, 0.03}, {0.0036, 0.04}), "lower by a factor 208 (14.9 s.e.)");
}

TEST(Verdict, GivesADifferenceWhereAFactorHasNoMeaning) {
  EXPECT_EQ(verdict({-1.0, 0.03}, {1.0, 0.04}), "higher by 2 (40.0 s.e.)");
}

TEST(Verdict, SaysWhoseErrorItIs) {
  EXPECT_EQ(verdict({1.0, NAN}, {1.1, 0.2}), "agrees within 0.5 standard errors, ours alone");
  EXPECT_EQ(verdict({1.0, NAN}, {2.0, NAN}), "higher by a factor 2; neither has a standard error");
}

TEST(Verdict, IsEmptyWithoutAPublishedNumber) {
  EXPECT_EQ(verdict({NAN, NAN}, {1.0, 0.1}), "");
  EXPECT_EQ(verdict({1.0, 0.1}, {NAN, NAN}), "no number of ours");
}

TEST(Verdict, OnAnArtefactSaysWhy) {
  EXPECT_EQ(with_artefact("one column was read", "lower by a factor 3 (9.0 s.e.)"),
            "the published row is an artefact: one column was read; ours: lower by a factor 3 "
            "(9.0 s.e.)");
  EXPECT_EQ(with_artefact("", "agrees"), "agrees");
  EXPECT_EQ(with_caution("no expectation", "agrees"), "agrees; no expectation");
}

TEST(Verdict, AmongSeedsCountsThoseAbove) {
  EXPECT_EQ(verdict_among_seeds(0.5, std::vector{0.4, 0.6, 0.7}),
            "the published value is lower than 2 of 3 seeds, whose median is 0.6");
}

TEST(Verdict, OnSecondsNamesTheFaster) {
  EXPECT_EQ(verdict_on_seconds(100.0, 2.0), "faster by a factor 50, on another machine");
  EXPECT_EQ(verdict_on_seconds(1.0, 2.0), "slower by a factor 2, on another machine");
}

// The number of standard errors is that of a difference of independent numbers, and its limits are
// the words': two that one comparison in twenty exceeds, three that one in four hundred does.
TEST(Verdict, ChangesItsWordsAtTwoAndThreeStandardErrors) {
  for (const auto& [published, ours] :
       {std::pair(0.3, 0.4), std::pair(0.05, 0.12), std::pair(1.5, 2.0)}) {
    const double error = std::sqrt(published * published + ours * ours);
    const auto at = [&](double distance) {
      return verdict({10.0, published}, {10.0 + distance * error, ours});
    };
    EXPECT_EQ(at(1.94), "agrees within 1.9 standard errors");
    EXPECT_NE(at(2.01).find("at the edge of chance (2.0 s.e.)"), std::string::npos) << at(2.01);
    EXPECT_NE(at(2.94).find("at the edge of chance (2.9 s.e.)"), std::string::npos) << at(2.94);
    EXPECT_EQ(at(3.01).find("edge of chance"), std::string::npos) << at(3.01);
    EXPECT_NE(at(3.01).find("(3.0 s.e.)"), std::string::npos) << at(3.01);
  }
  EXPECT_NEAR(std::erfc(2.0 / std::sqrt(2.0)), 1.0 / 20.0, 0.01);
  EXPECT_NEAR(std::erfc(3.0 / std::sqrt(2.0)), 1.0 / 400.0, 0.001);
}

// Kolmogorov's distribution has 5 % beyond 1.36; of two samples of n points the scale is
// sqrt(2 / n).
TEST(Verdict, OnADifferenceHasTheBoundOfKolmogorovAndSmirnov) {
  double lower = 1.0, upper = 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (lower + upper);
    double beyond = 0.0;
    for (int k = 1; k < 50; ++k)
      beyond += (k % 2 == 1 ? 2.0 : -2.0) * std::exp(-2.0 * k * k * middle * middle);
    (beyond > 0.05 ? lower : upper) = middle;
  }
  const double bound = lower * std::sqrt(2.0 / 2000.0);
  EXPECT_EQ(verdict_on_difference(0.995 * bound, 2000), "not to be told from the truth");
  EXPECT_EQ(verdict_on_difference(1.005 * bound, 2000), "1.0 times what chance would do");
  EXPECT_EQ(verdict_on_difference(3.0 * bound, 2000), "3.0 times what chance would do");
}

TEST(Verdict, OnMeansCountsPosteriorDeviations) {
  EXPECT_EQ(verdict_on_means({1.0, 0.1}, {1.15, 0.1}), "higher by 1.5 posterior sd");
}

TEST(Shown, HasThreeDigitsAndTheError) {
  EXPECT_EQ(shown(Estimate{0.010712, 0.00178}), "0.0107 ± 0.0018");
  EXPECT_EQ(shown(Estimate{12.3456, NAN}), "12.3");
  EXPECT_EQ(shown(NAN), "");
}

}  // namespace
}  // namespace surefoot::paper
