#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>

#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

/// y = theta0 + theta1 z + u: a simulator that keeps its word.
struct Honest {
  static constexpr int parameters = 2;
  static constexpr int dimension = 1;
  static constexpr int latents = 2;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    const auto z = latent.normal();
    const auto u = latent.uniform();
    return {{theta[0] + theta[1] * z + u}};
  }
};

/// Asks for `asked` normals, whatever it declares.
struct AsksFor {
  static constexpr int parameters = 1;
  static constexpr int dimension = 1;
  int asked;
  int latents = 2;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    Real y = theta[0];
    for (int i = 0; i < asked; ++i) y = y + latent.normal();
    return {{y}};
  }
};

/// Asks for something else, or for more, where theta is positive: what no check beforehand sees.
template <bool More>
struct ChangesItsMind {
  static constexpr int parameters = 1;
  static constexpr int dimension = 1;
  static constexpr int latents = 2;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    const bool positive = any(theta[0] > Real(0.0));
    Real y = theta[0] + latent.normal();
    y = y + (positive && !More ? latent.normal() : latent.uniform());
    if (positive && More) y = y + latent.uniform();
    return {{y}};
  }
};

/// Not a number where theta is positive.
struct Fails {
  static constexpr int parameters = 1;
  static constexpr int dimension = 1;
  static constexpr int latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    return {{log(-theta[0]) + latent.normal()}};
  }
};

template <class Sim>
std::string refusal(const Sim& simulator, std::vector<Parameter> parameters) {
  try {
    make_model(simulator, std::move(parameters));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "accepted";
}

TEST(OwnSimulator, RunsOnPacksWithItsDerivatives) {
  const Model model = make_model(Honest{}, {{"shift", -9.0, 9.0}, {"scale", 0.0, 9.0}}, "honest");
  EXPECT_EQ(model.name, "honest");
  EXPECT_EQ(model.latents, (std::vector{LatentKind::normal, LatentKind::uniform}));
  const auto latents = latents_for<double>(model, 21);
  const auto out = simulate(model, {2.0, 3.0}, latents, Derivatives::yes);
  EXPECT_TRUE(out.fine);
  for (int j = 0; j < 21; ++j) {
    const double z = latents.values[j], u = latents.values[latents.stride + j];
    EXPECT_DOUBLE_EQ(out.y(j), 2.0 + 3.0 * z + u);
    EXPECT_EQ(out.slope(j, 0, 0), 1.0);
    EXPECT_EQ(out.slope(j, 0, 1), z);
  }
}

TEST(OwnSimulator, IsRefusedIfItAsksForOtherThanItDeclares) {
  EXPECT_EQ(
      refusal(AsksFor{3}, {{"a", 0.0, 1.0}}),
      "a simulator must ask for as many latents as it declares: it declares 2 and asked for 3");
  EXPECT_EQ(
      refusal(AsksFor{1}, {{"a", 0.0, 1.0}}),
      "a simulator must ask for as many latents as it declares: it declares 2 and asked for 1");
  EXPECT_EQ(refusal(AsksFor{2}, {{"a", 0.0, 1.0}}), "accepted");
}

TEST(OwnSimulator, IsRefusedIfItsParametersAreNotAllDescribed) {
  EXPECT_EQ(refusal(Honest{}, {{"a", 0.0, 1.0}}),
            "a simulator's parameters must all be described: it has 2, and 1 are described");
}

TEST(OwnSimulator, FailsWhereItBreaksItsWordAboutTheLatents) {
  const std::vector<Parameter> box{{"a", -3.0, 1.0}};  // its middle is negative
  for (const Model& model :
       {make_model(ChangesItsMind<true>{}, box), make_model(ChangesItsMind<false>{}, box)})
    for (const Derivatives derivatives : {Derivatives::no, Derivatives::yes}) {
      const auto latents = latents_for<float>(model, 10);
      EXPECT_TRUE(simulate(model, {-1.0}, latents, derivatives).fine);
      EXPECT_FALSE(simulate(model, {1.0}, latents, derivatives).fine);
    }
}

TEST(OwnSimulator, FailsWhereItReturnsNoNumber) {
  const Model model = make_model(Fails{}, {{"a", -3.0, 1.0}});
  for (const Derivatives derivatives : {Derivatives::no, Derivatives::yes}) {
    EXPECT_TRUE(simulate(model, {-1.0}, latents_for<float>(model, 10), derivatives).fine);
    EXPECT_FALSE(simulate(model, {1.0}, latents_for<float>(model, 10), derivatives).fine);
    EXPECT_FALSE(simulate(model, {1.0}, latents_for<double>(model, 10), derivatives).fine);
  }
  EXPECT_THROW(model.simulate(std::vector{1.0}, 10, 1), Error);
}

struct WithoutLatents : Honest {
  static constexpr const char* latents = "two";
};
struct WithoutDuals {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal()}};
  }
};
struct WrongDimension : Honest {
  static constexpr int dimension = 2;
};
struct WithState : Honest {
  std::vector<double> state;
};
static_assert(Simulator<Honest> && Simulator<AsksFor> && Simulator<Fails>);
static_assert(!Simulator<WithoutLatents>);
static_assert(!Simulator<WithoutDuals>);
static_assert(!Simulator<WrongDimension>);
static_assert(!Simulator<WithState>);  // cannot be copied to a device
static_assert(!Simulator<int>);

}  // namespace
}  // namespace surefoot
