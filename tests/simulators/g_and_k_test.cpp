#include <gtest/gtest.h>

#include <surefoot/simulators/g_and_k.hpp>

#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

TEST(GAndK, IsTheQuantileFunctionOfTheTextbook) {
  const Model model = built_in_model("g-and-k");
  const auto latents = latents_for<double>(model, 200);
  for (const std::vector<double>& theta : std::vector<std::vector<double>>{
           {3.0, 1.0, 1.0, std::log(0.5)}, {-2.0, 0.1, -5.0, -6.0}, {0.0, 7.0, 0.0, 1.0}}) {
    const auto out = simulate(model, theta, latents);
    for (int j = 0; j < 200; ++j) {
      const double z = latents.values[j], e = std::exp(-theta[2] * z), k = std::exp(theta[3]);
      const double y =
          theta[0] + theta[1] * (1.0 + 0.8 * (1.0 - e) / (1.0 + e)) * std::pow(1.0 + z * z, k) * z;
      EXPECT_NEAR(out.y(j), y, 1e-13 * (1.0 + std::abs(y))) << "z = " << z;
    }
  }
}

TEST(GAndK, MirrorsWhereScaleAndSkewnessChangeSign) {
  const Model model = built_in_model("g-and-k");
  const auto latents = latents_for<double>(model, 50);
  auto mirrored = latents;
  for (double& z : mirrored.values) z = -z;
  const auto one = simulate(model, {0.0, 1.0, 2.0, -1.0}, latents);
  const auto other = simulate(model, {0.0, 1.0, -2.0, -1.0}, mirrored);
  for (int j = 0; j < 50; ++j) EXPECT_NEAR(one.y(j), -other.y(j), 1e-13);
}

// The paper starts here: k = 148, and (1 + z^2)^k overflows a float.  Points that far out are moved
// to where no kernel reaches, and stand still.
TEST(GAndK, HasNumbersAndNoNaNAtThePapersStart) {
  const Model model = built_in_model("g-and-k");
  const std::vector<double> theta(4, 5.0);
  const auto single = simulate(model, theta, latents_for<float>(model, 500), Derivatives::yes);
  const auto full = simulate(model, theta, latents_for<double>(model, 500), Derivatives::yes);
  EXPECT_TRUE(single.fine);
  EXPECT_TRUE(full.fine);
  int far = 0;
  for (int j = 0; j < 500; ++j) {
    ASSERT_TRUE(std::isfinite(single.y(j)));
    const bool beyond = std::abs(single.y(j)) >= far_away<float>;
    far += beyond;
    for (int k = 0; k < 4; ++k) {
      if (beyond) {
        EXPECT_EQ(single.slope(j, 0, k), 0.0F) << "observation " << j << ", parameter " << k;
      } else {
        const double slope = full.slope(j, 0, k);  // floats lose k log(1 + z^2) units
        EXPECT_NEAR(single.slope(j, 0, k), slope, 1e-4 * (1.0 + std::abs(slope)));
      }
    }
  }
  EXPECT_GT(far, 100);
  EXPECT_LT(far, 450);
}

TEST(GAndK, PointsOnBothSidesOfTheLimitKeepTheirSign) {
  const Model model = built_in_model("g-and-k");
  auto latents = latents_for<float>(model, 2);
  latents.slot(0)[0] = 4.0F;
  latents.slot(0)[1] = -4.0F;
  const auto out = simulate(model, std::vector<double>(4, 5.0), latents);
  EXPECT_EQ(out.y(0), far_away<float>);
  EXPECT_EQ(out.y(1), -far_away<float>);
}

TEST(GAndK, StartIsRobustAndNeverFlat) {
  const Model model = built_in_model("g-and-k");
  std::vector<double> x(100, 3.0);
  const auto flat = model.data_start(Sample(x, 1));  // all tied
  EXPECT_EQ(flat[0], 3.0);
  EXPECT_GT(flat[1], 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
  const auto clean = model.data_start(Sample(x, 1));
  std::fill_n(x.end() - 10, 10, 1e9);
  const auto spoilt = model.data_start(Sample(x, 1));
  EXPECT_EQ(spoilt[0], clean[0]);
  EXPECT_EQ(spoilt[1], clean[1]);
}

}  // namespace
}  // namespace surefoot
