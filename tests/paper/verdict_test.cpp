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
