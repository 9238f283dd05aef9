#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/prior/randomised_prior.hpp>

#include "monte_carlo.hpp"

namespace surefoot {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

ParameterSpace three_parameters() {
  return ParameterSpace(
      {{"x", -endless, endless}, {"y", -1.0, 4.0}, {"z", 0.1, 50.0, Transform::log}});
}

std::string refusal_of(const ParameterSpace& space, const std::string& text) {
  try {
    RandomisedPrior(space, text, 1.0);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "no error";
}

TEST(CutMarginal, ScoresAreThoseOfItsQuantiles) {
  using Family = Marginal::Family;
  const Parameter line{"x", -endless, endless}, box{"x", -1.0, 4.0};
  for (const CutMarginal& marginal :
       {CutMarginal({Family::normal, 1.0, 2.0}, line), CutMarginal({Family::normal, 1.0, 2.0}, box),
        CutMarginal({Family::normal, -30.0, 2.0}, box),
        CutMarginal({Family::normal, 40.0, 3.0}, box),
        CutMarginal({Family::uniform, 0.0, 9.0}, box),
        CutMarginal({Family::log_of_uniform, 0.5, 20.0}, box)})
    for (const double z : {-3.5, -1.0, 0.0, 0.4, 3.9}) {
      const double theta = marginal.quantile(normal_cdf(z));
      const double h = 1e-4 / marginal.score(theta).slope;
      EXPECT_NEAR(marginal.score(theta).value, z, 1e-6) << to_text(marginal.marginal());
      const double difference =
          (marginal.score(theta + h).value - marginal.score(theta - h).value) / (2.0 * h);
      EXPECT_NEAR(marginal.score(theta).slope, difference, 1e-4 * difference)
          << to_text(marginal.marginal()) << " at " << z;
    }
}

TEST(CutMarginal, ScoresStayFiniteAndSmoothUpToTheEdgesOfTheBox) {
  const CutMarginal marginal({Marginal::Family::uniform, 0.0, 2.0}, {"x", 0.0, 2.0});
  EXPECT_LT(marginal.score(0.0).value, -4.0);
  EXPECT_GT(marginal.score(0.0).value, -4.5);
  EXPECT_DOUBLE_EQ(marginal.score(2.0).value, -marginal.score(0.0).value);
  EXPECT_EQ(marginal.score(0.0).slope, marginal.score(1e-6).slope);
}

TEST(RandomisedPrior, IsThatOfTheParametersThatItNames) {
  const RandomisedPrior prior(three_parameters(), " z = normal:3:1 ,x=uniform:0:2", 1.0);
  EXPECT_EQ(prior.text(), "x=uniform:0:2,z=normal:3:1");
  ASSERT_EQ(prior.terms().size(), 2U);
  EXPECT_EQ(prior.terms()[1].coordinate, 2U);
  const RandomisedPrior for_all(three_parameters(), "normal:0:1,y=normal:2:3", 1.0);
  EXPECT_EQ(for_all.text(), "x=normal:0:1,y=normal:2:3,z=normal:0:1");
}

TEST(RandomisedPrior, LeavesOutWhatIsFixed) {
  ParameterSpace space = three_parameters();
  space.fix("x", 1.0);
  const RandomisedPrior prior(space, "normal:1:2", 1.0);
  EXPECT_EQ(prior.text(), "y=normal:1:2,z=normal:1:2");
  EXPECT_EQ(prior.terms()[0].parameter, 1U);
  EXPECT_EQ(prior.terms()[0].coordinate, 0U);
}

TEST(RandomisedPrior, SlopesAreThoseOfTheOptimisersScale) {
  const RandomisedPrior prior(three_parameters(), "z=normal:3:1", 1.0);
  const double h = 1e-6;
  const std::vector<double> at{0.0, 0.0, std::log(2.0)}, above{0.0, 0.0, at[2] + h};
  const RandomisedPrior::Term& term = prior.terms()[0];
  EXPECT_NEAR(prior.score(term, at).slope,
              (prior.score(term, above).value - prior.score(term, at).value) / h, 1e-4);
}

TEST(RandomisedPrior, CentresOfDrawsAreStandardNormalAndTheirPlacesDrawsFromThePrior) {
  const RandomisedPrior prior(three_parameters(), "y=uniform:0:3,x=normal:5:2", 1.0);
  std::vector<double> centres, places;
  for (std::uint32_t draw = 0; draw < 4000; ++draw) {
    const auto centre = prior.centre_of_draw(7, draw);
    std::vector<double> theta{0.0, 0.0, 1.0};
    prior.place(centre, theta);
    centres.push_back(centre[0]);
    places.push_back(theta[1]);
    EXPECT_NEAR(theta[0], 5.0 + 2.0 * centre[0], 1e-6);
    EXPECT_EQ(theta[2], 1.0);
  }
  EXPECT_NEAR(estimate(centres).mean, 0.0, errors * estimate(centres).error);
  const Estimate square = estimate(squares_about(centres, 0.0));
  EXPECT_NEAR(square.mean, 1.0, errors * square.error);
  EXPECT_NEAR(estimate(places).mean, 1.5, errors * estimate(places).error);
}

TEST(RandomisedPrior, AnotherParametersPriorDoesNotMoveTheCentresOfThisOne) {
  const RandomisedPrior one(three_parameters(), "z=normal:3:1", 1.0),
      all(three_parameters(), "normal:3:1", 1.0);
  EXPECT_EQ(one.centre_of_draw(1, 5)[0], all.centre_of_draw(1, 5)[2]);
}

TEST(RandomisedPrior, RefusesWhatSaysNothingOrHasNoMass) {
  ParameterSpace space = three_parameters();
  EXPECT_EQ(refusal_of(space, "y=normal:0"),
            "prior must be normal:MEAN:SD, uniform:LO:HI or log-of-uniform:LO:HI, for all "
            "parameters or as NAME=... for each, but is 'normal:0'");
  EXPECT_EQ(refusal_of(space, "y=uniform:7:8"),
            "the prior of y must have mass in its box [-1, 4], but uniform:7:8 has none");
  space.fix("y", 1.0);
  EXPECT_EQ(refusal_of(space, "y=normal:0:1"),
            "prior must be that of a parameter that is not fixed, but is 'y=normal:0:1'");
}

}  // namespace
}  // namespace surefoot
