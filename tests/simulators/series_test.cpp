#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/series.hpp>

#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

/// A random walk whose steps have a drift; not a number where that is negative.
struct Walk {
  static constexpr int parameters = 1;
  int length = 3;
  int latents = length;

  template <class Real, class Latent>
  void operator()(const Vec<Real, 1>& theta, Latent& latent, std::span<Real> series) const {
    Real at = sqrt(theta[0]) - sqrt(theta[0]);
    for (Real& y : series) y = at = at + theta[0] + latent.normal();
  }
};

/// The same for doubles alone.
struct PlainWalk {
  static constexpr int parameters = 1;
  int length = 3;
  int latents = length;

  template <class Latent>
  void operator()(const Vec<double, 1>& theta, Latent& latent, std::span<double> series) const {
    Walk{.length = length}(theta, latent, series);
  }
};

static_assert(SmoothSeriesSimulator<Walk>);
static_assert(SeriesSimulator<PlainWalk> && !SmoothSeriesSimulator<PlainWalk>);
static_assert(!SeriesSimulator<int> && !PlainSimulator<Walk> && !Simulator<Walk>);

const std::vector<Parameter> drift{{"drift", -1.0, 3.0}};

TEST(SeriesSimulator, TakesItsLengthAtRunTime) {
  for (const int length : {1, 3, 40}) {
    const Model model = make_model(Walk{.length = length}, drift, "walk");
    EXPECT_EQ(model.name, "walk");
    EXPECT_EQ(model.dimension, length);
    EXPECT_EQ(model.latents, std::vector(static_cast<std::size_t>(length), LatentKind::normal));
  }
}

TEST(SeriesSimulator, HasDerivativesIfItIsATemplateInTheScalar) {
  const Model smooth = make_model(Walk{}, drift), plain = make_model(PlainWalk{}, drift);
  const auto latents = latents_for<float>(smooth, 9);
  const auto out = simulate(smooth, {2.0}, latents, Derivatives::yes);
  ASSERT_TRUE(out.fine);
  EXPECT_EQ(out.at.y, simulate(plain, {2.0}, latents).at.y);
  for (int j = 0; j < 9; ++j)
    for (int c = 0; c < 3; ++c) EXPECT_FLOAT_EQ(out.slope(j, c, 0), static_cast<float>(c + 1));
  EXPECT_FALSE(simulate(plain, {2.0}, latents, Derivatives::yes).fine);
}

TEST(SeriesSimulator, FailsWhereItReturnsNoNumber) {
  const Model model = make_model(Walk{}, drift);
  const auto latents = latents_for<double>(model, 5);
  EXPECT_FALSE(simulate(model, {-0.5}, latents).fine);
  EXPECT_FALSE(simulate(model, {-0.5}, latents, Derivatives::yes).fine);
}

TEST(SeriesSimulator, IsRefusedIfItAsksForOtherThanItDeclares) {
  EXPECT_THROW(make_model(Walk{.length = 3, .latents = 2}, drift), Error);
  EXPECT_THROW(make_model(Walk{}, {{"a", 0.0, 1.0}, {"b", 0.0, 1.0}}), Error);
}

}  // namespace
}  // namespace surefoot
