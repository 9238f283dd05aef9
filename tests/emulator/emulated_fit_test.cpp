#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/simulators/contamination.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

// The same weights, so draws differ by the emulator's error alone.
TEST(EmulatedFit, HasTheDrawsOfTheClosedForm) {
  const Sample x = observations_of("gaussian-location", 200, 2);
  for (const char* mass : {"fixed", "free"}) {
    const SettingList list = {{"draws", "100"}, {"lengthscale", "1.5"}, {"mass", mass}};
    SettingList emulated = list;
    emulated.emplace_back("budget", "100000");
    const Fit exact = fit_built_in("gaussian-location", x, list);
    const Fit learnt = fit_built_in("gaussian-location", x, emulated);
    ASSERT_EQ(learnt.draws.rows(), 100u);
    EXPECT_LE(learnt.simulator_calls, 105'000);
    EXPECT_GT(learnt.simulator_calls, 50'000);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto one = column(exact.draws, k), other = column(learnt.draws, k);
      double squares = 0.0;
      for (std::size_t b = 0; b < one.size(); ++b) squares += std::pow(one[b] - other[b], 2);
      const double off = std::sqrt(squares / static_cast<double>(one.size())) / spread(one);
      EXPECT_LT(off, 0.3) << mass << ", " << k;  // posterior standard deviations
      EXPECT_NEAR(estimate(other).mean, estimate(one).mean, 0.15 * spread(one))
          << mass << ", " << k;
    }
    EXPECT_LT(learnt.simulation_share, 0.1);
    for (const DrawInfo& info : learnt.draws.info) {
      EXPECT_EQ(info.status, DrawStatus::converged);
      EXPECT_EQ(info.simulator_calls, 0);
    }
  }
}

TEST(EmulatedFit, TrimsAsDrawsThatSimulateDo) {
  const Model model = built_in_model("g-and-k");
  const Sample x =
      contaminate(model.simulate(model.truth, 1000, 3), "cluster:0.1:6:0.3", 3).observations;
  const SettingList list = {
      {"draws", "60"}, {"lengthscale", "0.7"}, {"mass", "free"}, {"trim", "2"}};
  SettingList emulated = list;
  emulated.emplace_back("budget", "300000");
  const Fit direct = fit_built_in("g-and-k", x, list);
  const Fit learnt = fit_built_in("g-and-k", x, emulated);
  for (std::size_t k = 0; k < 4; ++k) {
    const auto one = column(direct.draws, k), other = column(learnt.draws, k);
    EXPECT_NEAR(estimate(other).mean, estimate(one).mean, 0.35 * spread(one)) << k;
    EXPECT_NEAR(spread(other) / spread(one), 1.0, 0.3) << k;
  }
  double mass = 0.0;
  for (const DrawInfo& info : learnt.draws.info) mass += info.mass / 60.0;
  EXPECT_NEAR(mass, 0.9, 0.03);
}

TEST(EmulatedFit, DoesNotDependOnThreads) {
  const Sample x = observations_of("sir", 40);
  const auto draws = [&](const char* threads) {
    return fit_built_in("sir", x, {{"draws", "20"}, {"budget", "8000"}, {"threads", threads}})
        .draws.values;
  };
  EXPECT_EQ(draws("1"), draws("3"));
}

/// A normal distribution whose simulator fails in half of its box, and without derivatives.
struct FailsInHalf {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    const double z = latent.normal();
    return {{theta[0] > 2.0 ? NAN : theta[0] + z}};
  }
};

TEST(EmulatedFit, LearnsBesidePlacesWhereTheSimulatorFails) {
  const Model model = make_model(FailsInHalf{}, {{"location", -10.0, 14.0}});
  std::vector<double> values;
  Noise noise({5, 0, 0, 0, Purpose::data});
  for (int i = 0; i < 200; ++i) values.push_back(noise.normal());
  const Sample x(values, 1);
  const Fit learnt = fit(model, x, settings({{"draws", "100"}, {"budget", "20000"}}));
  EXPECT_NEAR(estimate(column(learnt.draws, 0)).mean, estimate(values).mean, 0.1);
  EXPECT_NEAR(spread(column(learnt.draws, 0)), 0.08, 0.03);
}

