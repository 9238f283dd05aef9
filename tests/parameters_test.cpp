#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/parameters.hpp>

namespace surefoot {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

ParameterSpace example() {
  return ParameterSpace({{"location", -10.0, 10.0},
                         {"scale", 0.01, 100.0, Transform::log},
                         {"share", 0.0, 2.0, Transform::logit}});
}

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "no error";
}

std::string refusal_of(std::vector<Parameter> parameters) {
  return refusal([&] { ParameterSpace space(parameters); });
}

TEST(ParameterSpace, KeepsTheOrderOfTheModel) {
  const ParameterSpace space = example();
  EXPECT_EQ(space.names(), (std::vector<std::string>{"location", "scale", "share"}));
  EXPECT_EQ(space.size(), 3);
  EXPECT_EQ(space.free_size(), 3);
  EXPECT_EQ(space.index("scale"), 1);
  EXPECT_EQ(space[2].upper, 2.0);
}

TEST(ParameterSpace, ComesBackFromTheOptimisersScale) {
  const ParameterSpace space = example();
  const std::array theta{3.0, 0.5, 1.5};
  std::array<double, 3> eta{}, back{};
  space.to_optimiser(theta, eta);
  EXPECT_DOUBLE_EQ(eta[0], 3.0);
  EXPECT_DOUBLE_EQ(eta[1], std::log(0.5));
  EXPECT_DOUBLE_EQ(eta[2], std::log(3.0));
  space.to_natural(eta, back);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(back[k], theta[k], 1e-14);
}

TEST(ParameterSpace, ClampsIntoTheBox) {
  const ParameterSpace space = example();
  std::array<double, 3> eta{}, theta{};
  space.to_optimiser(std::array{-11.0, 1e9, 2.5}, eta);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_TRUE(std::isfinite(eta[k]));
    EXPECT_LE(space.lower()[k], eta[k]);
    EXPECT_LE(eta[k], space.upper()[k]);
  }
  space.to_natural(eta, theta);
  EXPECT_EQ(theta[0], -10.0);
  EXPECT_LE(theta[1], 100.0);
  EXPECT_NEAR(theta[1], 100.0, 1e-12);
  EXPECT_LE(theta[2], 2.0);
  EXPECT_NEAR(theta[2], 2.0, 1e-14);
}

TEST(ParameterSpace, NeverRoundsOutOfTheBox) {
  for (const double upper : {0.1, 0.3, 0.7, 3.0, 7.0, 49.0, 1e300}) {
    const ParameterSpace space({{"x", 0.01, upper, Transform::log}});
    std::array<double, 1> theta{};
    space.to_natural(space.upper(), theta);
    EXPECT_LE(theta[0], upper);
    space.to_natural(space.lower(), theta);
    EXPECT_GE(theta[0], 0.01);
  }
}

TEST(ParameterSpace, PullsGradientsBackByTheChainRule) {
  const ParameterSpace space = example();
  const auto f = [](std::span<const double> t) { return t[0] * t[0] + t[1] * t[2] - 3.0 * t[2]; };
  const std::array eta{0.7, -0.4, 1.1};
  std::array<double, 3> theta{}, pulled{};
  space.to_natural(eta, theta);
  const std::array gradient{2.0 * theta[0], theta[2], theta[1] - 3.0};
  space.pull_back(theta, gradient, pulled);
  for (std::size_t k = 0; k < 3; ++k) {
    const double h = 1e-6;
    std::array<double, 3> up = eta, down = eta, theta_up{}, theta_down{};
    up[k] += h;
    down[k] -= h;
    space.to_natural(up, theta_up);
    space.to_natural(down, theta_down);
    EXPECT_NEAR(pulled[k], (f(theta_up) - f(theta_down)) / (2.0 * h), 1e-8) << k;
  }
}

TEST(ParameterSpace, LeavesHeldParametersToTheirValue) {
  ParameterSpace space = example();
  space.fix("scale", 2.0);
  EXPECT_EQ(space.free_size(), 2);
  EXPECT_EQ(space.lower().size(), 2u);
  std::array<double, 2> eta{}, pulled{};
  space.to_optimiser(std::array{1.0, 99.0, 1.0}, eta);
  EXPECT_EQ(eta[0], 1.0);
  EXPECT_EQ(eta[1], 0.0);
  std::array<double, 3> theta{};
  space.to_natural(eta, theta);
  EXPECT_EQ(theta[1], 2.0);
  space.pull_back(theta, std::array{1.0, 5.0, 4.0}, pulled);
  EXPECT_DOUBLE_EQ(pulled[0], 1.0);
  EXPECT_DOUBLE_EQ(pulled[1], 2.0);  // (theta - lower) (upper - theta) / width = 1/2
}

TEST(ParameterSpace, MayBeHeldAnewAndAtAnEnd) {
  ParameterSpace space = example();
  space.fix("share", 2.0);
  space.fix("share", 0.0);
  space.fix("location", 1.0);
  std::array<double, 3> theta{};
  space.to_natural(std::array{0.0}, theta);
  EXPECT_EQ(theta, (std::array{1.0, 1.0, 0.0}));
}

