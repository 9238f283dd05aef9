#include <vector>

#include <gtest/gtest.h>

#include <surefoot/simulators/sir.hpp>

#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

/// The differential equations, by Euler's method in very small steps.
double infected_share(double infection, double recovery, double time, double at_first) {
  constexpr int steps = 200000;
  const double h = time / steps;
  double s = 1.0 - at_first, i = at_first;
  for (int t = 0; t < steps; ++t) {
    const double infections = infection * s * i * h, recoveries = recovery * i * h;
    s -= infections;
    i += infections - recoveries;
  }
  return i;
}

TEST(SirEpidemic, FollowsItsDifferentialEquationsInALargePopulation) {
  const Model model = built_in_model(
      "sir", 4, {{"population", 1e9}, {"infected", 1e7}, {"steps", 100}, {"interval", 8}});
  const auto out = simulate(model, model.truth, latents_for<double>(model, 3));
  for (int c = 0; c < 4; ++c) {
    const double share = infected_share(0.4, 0.125, 8.0 * (c + 1), 0.01);
    for (int j = 0; j < 3; ++j)  // the steps are a twelfth of a day: an error of their order
      EXPECT_NEAR(out.y(j, c) / 1e9, share, 0.03 * share) << "time " << c;
  }
}

TEST(SirEpidemic, NeverHasMoreInfectedThanPeople) {
  const Model model = built_in_model("sir", 0, {{"population", 50}, {"infected", 3}});
  for (const double infection : {0.01, 0.4, 5.0})
    for (const double recovery : {0.01, 0.125, 2.0}) {
      const Sample x = model.simulate(std::vector{infection, recovery}, 500, 1);
      for (const double y : x.values()) {
        EXPECT_GE(y, 0.0);
        EXPECT_LE(y, 50.0);
      }
    }
}

TEST(SirEpidemic, DiesOutForGoodWithoutInfection) {
  const Model model = built_in_model("sir", 20);
  const Sample x = model.simulate(std::vector{0.01, 2.0}, 200, 1);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(x(i, 19), 0.0);
}

/// Hands out the numbers that it is given.
struct GivenNormals {
  std::vector<double> values;
  std::size_t next = 0;
  double normal() { return values.at(next++); }
  double uniform() { return 0.5; }
};

TEST(SirEpidemic, MovesPeopleByNormalsOfTheBinomialsMeanAndVariance) {
  const SirEpidemic simulate{.length = 1, .steps = 1, .latents = 2, .interval = 1.0};
  GivenNormals latent{{1.5, -0.5}};
  double y = 0.0;
  simulate(Vec<double, 2>{{0.4, 0.125}}, latent, std::span(&y, 1));
  const double p = 1.0 - std::exp(-0.4 * 10.0 / 1000.0), q = 1.0 - std::exp(-0.125);
  const double infections = 990.0 * p + 1.5 * std::sqrt(990.0 * p * (1.0 - p));
  const double recoveries = 10.0 * q - 0.5 * std::sqrt(10.0 * q * (1.0 - q));
  EXPECT_NEAR(y, 10.0 + infections - recoveries, 1e-12);
}

}  // namespace
}  // namespace surefoot
