#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/fit.hpp>
#include <surefoot/report/summary.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// N(theta, 1), and nothing that is a number for theta above 2, where the logarithm ends.
struct EndsAtTwo {
  static constexpr int parameters = 1;
  static constexpr int dimension = 1;
  static constexpr int latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal() + 0.0 * log(2.0 - theta[0])}};
  }
};

struct NeverWorks {
  static constexpr int parameters = 1;
  static constexpr int dimension = 1;
  static constexpr int latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal() + log(Real(-1.0))}};
  }
};

/// N(theta, 1), except that one observation in a few thousand has no value.
struct SeldomFails {
  static constexpr int parameters = 1;
  static constexpr int dimension = 1;
  static constexpr int latents = 2;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    const auto z = latent.normal(), u = latent.uniform();
    return {{theta[0] + z + 0.0 * log(u - 1e-4)}};
  }
};

Sample normal_data(double mean, int n) {
  return moved(observations_of("gaussian-location", n, 1), 1.0, mean - 1.0);
}

const std::vector<Parameter> box{{"theta", -5.0, 5.0}};

/// The same draws by a simulator that always works.
Draws sound_draws(const Sample& x, const SettingList& list) {
  SettingList all = list;
  all.push_back({"design", "quadrature"});
  all.push_back({"bounds", "theta1=-5:5"});
  return fit_built_in("gaussian-location", x, all).draws;
}

TEST(FailingSimulator, DoesNoHarmWhereItIsNotNeeded) {
  const Sample x = normal_data(1.0, 50);
  const SettingList list{{"draws", "100"}, {"simulations", "128"}};
  const Fit broken = fit(make_model(EndsAtTwo{}, box), x, settings(list));
  EXPECT_EQ(count_of(broken.draws, DrawStatus::converged), 100u);
  const auto found = column(broken.draws, 0), truth = column(sound_draws(x, list), 0);
  for (std::size_t r = 0; r < 100; ++r) EXPECT_NEAR(found[r], truth[r], 0.01 * spread(truth));
}

TEST(FailingSimulator, IsCountedWhereItIsNeededAndTheOtherDrawsAreRight) {
  const Sample x = normal_data(1.9, 50);
  const SettingList list{{"draws", "100"}, {"simulations", "128"}};
  const Fit broken = fit(make_model(EndsAtTwo{}, box), x, settings(list));
  const auto found = column(broken.draws, 0), truth = column(sound_draws(x, list), 0);
  std::size_t beyond = 0;
  for (std::size_t r = 0; r < 100; ++r) {
    SCOPED_TRACE(r);
    const DrawStatus status = broken.draws.info[r].status;
    if (truth[r] < 1.99) {
      EXPECT_EQ(status, DrawStatus::converged);
      EXPECT_NEAR(found[r], truth[r], 0.01 * spread(truth));
    } else if (truth[r] > 2.01) {
      // Its minimum cannot be reached: whatever is reported must not claim otherwise.
      ++beyond;
      EXPECT_FALSE(is_converged(status));
      EXPECT_TRUE(is_failed(status) || found[r] <= 2.0);
    }
    EXPECT_LT(broken.draws.info[r].evaluations, 200 * 32);  // steps times evaluations of a step
  }
  EXPECT_GT(beyond, 10u);
  const Summary summary = summarise(broken);
  EXPECT_LE(summary.converged, 100 - beyond);
}

TEST(FailingSimulator, DoesNotHangAFirstOrderOptimiser) {
  const Sample x = normal_data(1.9, 50);
  for (const auto* optimiser : {"adam", "sgd"}) {
    const Fit broken = fit(
        make_model(EndsAtTwo{}, box), x,
        settings(
            {{"draws", "20"}, {"simulations", "64"}, {"optimiser", optimiser}, {"steps", "200"}}));
    for (const double theta : column(broken.draws, 0)) EXPECT_TRUE(theta > 1.0 && theta < 2.0);
  }
}

TEST(FailingSimulator, GivesDrawsWithoutValuesIfItNeverWorks) {
  const Sample x = normal_data(1.0, 20);
  for (const auto* optimiser : {"bfgs", "adam", "sgd"}) {
    std::size_t failed = 0;
    Events events;
    events.progress = [&](const Progress& p) { failed = p.failed; };
    FitConfig config = settings({{"draws", "12"}, {"optimiser", optimiser}});
    config.predictive_draws = 10;
    const Fit none = fit(make_model(NeverWorks{}, box), x, config, events);
    EXPECT_EQ(none.draws.rows(), 12u);
    EXPECT_EQ(count_of(none.draws, DrawStatus::simulator_failed), 12u);
    for (const double theta : none.draws.values) EXPECT_TRUE(std::isnan(theta));
    EXPECT_EQ(failed, 12u);
    EXPECT_FALSE(none.partial);
    EXPECT_FALSE(none.warnings.empty());
    EXPECT_TRUE(none.predictive.index.empty());
    const Summary summary = summarise(none);
    EXPECT_EQ(summary.failed, 12u);
    EXPECT_FALSE(summary.alarm.empty());
  }
}

/// Whether the draws that failed, of a good number, all tell this place, and no others tell any.
void expect_failures_at(double place, const SettingList& list) {
  std::size_t failed = 0;
  Events events;
  events.draw = [&](const FinishedDraw& draw) {
    const std::vector<double> told(draw.failed_at.begin(), draw.failed_at.end());
    const bool fails = is_failed(draw.info.status);
    failed += fails;
    ASSERT_EQ(told.size(), fails ? 1u : 0u);
    if (fails) {
      EXPECT_NEAR(told[0], place, 1e-9);
    }
  };
  SettingList all{{"draws", "40"}, {"simulations", "4096"}, {"start", "theta=1.25"}};
  all.insert(all.end(), list.begin(), list.end());
  fit(make_model(SeldomFails{}, box), normal_data(1.0, 50), settings(all), events);
  EXPECT_GT(failed, 3u);
}

TEST(FailingSimulator, TellsWhereDrawsBeganThatFailed) {
  const SettingList list{{"design", "iid"}, {"lengthscale", "1"}};
  SettingList one = list;
  one.insert(one.end(), {{"draws", "1"}, {"simulations", "4096"}, {"start", "theta=1.25"}});
  const Fit known = fit(make_model(SeldomFails{}, box), normal_data(1.0, 50), settings(one));
  expect_failures_at(known.modes.at(0), list);  // where all draws begin
  expect_failures_at(1.25, {{"method", "npl-wasserstein"}});
}

// Latent points differ from draw to draw, so some draws meet a failure and some do not.
TEST(FailingSimulator, FailsSomeDrawsAndKeepsTheOthers) {
  const Sample x = normal_data(1.0, 50);
  const Fit some = fit(make_model(SeldomFails{}, box), x,
                       settings({{"draws", "60"},
                                 {"design", "iid"},
                                 {"simulations", "4096"},
                                 {"lengthscale", "1"},
                                 {"start", "theta=1"}}));
  const std::size_t failed = count_of(some.draws, DrawStatus::simulator_failed);
  EXPECT_GT(failed, 5u);
  EXPECT_LT(failed, 55u);
  EXPECT_EQ(count_of(some.draws, DrawStatus::converged), 60 - failed);
  for (std::size_t r = 0; r < 60; ++r) {
    const double theta = some.draws.row(r)[0];
    EXPECT_EQ(std::isnan(theta), is_failed(some.draws.info[r].status));
    EXPECT_FALSE(theta < 0.0 || theta > 2.0) << theta;
  }
}

}  // namespace
}  // namespace surefoot