struct NeverWorks {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>&, Latent& latent) const {
    latent.normal();
    return {{NAN}};
  }
};

TEST(EmulatedFit, SaysThatTheSimulatorNeverWorks) {
  const Model model = make_model(NeverWorks{}, {{"location", -1.0, 1.0}});
  try {
    fit(model, Sample({0.1, 0.2, 0.3, 0.5}, 1), settings({{"budget", "20000"}}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    EXPECT_NE(std::string(error.what()).find("the simulator failed at each of the"),
              std::string::npos);
  }
}

std::string refusal_of(const std::string& model, const Sample& x, const SettingList& list) {
  try {
    fit_built_in(model, x, list);
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(EmulatedFit, RefusesInWords) {
  const Sample x = observations_of("g-and-k", 100);
  EXPECT_NE(refusal_of("g-and-k", x, {{"budget", "1000"}}).find("too small to learn"),
            std::string::npos);
  EXPECT_NE(refusal_of("g-and-k", x, {{"embedding", "direct"}, {"budget", "100000"}})
                .find("embedding direct simulates for every draw"),
            std::string::npos);
  EXPECT_NE(refusal_of("g-and-k", x, {{"budget", "100000"}, {"kernel", "energy"}})
                .find("needs a bounded kernel"),
            std::string::npos);
  EXPECT_NE(refusal_of("g-and-k", x, {{"budget", "100000"}, {"optimiser", "adam"}})
                .find("optimiser belongs to draws that simulate"),
            std::string::npos);
}

TEST(EmulatedFit, RefusesKernelsThatReachNoSimulation) {
  EXPECT_EQ(refusal_of("g-and-k", observations_of("g-and-k", 100),
                       {{"budget", "20000"}, {"kernel", "gaussian:1e-9"}}),
            "under this kernel nothing that was simulated has anything in common with the "
            "observations; one that reaches further is needed");
}

TEST(BudgetSetting, IsANumberOrATime) {
  FitConfig config;
  set(config, "budget", "1e5");
  EXPECT_EQ(config.budget, (Budget{100000.0, false}));
  EXPECT_EQ(get(config, "budget"), "100000");
  for (const auto& [text, seconds] :
       {std::pair{"90s", 90.0}, std::pair{"30min", 1800.0}, std::pair{"2h", 7200.0}}) {
    set(config, "budget", text);
    EXPECT_EQ(config.budget, (Budget{seconds, true})) << text;
  }
  EXPECT_EQ(get(config, "budget"), "7200s");
  for (const char* text : {"10", "-5min", "1.5e4.2", "many", "1234.5", "0s"})
    EXPECT_THROW(
        {
          FitConfig other;
          set(other, "budget", text);
          validate(other);
        },
        Error)
        << text;
}

// Fresh simulations have errors of their own, which are no fault of what was learnt.
TEST(EmulatedFit, WarnsOfUnknownErrorsBeyondChanceOnly) {
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    const Fit learnt = fit_built_in(
        "gaussian-location", observations_of("gaussian-location", 100, 1),
        {{"draws", "20"}, {"lengthscale", "1.5"}, {"budget", "20000"}, {"seed", seed}});
    for (const std::string& text : learnt.warnings)
      EXPECT_EQ(text.find("fresh simulations"), std::string::npos) << seed << ": " << text;
  }
}

// In the first data set draws of log_k go on to the edge of the box, and at the best fit as it is
// known after the first round hardly any kernel shows what it does.
TEST(EmulatedFit, ChoosesTheLengthscaleOfDirectFits) {
  const Model model = built_in_model("g-and-k");
  for (const int seed : {1009, 1010}) {
    const Sample x = observations_of("g-and-k", 200, 0, static_cast<std::uint64_t>(seed));
    const SettingList list = {{"draws", "2"}, {"seed", std::to_string(seed)}};
    SettingList emulated = list;
    emulated.emplace_back("budget", "100000");
    const Fit direct = fit(model, x, typed_settings(list));
    const Fit learnt = fit(model, x, typed_settings(emulated));
    const double ratio = learnt.lengthscales.at(0) / direct.lengthscales.at(0);
    EXPECT_LT(std::abs(std::log(ratio)), std::log(1.5)) << seed << ": " << ratio;
  }
}

}  // namespace
}  // namespace surefoot
