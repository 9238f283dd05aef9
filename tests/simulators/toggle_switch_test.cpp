#include <boost/math/distributions/normal.hpp>
#include <gtest/gtest.h>

#include <surefoot/simulators/toggle_switch.hpp>

#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

/// A standard normal that is at least -bound, by inverting its distribution function.
long double truncated_normal(long double bound, long double u) {
  const boost::math::normal_distribution<long double> normal;
  const long double below = cdf(normal, -bound), p = below + u * (1.0L - below);
  return p < 0.5L ? quantile(normal, p)
                  : quantile(complement(normal, (1.0L - u) * cdf(normal, bound)));
}

/// One cell as the paper describes it, with nothing clever; `u` yields its uniforms in order.
template <class Uniforms>
double one_cell(const std::vector<double>& theta, int transitions, Uniforms u) {
  const long double alpha1 = theta[0], alpha2 = theta[1], beta1 = theta[2], beta2 = theta[3];
  const long double mu = theta[4], sigma = theta[5], gamma = theta[6];
  const long double reading = u();
  long double v = 10.0L, w = 10.0L;
  for (int t = 0; t < transitions; ++t) {
    const long double v_mean = v + alpha1 / (1.0L + std::pow(w, beta1)) - (1.0L + 0.03L * v);
    const long double w_mean = w + alpha2 / (1.0L + std::pow(v, beta2)) - (1.0L + 0.03L * w);
    v = v_mean + 0.5L * truncated_normal(2.0L * v_mean, u());
    w = w_mean + 0.5L * truncated_normal(2.0L * w_mean, u());
  }
  const long double scale = mu * sigma / std::pow(v, gamma);
  return static_cast<double>(mu + v + scale * truncated_normal((mu + v) / scale, reading));
}

TEST(ToggleSwitch, IsTheRecursionOfThePaper) {
  constexpr int cells = 40;
  for (const int transitions : {1, 2, 50, 300}) {
    const Model model =
        built_in_model("toggle-switch", 1, {{"transitions", static_cast<double>(transitions)}});
    const auto latents = latents_for<double>(model, cells);
    for (const auto& theta : {model.truth, {2.0, 30.0, 0.5, 1.5, 260.0, 0.5, 0.02}}) {
      const auto out = simulate(model, theta, latents);
      for (int j = 0; j < cells; ++j) {
        int next = 0;
        const auto uniform = [&] {
          return static_cast<long double>(latents.values[next++ * latents.stride + j]);
        };
        const double y = one_cell(theta, transitions, uniform);
        EXPECT_NEAR(out.y(j), y, 1e-9 * y) << transitions << " transitions, cell " << j;
        EXPECT_EQ(next, 2 * transitions + 1);
      }
    }
  }
}

TEST(ToggleSwitch, DeclaresTwoUniformsATransitionAndOneForTheReading) {
  const Model model = built_in_model("toggle-switch");
  EXPECT_EQ(model.latents, std::vector(601, LatentKind::uniform));
  const Model published = built_in_model("toggle-switch", 1, {{"transitions", 299}});
  EXPECT_EQ(published.latents.size(), 599u);
}

TEST(ToggleSwitch, NeverReadsANegativeLevel) {
  const Model model = built_in_model("toggle-switch");
  auto noisy = model.truth;
  noisy[5] = 0.5;  // as noisy as the box allows
  noisy[6] = 0.01;
  for (const auto& theta : {model.truth, noisy}) {
    const Sample cells = model.simulate(theta, 2000, 1);
    for (const double y : cells.values()) ASSERT_GT(y, 0.0);
  }
}

}  // namespace
}  // namespace surefoot
