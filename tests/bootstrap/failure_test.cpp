#include <atomic>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "objects/objects.hpp"

namespace surefoot {
namespace {

/// How many more simulations go well.
std::atomic<std::int64_t> simulations_left{0};

void work_or_throw() {
  if (--simulations_left < 0) throw Error(Fault::data, "the licence has run out");
}

/// N(theta, 1) for a while.
struct RunsOut {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    work_or_throw();
    return {{theta[0] + latent.normal()}};
  }
};

constexpr std::int64_t plenty = 1'000'000'000;
constexpr int wanted_draws = 20;

Fit fit_with(std::int64_t simulations, SettingList list, const Events& events = {}) {
  list.push_back({"draws", std::to_string(wanted_draws)});
  list.push_back({"simulations", "16"});
  simulations_left = plenty;  // of which one is used to learn what the simulator asks for
  const Model model = make_model(RunsOut{}, {{"theta", -5.0, 5.0}});
  const Sample x = observations_of("gaussian-location", 20, 1);
  simulations_left = simulations;
  return fit(model, x, settings(list), events);
}

/// Simulations that a fit makes until half of the draws are done.
template <class Fitting>
std::int64_t half_of(Fitting fit_it) {
  std::int64_t used = 0;
  Events events;
  events.progress = [&](const Progress& at) {
    if (at.done == wanted_draws / 2) used = plenty - simulations_left;
  };
  fit_it(plenty, events);
  return used + 1;
}

void expect_half(const Fit& part, const Fit& whole) {
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.failure, "the licence has run out");
  EXPECT_EQ(part.failure_fault, Fault::data);
  ASSERT_EQ(part.draws.rows(), static_cast<std::size_t>(wanted_draws / 2));
  EXPECT_TRUE(whole.failure.empty());
  expect_same_draws(part.draws, part_of(whole.draws, 0, part.draws.rows()));
}

TEST(Failure, InADrawKeepsThoseBeforeIt) {
  for (const auto* method : {"npl-mmd", "npl-wasserstein"}) {
    SCOPED_TRACE(method);
    const auto fit_it = [&](std::int64_t simulations, const Events& events) {
      return fit_with(simulations, {{"method", method}}, events);
    };
    expect_half(fit_it(half_of(fit_it), {}), fit_it(plenty, {}));
  }
}

TEST(Failure, InADrawOfObjectsKeepsThoseBeforeIt) {
  ObjectModel<double> model = normal_objects();
  model.simulate = [](std::span<const double> theta, Noise& noise) {
    work_or_throw();
    return theta[0] + noise.normal();
  };
  const auto fit_it = [&](std::int64_t simulations, const Events& events) {
    simulations_left = simulations;
    return fit(model, normal_numbers(10),
               typed_settings({{"draws", std::to_string(wanted_draws)}, {"simulations", "16"}}),
               events);
  };
  expect_half(fit_it(half_of(fit_it), {}), fit_it(plenty, {}));
}

TEST(Failure, BeforeTheFirstDrawIsThrown) {
  for (const auto* start : {"", "theta=1"}) {
    try {
      fit_with(1, {{"start", start}});
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "the licence has run out");
    }
  }
}

TEST(Failure, AfterTheDrawsIsAWarning) {
  std::int64_t used = 0;
  Events events;
  events.progress = [&](const Progress& at) {
    if (at.done == at.total) used = plenty - simulations_left;
  };
  const SettingList list{{"predictive-draws", "4"}, {"predictive-observations", "3"}};
  const Fit whole = fit_with(plenty, list, events);
  EXPECT_TRUE(std::isfinite(whole.simulation_share));
  const Fit part = fit_with(used, list);
  EXPECT_FALSE(part.partial);
  EXPECT_TRUE(part.failure.empty());
  expect_same_draws(part.draws, whole.draws);
  EXPECT_TRUE(std::isnan(part.simulation_share));
  EXPECT_TRUE(part.predictive.index.empty());
  ASSERT_GE(part.warnings.size(), 3u);
  EXPECT_EQ(part.warnings[part.warnings.size() - 3],
            "what twice the simulations would change could not be checked: the licence has run "
            "out");
  EXPECT_EQ(part.warnings[part.warnings.size() - 2],
            "whether the simulator fails beside the draws could not be checked: the licence has "
            "run out");
  EXPECT_EQ(part.warnings.back(),
            "at 4 of 4 draws no predictive data could be simulated: the licence has run out");
}

}  // namespace
}  // namespace surefoot
