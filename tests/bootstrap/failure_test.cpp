#include <atomic>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/likelihood.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "objects/objects.hpp"

namespace surefoot {
namespace {

/// How many more simulations, or evaluations of the density, go well.
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

/// Its density.
class DensityRunsOut : public Likelihood {
 public:
  void log_densities(std::span<const double> theta, const Sample& x,
                     std::span<double> out) const override {
    work_or_throw();
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = -0.5 * (x(i, 0) - theta[0]) * (x(i, 0) - theta[0]);
  }
};

/// The same, with a posterior that is known.
class NormalDensityRunsOut final : public DensityRunsOut {
 public:
  std::optional<Normal> posterior(const ParameterPrior&, const Sample&) const override {
    return Normal{{1.0}, {0.2}};
  }
};

constexpr std::int64_t plenty = 1'000'000'000;
constexpr int wanted_draws = 20;

Fit fit_until(std::int64_t simulations, const SettingList& list, const Events& events = {},
              std::shared_ptr<const Likelihood> density = nullptr) {
  simulations_left = plenty;  // of which one is used to learn what the simulator asks for
  Model model = make_model(RunsOut{}, {{"theta", -5.0, 5.0}});
  model.likelihood = std::move(density);
  const Sample x = observations_of("gaussian-location", 20, 1);
  simulations_left = simulations;
  return fit(model, x, settings(list), events);
}

Fit fit_with(std::int64_t simulations, SettingList list, const Events& events = {}) {
  list.push_back({"draws", std::to_string(wanted_draws)});
  list.push_back({"simulations", "16"});
  return fit_until(simulations, list, events);
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

void expect_failure(const Fit& part) {
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.failure, "the licence has run out");
  EXPECT_EQ(part.failure_fault, Fault::data);
}

void expect_half(const Fit& part, const Fit& whole) {
  expect_failure(part);
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

TEST(Failure, OfADensityInADrawKeepsThoseBeforeIt) {
  const auto fit_it = [&](std::int64_t evaluations, const Events& events) {
    return fit_until(evaluations, {{"method", "npl-wll"}, {"draws", std::to_string(wanted_draws)}},
                     events, std::make_shared<DensityRunsOut>());
  };
  expect_half(fit_it(half_of(fit_it), {}), fit_it(plenty, {}));
}

TEST(Failure, OfADensityKeepsTheDrawsOfAKnownPosteriorBeforeIt) {
  const auto fit_it = [&](std::int64_t evaluations) {
    return fit_until(evaluations, {{"method", "bayes"}, {"draws", std::to_string(wanted_draws)}},
                     {}, std::make_shared<NormalDensityRunsOut>());
  };
  expect_half(fit_it(wanted_draws / 2), fit_it(plenty));
}

/// Two chains, of which the second fails five draws before its end, as a stop there would keep
/// them: the first five of each.
void expect_half_of_chains(SettingList list, std::int64_t calls_of_a_step,
                           const std::shared_ptr<const Likelihood>& density) {
  constexpr int each = wanted_draws / 2, kept = each / 2;
  list.insert(
      list.end(),
      {{"draws", std::to_string(wanted_draws)}, {"chains", "2"}, {"warmup", "20"}, {"thin", "1"}});
  const Fit whole = fit_until(plenty, list, {}, density);
  EXPECT_TRUE(whole.failure.empty());
  const std::int64_t used = plenty - simulations_left;
  const Fit part = fit_until(used - (each - kept) * calls_of_a_step, list, {}, density);
  expect_failure(part);
  EXPECT_EQ(part.chains, 2);
  ASSERT_EQ(part.draws.rows(), 2u * kept);
  for (const std::size_t chain : {0u, 1u})
    expect_same_draws(part_of(part.draws, chain * kept, kept),
                      part_of(whole.draws, chain * each, kept));
  EXPECT_THROW(fit_until(used / 2, list, {}, density), Error);  // the second chain has no draw
}

TEST(Failure, InAChainKeepsWhatAllChainsHave) {
  expect_half_of_chains({{"method", "bayes"}}, 1, std::make_shared<DensityRunsOut>());
  expect_half_of_chains({{"method", "mmd-bayes"}, {"simulations", "16"}, {"score-weight", "2"}}, 16,
                        nullptr);
}

TEST(Failure, InAMoveKeepsTheParticlesOfTheLastStep) {
  for (const auto* method : {"wabc", "mmd-abc"}) {
    SCOPED_TRACE(method);
    SettingList list{{"method", method}, {"particles", "20"}};
    const Fit part = fit_until(20 * 150, list);
    expect_failure(part);
    EXPECT_GT(part.history.size(), 1u);
    EXPECT_EQ(part.draws.rows(), 20u);
    EXPECT_GE(part.simulator_calls, 20 * 150);
    list.emplace_back("max-simulations", std::to_string(part.history.back().simulations));
    const Fit same = fit_until(plenty, list);
    EXPECT_EQ(same.history.size(), part.history.size());
    expect_same_draws(part.draws, same.draws);
    // Before all particles are simulated once there is nothing to keep.
    EXPECT_THROW(fit_until(20 * 10, list), Error);
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
