#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/plain.hpp>

#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

/// Two columns from a normal and a uniform, as a template in the scalar.
struct Templated {
  static constexpr int parameters = 2, dimension = 2, latents = 2;

  template <class Real, class Latent>
  Vec<Real, 2> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    const auto z = latent.normal();
    const auto u = latent.uniform();
    return {{theta[0] + theta[1] * z, theta[1] * u}};
  }
};

/// The same for doubles alone.
struct Plain {
  static constexpr int parameters = 2, dimension = 2, latents = 2;

  template <class Latent>
  Vec<double, 2> operator()(const Vec<double, 2>& theta, Latent& latent) const {
    const double z = latent.normal();
    const double u = latent.uniform();
    return {{theta[0] + theta[1] * z, theta[1] * u}};
  }
};

/// A count, with a table behind it: neither derivatives nor packs would do.
struct Counts {
  static constexpr int parameters = 1, dimension = 1;
  int latents = 2;
  std::vector<double> table = {0.0, 10.0, 20.0, 30.0};

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    const auto row = static_cast<std::size_t>(std::floor(4.0 * latent.uniform()));
    return {{latent.uniform() < theta[0] ? table[row] : -1.0}};
  }
};

/// At 0, 1, 2 and 3: not a number, infinite, another kind of latent than before, one too many.
struct Misbehaves {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    const double t = theta[0];
    if (t == 2.0) return {{latent.uniform()}};
    const double z = latent.normal();
    if (t == 0.0) return {{z > 1.0 ? std::sqrt(-1.0) : z}};
    if (t == 1.0) return {{z * std::numeric_limits<double>::infinity()}};
    return {{t == 3.0 ? latent.normal() : z}};
  }
};

static_assert(PlainSimulator<Templated> && Simulator<Templated>);
static_assert(PlainSimulator<Plain> && !Simulator<Plain>);
static_assert(PlainSimulator<Counts> && !Simulator<Counts>);
static_assert(!PlainSimulator<int>);

const std::vector<Parameter> two{{"shift", -9.0, 9.0}, {"scale", 0.0, 9.0}};

TEST(PlainSimulator, GivesTheNumbersOfTheTemplate) {
  const Model plain = make_model(Plain{}, two, "plain"), packs = make_model(Templated{}, two);
  EXPECT_EQ(plain.name, "plain");
  EXPECT_EQ(plain.dimension, 2);
  EXPECT_EQ(plain.latents, packs.latents);
  const auto compare = [&]<class Real>(Real tolerance) {
    const auto latents = latents_for<Real>(plain, 21);
    const auto ours = simulate(plain, {2.0, 3.0}, latents);
    const auto theirs = simulate(packs, {2.0, 3.0}, latents);
    EXPECT_TRUE(ours.fine);
    for (int j = 0; j < 21; ++j)
      for (int c = 0; c < 2; ++c) EXPECT_NEAR(ours.y(j, c), theirs.y(j, c), tolerance);
    for (int j = 21; j < ours.at.stride; ++j) EXPECT_TRUE(std::isfinite(ours.y(j, 1)));
  };
  compare(1e-14);
  compare(1e-5F);
}

TEST(PlainSimulator, HasNoDerivatives) {
  const Model plain = make_model(Plain{}, two), packs = make_model(Templated{}, two);
  EXPECT_TRUE(packs.simulator->differentiable());
  EXPECT_FALSE(plain.simulator->differentiable());
  EXPECT_FALSE(simulate(plain, {2.0, 3.0}, latents_for<float>(plain, 5), Derivatives::yes).fine);
  EXPECT_FALSE(simulate(plain, {2.0, 3.0}, latents_for<double>(plain, 5), Derivatives::yes).fine);
}

TEST(PlainSimulator, MayBranchAndKeepTables) {
  const Model model = make_model(Counts{}, {{"chance", 0.0, 1.0}});
  const auto latents = latents_for<double>(model, 50);
  const auto out = simulate(model, {0.5}, latents);
  EXPECT_TRUE(out.fine);
  for (int j = 0; j < 50; ++j) {
    const double u = latents.values[j], v = latents.values[latents.stride + j];
    EXPECT_EQ(out.y(j), v < 0.5 ? 10.0 * std::floor(4.0 * u) : -1.0);
  }
  EXPECT_EQ(model.simulate(std::vector{0.5}, 10, 1).size(), 10u);
}

TEST(PlainSimulator, FailsWhereItReturnsNoNumberOrBreaksItsWord) {
  const Model model = make_model(Misbehaves{}, {{"a", -8.0, 4.0}});
  const auto latents = latents_for<double>(model, 40);
  const auto single = latents_for<float>(model, 40);
  EXPECT_TRUE(simulate(model, {-1.0}, latents).fine);
  for (const double theta : {0.0, 2.0, 3.0}) {
    EXPECT_FALSE(simulate(model, {theta}, latents).fine) << theta;
    EXPECT_FALSE(simulate(model, {theta}, single).fine) << theta;
  }
  const auto far = simulate(model, {1.0}, single);
  EXPECT_TRUE(far.fine);
  for (int j = 0; j < 40; ++j) EXPECT_EQ(std::abs(far.y(j)), far_away<float>);
}

TEST(PlainSimulator, IsRefusedIfItAsksForOtherThanItDeclares) {
  const auto refusal = [](const Counts& simulator, std::vector<Parameter> parameters) {
    try {
      make_model(simulator, std::move(parameters));
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::usage);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(
      refusal({.latents = 3}, {{"chance", 0.0, 1.0}}),
      "a simulator must ask for as many latents as it declares: it declares 3 and asked for 2");
  EXPECT_EQ(refusal({}, two),
            "a simulator's parameters must all be described: it has 1, and 2 are described");
}

}  // namespace
}  // namespace surefoot