TEST(ParameterSpace, RefusesToHoldEverything) {
  ParameterSpace space({{"a", 0.0, 1.0}, {"b", 0.0, 1.0}});
  space.fix("a", 0.5);
  EXPECT_EQ(refusal([&] { space.fix("b", 0.5); }),
            "at least 1 parameter must be left to fit, but holding 'b' leaves none");
  EXPECT_EQ(space.free_size(), 1);
  space.fix("a", 0.25);  // already held, so b stays free
}

TEST(ParameterSpace, RefusesAHeldValueOutsideTheBox) {
  ParameterSpace space = example();
  EXPECT_EQ(refusal([&] { space.fix("scale", 0.0); }),
            "parameter 'scale' must be held at a finite value in its box 0.01:100, but at 0");
  EXPECT_NE(refusal([&] { space.fix("scale", std::nan("")); }), "no error");
  ParameterSpace wide({{"a", -inf, inf}, {"b", 0.0, 1.0}});
  EXPECT_NE(refusal([&] { wide.fix("a", inf); }), "no error");
}

TEST(ParameterSpace, RefusesABoxThatLosesAHeldValue) {
  ParameterSpace space = example();
  space.fix("location", 5.0);
  EXPECT_EQ(refusal([&] { space.bound("location", 0.0, 4.0); }),
            "parameter 'location' must be held at a finite value in its box 0:4, but at 5");
  EXPECT_EQ(space[0].upper, 10.0);
  space.bound("location", 0.0, 6.0);
  EXPECT_EQ(space[0].upper, 6.0);
}

TEST(ParameterSpace, TakesANewBoxOnTheOptimisersScaleToo) {
  ParameterSpace space = example();
  space.bound("scale", 1.0, inf);
  EXPECT_EQ(space.lower()[1], 0.0);
  EXPECT_EQ(space.upper()[1], inf);
}

TEST(ParameterSpace, RefusesBoxesThatCannotBe) {
  EXPECT_EQ(refusal_of({{"a", 1.0, 1.0}}),
            "the box of parameter 'a' must have its lower end below its upper end, but is 1:1");
  EXPECT_NE(refusal_of({{"a", 2.0, 1.0}}), "no error");
  EXPECT_NE(refusal_of({{"a", std::nan(""), 1.0}}), "no error");
  EXPECT_NE(refusal_of({{"a", 0.0, std::nan("")}}), "no error");
  EXPECT_NE(refusal_of({{"a", inf, inf}}), "no error");
  EXPECT_NE(refusal_of({{"a", 0.0, 1.0, Transform::log}}).find("log scale"), std::string::npos);
  EXPECT_NE(refusal_of({{"a", 0.0, inf, Transform::logit}}).find("logit"), std::string::npos);
  EXPECT_NE(refusal_of({{"a", -1e308, 1e308, Transform::logit}}), "no error");
  EXPECT_EQ(refusal_of({{"a", -inf, inf}}), "no error");
  EXPECT_EQ(refusal_of({{"a", 1e-3, inf, Transform::log}}), "no error");
}

TEST(ParameterSpace, RefusesNamesThatDoNotTellApart) {
  EXPECT_EQ(refusal_of({{"a", 0.0, 1.0}, {"a", 0.0, 2.0}}),
            "the names of parameters must differ, but 'a' is there twice");
  EXPECT_EQ(refusal_of({{"", 0.0, 1.0}}), "every parameter must have a name");
  EXPECT_EQ(refusal_of({}), "a model must have at least 1 parameter");
}

TEST(ParameterSpace, SuggestsTheNearestName) {
  ParameterSpace space = example();
  EXPECT_EQ(refusal([&] { space.fix("scael", 1.0); }),
            "the model has no parameter 'scael'; its parameters are location, scale, share; did "
            "you mean 'scale'?");
  EXPECT_EQ(refusal([&] { space.bound("zzz", 0.0, 1.0); }),
            "the model has no parameter 'zzz'; its parameters are location, scale, share");
}

TEST(ParameterSpace, KnowsItsEdges) {
  const ParameterSpace space = example();
  const double log_end = std::log(100.0);
  EXPECT_FALSE(space.at_edge(std::array{0.0, 0.0, 0.0}));
  EXPECT_TRUE(space.at_edge(std::array{-10.0, 0.0, 0.0}));
  EXPECT_TRUE(space.at_edge(std::array{10.0 - 1e-9, 0.0, 0.0}));
  EXPECT_FALSE(space.at_edge(std::array{9.999, 0.0, 0.0}));
  EXPECT_TRUE(space.at_edge(std::array{0.0, log_end, 0.0}));
  EXPECT_TRUE(space.at_edge(std::array{0.0, 0.0, -20.0}));
  EXPECT_FALSE(space.at_edge(std::array{0.0, 0.0, 10.0}));
}

TEST(ParameterSpace, HasNoEdgeAtInfinity) {
  const ParameterSpace space({{"a", -inf, inf}, {"b", 0.5, inf}});
  EXPECT_FALSE(space.at_edge(std::array{1e300, 1e300}));
  EXPECT_TRUE(space.at_edge(std::array{0.0, 0.5}));
}

TEST(ParameterSpace, JudgesAnEdgeByTheWidthOfTheBox) {
  const ParameterSpace space({{"a", 0.0, 1e-12}});
  EXPECT_FALSE(space.at_edge(std::array{5e-13}));
  EXPECT_TRUE(space.at_edge(std::array{1e-12}));
}

}  // namespace
}  // namespace surefoot
