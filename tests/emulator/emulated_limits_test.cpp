#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

Sample normal_sample(int count, double mean) {
  std::vector<double> values;
  Noise noise({5, 0, 0, 0, Purpose::data});
  for (int i = 0; i < count; ++i) values.push_back(mean + noise.normal());
  return {values, 1};
}

Fit learnt_fit(const Model& model, const Sample& x, const SettingList& more = {}) {
  SettingList list = {{"draws", "200"}, {"embedding", "emulated"}};
  list.insert(list.end(), more.begin(), more.end());
  return fit(model, x, settings(list));
}

bool warns(const Fit& fit, const std::string& text) {
  return std::any_of(fit.warnings.begin(), fit.warnings.end(), [&](const std::string& warning) {
    return warning.find(text) != std::string::npos;
  });
}

/// Fails unless values fill a box evenly: by the distance of Kolmogorov at its 1 % quantile.
void expect_uniform(std::vector<double> values, double low, double high) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double place = (values[i] - low) / (high - low);
    distance =
        std::max({distance, std::abs(place - double(i) / n), std::abs(place - double(i + 1) / n)});
  }
  EXPECT_LT(distance, 1.63 / std::sqrt(n));
}

struct IgnoresOne {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 2>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal()}};
  }
};

TEST(EmulatedLimits, SpreadsAnIgnoredParameterOverItsBox) {
  const Model model = make_model(IgnoresOne{}, {{"location", -10.0, 10.0}, {"useless", 2.0, 6.0}});
  for (const char* seed : {"0", "1", "2", "10"}) {  // that of 10 fits best at an edge
    const Fit fit = learnt_fit(model, normal_sample(200, 1.0), {{"seed", seed}});
    EXPECT_TRUE(warns(fit, "not determined by these data: useless;")) << seed;
    ASSERT_EQ(fit.undetermined.groups.size(), 1u);
    EXPECT_EQ(to_text(fit.undetermined), "useless");
    expect_uniform(column(fit.draws, 1), 2.0, 6.0);
    EXPECT_EQ(count_of(fit.draws, DrawStatus::undetermined), 200u) << seed;
    // What is determined is as well known as without the other.
    EXPECT_NEAR(spread(column(fit.draws, 0)), 1.0 / std::sqrt(200.0), 0.02);
  }
}

struct UsesTheSum {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 2>& theta, Latent& latent) const {
    return {{theta[0] + theta[1] + latent.normal()}};
  }
};

TEST(EmulatedLimits, KnowsThatOnlyASumIsDetermined) {
  const Model model = make_model(UsesTheSum{}, {{"a", 0.0, 10.0}, {"b", 0.0, 10.0}});
  for (const char* seed : {"0", "1", "2"}) {
    const Fit fit = learnt_fit(model, normal_sample(200, 9.0), {{"seed", seed}});
    EXPECT_EQ(to_text(fit.undetermined), "of a and b only a + b") << seed;
    std::vector<double> sums;
    for (std::size_t r = 0; r < fit.draws.rows(); ++r)
      sums.push_back(fit.draws.row(r)[0] + fit.draws.row(r)[1]);
    EXPECT_NEAR(spread(sums), 1.0 / std::sqrt(200.0), 0.025) << seed;
    EXPECT_NEAR(estimate(sums).mean, 9.0, 0.25) << seed;
    EXPECT_GT(spread(column(fit.draws, 0)), 2.0) << seed;
    EXPECT_EQ(count_of(fit.draws, DrawStatus::converged), 0u) << seed;
  }
}

struct NormalLocation {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal()}};
  }
};

TEST(EmulatedLimits, FindsNothingUndeterminedInAnOrdinaryModel) {
  const Model model = make_model(NormalLocation{}, {{"location", -10.0, 10.0}});
  const Fit fit = learnt_fit(model, normal_sample(50, 1.0));
  EXPECT_TRUE(fit.undetermined.looked_for);
  EXPECT_TRUE(fit.undetermined.groups.empty());
  for (const char* name : {"g-and-k", "sir", "m-g-1"}) {
    const Fit built_in = fit_built_in(name, observations_of(name, 100),
                                      {{"draws", "20"}, {"embedding", "emulated"}});
    EXPECT_EQ(to_text(built_in.undetermined), "") << name;
  }
}

TEST(EmulatedLimits, CountsDrawsOnTheEdgeOfTheBox) {
  const Model model = make_model(NormalLocation{}, {{"location", -10.0, 0.8}});
  const Fit fit = learnt_fit(model, normal_sample(200, 1.0));
  EXPECT_GT(count_of(fit.draws, DrawStatus::box_edge), 150u);
  EXPECT_TRUE(warns(fit, "location at its upper bound 0.8"));
  for (const double theta : column(fit.draws, 0)) EXPECT_LE(theta, 0.8);
}

/// Gives no numbers beyond a bound that the box does not know of.
struct FailsAbove {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  double bound;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    const double z = latent.normal();
    return {{theta[0] > bound ? NAN : theta[0] + z}};
  }
};

TEST(EmulatedLimits, SaysThatThePosteriorLeansOnWhereTheSimulatorFails) {
  const Sample x = normal_sample(200, 0.0);
  const auto fit_up_to = [&](double bound) {
    return learnt_fit(make_model(FailsAbove{bound}, {{"location", -10.0, 10.0}}), x);
  };
  const Fit leaning = fit_up_to(0.0);
  EXPECT_TRUE(warns(leaning, "the posterior may end where the simulator does"));
  EXPECT_TRUE(warns(leaning, "which differ in location"));
  const Fit apart = fit_up_to(1.0);  // a dozen standard deviations away
  EXPECT_FALSE(warns(apart, "the posterior may end where the simulator does"));
  EXPECT_NEAR(estimate(column(apart.draws, 0)).mean, 0.0, 0.25);
}

}  // namespace
}  // namespace surefoot
