#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>

namespace surefoot {
namespace {

constexpr Coordinates first_draw{
    .seed = 1, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::simulation};

Coordinates draw_number(std::uint32_t draw) {
  Coordinates at = first_draw;
  at.draw = draw;
  return at;
}

template <class Real = double>
LatentTable<Real> fill(Design design, int simulations, std::vector<LatentKind> kinds,
                       const Coordinates& at = first_draw) {
  LatentTable<Real> table;
  LatentDesign(design, simulations, std::move(kinds)).fill(at, table);
  return table;
}

std::vector<LatentKind> uniforms(int count) {
  return std::vector(static_cast<std::size_t>(count), LatentKind::uniform);
}

std::string refusal(Design design, std::vector<LatentKind> kinds) {
  try {
    const LatentDesign made(design, 16, std::move(kinds));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "accepted";
}

TEST(LatentDesign, WeightsSumToOneAndPaddingHasNone) {
  for (const Design design : {Design::quadrature, Design::sobol, Design::iid})
    for (const int m : {2, 17, 1000}) {
      const auto table = fill(design, m, uniforms(1));
      double sum = 0.0;
      for (int j = 0; j < table.stride; ++j) {
        sum += table.weights[j];
        if (j >= m) {
          EXPECT_EQ(table.weights[j], 0.0);
        }
      }
      EXPECT_NEAR(sum, 1.0, 1e-13) << to_word(design) << ", m = " << m;
      EXPECT_EQ(table.count, m);
      EXPECT_EQ(table.stride % 16, 0);
    }
}

TEST(LatentDesign, DependsOnItsCoordinatesAlone) {
  for (const Design design : {Design::sobol, Design::iid}) {
    EXPECT_EQ(fill(design, 64, uniforms(3)).values, fill(design, 64, uniforms(3)).values);
    for (const auto change : {&Coordinates::draw, &Coordinates::step}) {
      Coordinates other = first_draw;
      other.*change = 1;
      EXPECT_NE(fill(design, 64, uniforms(3)).values, fill(design, 64, uniforms(3), other).values);
    }
  }
}

TEST(LatentDesign, QuadratureIsTheSameForAllDraws) {
  const LatentDesign quadrature(Design::quadrature, 64, uniforms(1));
  EXPECT_FALSE(quadrature.random());
  EXPECT_EQ(fill(Design::quadrature, 64, uniforms(1)).values,
            fill(Design::quadrature, 64, uniforms(1), draw_number(7)).values);
  EXPECT_TRUE(LatentDesign(Design::sobol, 64, uniforms(1)).random());
}

TEST(LatentDesign, KeepsTheDiagonalForNodesOfARule) {
  EXPECT_EQ(LatentDesign(Design::iid, 8, uniforms(1)).statistic(), Statistic::u);
  EXPECT_EQ(LatentDesign(Design::sobol, 8, uniforms(1)).statistic(), Statistic::v);
  EXPECT_EQ(LatentDesign(Design::quadrature, 8, uniforms(1)).statistic(), Statistic::v);
  // An estimated mass must not see the diagonal where points do not resolve the kernel.
  EXPECT_EQ(LatentDesign(Design::sobol, 8, uniforms(3), Mass::fixed).statistic(), Statistic::v);
  EXPECT_EQ(LatentDesign(Design::sobol, 8, uniforms(3), Mass::free).statistic(), Statistic::u);
  EXPECT_EQ(LatentDesign(Design::sobol, 8, uniforms(2), Mass::free).statistic(), Statistic::v);
  EXPECT_EQ(LatentDesign(Design::quadrature, 8, uniforms(1), Mass::free).statistic(), Statistic::v);
}

TEST(LatentDesign, FloatUniformsNeverReachTheirEnds) {
  for (const Design design : {Design::sobol, Design::iid, Design::quadrature})
    for (std::uint32_t draw = 0; draw < 20; ++draw) {
      const auto table = fill<float>(design, 8192, uniforms(1), draw_number(draw));
      for (const float u : table.values) ASSERT_TRUE(u > 0.0F && u < 1.0F) << u;
    }
}

TEST(LatentDesign, FloatIsTheDoubleRounded) {
  const std::vector kinds{LatentKind::normal, LatentKind::uniform};
  for (const Design design : {Design::sobol, Design::iid}) {
    const auto single = fill<float>(design, 100, kinds);
    const auto full = fill<double>(design, 100, kinds);
    for (std::size_t i = 0; i < full.values.size(); ++i)
      EXPECT_EQ(single.values[i], static_cast<float>(full.values[i]));
  }
}

TEST(LatentDesign, NormalsAreQuantilesOfTheUniforms) {
  for (const Design design : {Design::sobol, Design::iid, Design::quadrature}) {
    const auto normal = fill(design, 50, {LatentKind::normal});
    const auto uniform = fill(design, 50, {LatentKind::uniform});
    for (int j = 0; j < 50; ++j)
      EXPECT_NEAR(normal_cdf(normal.values[j]), uniform.values[j], 1e-14) << to_word(design);
  }
}

// 600 observations are more than one stretch of the loop, three latents end in half a block.
TEST(Iid, ObservationsAskTheirOwnNoiseInOrder) {
  Coordinates at = first_draw;
  at.index = 11;
  const auto table = fill(Design::iid, 600, uniforms(3), at);
  for (std::size_t j = 0; j < 600; ++j, ++at.index) {
    Noise noise(at);
    for (std::size_t k = 0; k < 3; ++k)
      ASSERT_EQ(table.values[k * static_cast<std::size_t>(table.stride) + j], noise.uniform());
  }
}

// A simulator that fails at some latent must not fail because of the padding.
TEST(LatentDesign, PaddingIsInTheMiddle) {
  for (const Design design : {Design::quadrature, Design::sobol, Design::iid})
    for (const LatentKind kind : {LatentKind::uniform, LatentKind::normal}) {
      const auto table = fill<float>(design, 17, {kind});
      for (int j = 17; j < table.stride; ++j) EXPECT_EQ(table.values[j], 0.5F) << to_word(design);
    }
}

TEST(Iid, ObservationDoesNotDependOnHowManyThereAre) {
  const auto few = fill(Design::iid, 5, uniforms(3)), many = fill(Design::iid, 100, uniforms(3));
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t j = 0; j < 5; ++j)
      EXPECT_EQ(few.values[k * few.stride + j], many.values[k * many.stride + j]);
}

// The trapezoid rule on +-4.75 leaves out 2e-6 of the mass, and 5e-5 of the second moment's.
TEST(Quadrature, IntegratesNormalMoments) {
  const double exact[] = {1.0, 0.0, 1.0, 0.0, 3.0}, error[] = {1e-14, 1e-14, 6e-5, 1e-13, 2e-3};
  for (const int m : {64, 1024}) {
    const auto nodes = fill(Design::quadrature, m, {LatentKind::normal});
    for (int power = 0; power < 5; ++power) {
      double moment = 0.0;
      for (int j = 0; j < m; ++j) moment += nodes.weights[j] * std::pow(nodes.values[j], power);
      EXPECT_NEAR(moment, exact[power], error[power]) << "moment " << power << ", m = " << m;
    }
    // E cos(3 z) = exp(-9/2): a function on the scale of a short kernel.
    double mean = 0.0;
    for (int j = 0; j < m; ++j) mean += nodes.weights[j] * std::cos(3.0 * nodes.values[j]);
    EXPECT_NEAR(mean, std::exp(-4.5), 3e-6) << "m = " << m;
  }
}

TEST(Quadrature, NodesOfAUniformAreInOrderAndSymmetric) {
  const auto nodes = fill(Design::quadrature, 101, {LatentKind::uniform});
  EXPECT_NEAR(nodes.values[50], 0.5, 1e-15);
  for (int j = 0; j < 100; ++j) EXPECT_LT(nodes.values[j], nodes.values[j + 1]);
  for (int j = 0; j < 101; ++j) EXPECT_NEAR(nodes.values[j] + nodes.values[100 - j], 1.0, 1e-14);
}

TEST(LatentDesign, RefusesWhatItCannotPlace) {
  EXPECT_EQ(refusal(Design::quadrature, uniforms(2)),
            "design quadrature needs a simulator with one latent, but this one has 2; sobol or iid "
            "will do");
  EXPECT_EQ(
      refusal(Design::quadrature, {}),
      "design quadrature places the latents of a simulator, but this one makes its own noise; "
      "iid will do");
  EXPECT_EQ(refusal(Design::sobol, uniforms(3668)),
            "design sobol reaches up to 3667 latents, but this simulator has 3668; iid will do");
  EXPECT_EQ(refusal(Design::sobol, uniforms(3667)), "accepted");
  EXPECT_EQ(refusal(Design::iid, uniforms(5000)), "accepted");
}

TEST(AutomaticDesign, GoesByWhatTheModelOffers) {
  EXPECT_EQ(automatic_design(1, true), Design::closed_form);
  EXPECT_EQ(automatic_design(600, true), Design::closed_form);
  EXPECT_EQ(automatic_design(1, false), Design::quadrature);
  EXPECT_EQ(automatic_design(2, false), Design::sobol);
  EXPECT_EQ(automatic_design(12, false), Design::sobol);
  EXPECT_EQ(automatic_design(13, false), Design::iid);
}

TEST(DefaultSimulations, GrowWithTheObservations) {
  EXPECT_EQ(default_simulations(Design::quadrature, 10, 1), 1024);
  EXPECT_EQ(default_simulations(Design::quadrature, 10000000, 1), 1024);
  EXPECT_EQ(default_simulations(Design::sobol, 1, 4), 256);
  EXPECT_EQ(default_simulations(Design::sobol, 400, 4), 512);
  EXPECT_EQ(default_simulations(Design::sobol, 1000, 4), 1024);
  EXPECT_EQ(default_simulations(Design::sobol, 16384, 4), 1024);
  EXPECT_EQ(default_simulations(Design::sobol, 20000, 4), 2048);
  EXPECT_EQ(default_simulations(Design::sobol, 100000, 4), 4096);
  EXPECT_EQ(default_simulations(Design::sobol, 10000000000, 4), 8192);
  EXPECT_EQ(default_simulations(Design::sobol, 50, 5), 256);
  EXPECT_EQ(default_simulations(Design::sobol, 200, 5), 1024);
  EXPECT_EQ(default_simulations(Design::sobol, 1000, 5), 1024);
  EXPECT_EQ(default_simulations(Design::iid, 100, 600), 2048);
  EXPECT_EQ(default_simulations(Design::iid, 5000, 600), 5000);
  EXPECT_EQ(default_simulations(Design::iid, 100, 0), 2048);
  EXPECT_EQ(default_simulations(Design::iid, 5000, 0), 10000);
}

}  // namespace
}  // namespace surefoot
