#include "emulator/valleys.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

Valley cloud(int count, double x, double y, double sd, std::uint32_t seed) {
  Noise noise({seed, 0, 0, 0, Purpose::data});
  Valley places;
  for (int k = 0; k < count; ++k)
    places.push_back(Eigen::Vector2d(x + sd * noise.normal(), y + sd * noise.normal()));
  return places;
}

Valley together(Valley one, const Valley& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

TEST(Valleys, AreToldApartByGapsAlone) {
  const Eigen::Vector2d unit(1.0, 1.0);
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(valleys_of(cloud(16, 0.0, 0.0, 1.0, seed), unit).size(), 1u) << seed;
    Valley ridge;
    Noise noise({seed, 1, 0, 0, Purpose::data});
    for (int k = 0; k < 24; ++k) {
      const double along = 10.0 * noise.uniform();
      ridge.push_back(Eigen::Vector2d(along, 10.0 - along + 0.1 * noise.normal()));
    }
    EXPECT_EQ(valleys_of(ridge, unit).size(), 1u) << seed;
    const Valley two = together(cloud(8, -4.0, 0.0, 0.5, seed), cloud(8, 4.0, 1.0, 0.5, seed + 99));
    const auto found = valleys_of(two, unit);
    ASSERT_EQ(found.size(), 2u) << seed;
    EXPECT_EQ(found[0].size(), 8u);
    const auto three = valleys_of(together(two, cloud(8, 0.0, 12.0, 0.5, seed + 199)), unit);
    EXPECT_EQ(three.size(), 3u) << seed;
  }
}

/// Has the same distribution for a parameter and its negative.
struct Square {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    return {{theta[0] * theta[0] + latent.normal()}};
  }
};

TEST(EmulatedModes, AreBothDrawnFrom) {
  const Model model = make_model(Square{}, {{"root", -3.0, 3.0}});
  std::vector<double> values;
  Noise noise({5, 0, 0, 0, Purpose::data});
  for (int i = 0; i < 200; ++i) values.push_back(4.0 + noise.normal());
  for (const char* seed : {"0", "1", "2"}) {
    const Fit fit =
        surefoot::fit(model, Sample(values, 1),
                      settings({{"draws", "300"}, {"embedding", "emulated"}, {"seed", seed}}));
    ASSERT_EQ(fit.mode_objectives.size(), 2u) << seed;
    std::vector<double> size;
    int above = 0, first = 0;
    for (std::size_t r = 0; r < fit.draws.rows(); ++r) {
      const double root = fit.draws.row(r)[0];
      above += root > 0.0;
      first += fit.draws.info[r].mode == 0;
      size.push_back(std::abs(root));
      EXPECT_EQ(root > 0.0, fit.modes[static_cast<std::size_t>(fit.draws.info[r].mode)] > 0.0);
    }
    // The emulators' errors, not the data, decide which of the two is lower, and by little.
    EXPECT_GT(std::min(above, 300 - above), 15) << seed;
    EXPECT_GE(first, 15);
    EXPECT_NEAR(estimate(size).mean, std::sqrt(estimate(values).mean), 0.03) << seed;
    EXPECT_NEAR(spread(size), 1.0 / std::sqrt(200.0) / 4.0, 0.006) << seed;
    // A draw in some hundred ends at the edge of what was simulated.
    EXPECT_GE(count_of(fit.draws, DrawStatus::converged), 294u) << seed;
  }
}

/// The other well is worse for all data.
struct Lopsided {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    const double scale = theta[0] < 0.0 ? 1.6 : 1.0;
    return {{theta[0] * theta[0] + scale * latent.normal()}};
  }
};

TEST(EmulatedModes, ThatNeverWinAreDropped) {
  const Model model = make_model(Lopsided{}, {{"root", -3.0, 3.0}});
  std::vector<double> values;
  Noise noise({5, 0, 0, 0, Purpose::data});
  for (int i = 0; i < 200; ++i) values.push_back(4.0 + noise.normal());
  const Fit fit = surefoot::fit(model, Sample(values, 1),
                                settings({{"draws", "100"}, {"embedding", "emulated"}}));
  EXPECT_EQ(fit.mode_objectives.size(), 1u);
  for (const double root : column(fit.draws, 0)) EXPECT_GT(root, 0.0);
}

}  // namespace
}  // namespace surefoot
