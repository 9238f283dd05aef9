#include <atomic>
#include <chrono>
#include <cmath>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/abc/smc.hpp>
#include <surefoot/error.hpp>

#include "abc/toy.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<SmcResult::Particle> hand_made(
    const std::vector<std::pair<double, std::int64_t>>& list) {
  std::vector<SmcResult::Particle> particles;
  for (const auto& [distance, label] : list) particles.push_back({{}, distance, label});
  return particles;
}

// Particles of one run hang together, so that a run counts as one value.  The false-alarm rate of
// four standard errors of 20 runs is 1 in 1300 for each moment.
TEST(Smc, SamplesTheExactPosteriorOfDiscreteData) {
  const AbcTarget target = toy_target(1, binomial_distance(10, 7));
  for (const int threshold : {0, 1, 3}) {
    SmcSettings settings{.particles = 300, .threshold = static_cast<double>(threshold)};
    std::vector<double> means, squares;
    for (settings.seed = 1; settings.seed <= 20; ++settings.seed) {
      const SmcResult result = run_smc(target, settings);
      EXPECT_EQ(result.ending, SmcEnding::threshold);
      double mean = 0.0, square = 0.0;
      for (const auto& p : result.particles) {
        mean += p.eta[0] / settings.particles;
        square += p.eta[0] * p.eta[0] / settings.particles;
      }
      means.push_back(mean);
      squares.push_back(square);
    }
    const Estimate mean = estimate(means), square = estimate(squares);
    EXPECT_NEAR(mean.mean, exact_binomial_moment(10, 7, threshold, 1), 4.0 * mean.error);
    EXPECT_NEAR(square.mean, exact_binomial_moment(10, 7, threshold, 2), 4.0 * square.error);
    EXPECT_LT(mean.error, 0.005);
  }
}

TEST(Threshold, IsWhereHalfOfThePlacesAndOneAreDistinct) {
  // Six places: four distinct particles are wanted.
  const auto apart = hand_made({{6, 0}, {5, 1}, {4, 2}, {3, 3}, {2, 4}, {1, 5}});
  EXPECT_EQ(next_threshold(apart, 10.0), 4.0);
  EXPECT_EQ(next_threshold(apart, 3.5), 3.0);  // never up
  const auto copies = hand_made({{1, 0}, {1, 0}, {2, 1}, {3, 2}, {4, 3}, {4, 3}});
  EXPECT_EQ(next_threshold(copies, 10.0), 4.0);
  const auto few = hand_made({{1, 0}, {1, 0}, {1, 0}, {2, 1}, {2, 1}, {3, 2}});
  EXPECT_EQ(next_threshold(few, 10.0), 10.0);  // half are copies
  const auto six_of_ten =
      hand_made({{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {2, 1}, {3, 2}, {4, 3}, {5, 4}, {6, 5}});
  EXPECT_EQ(next_threshold(six_of_ten, 10.0), 6.0);  // fewer than half are copies
  EXPECT_EQ(next_threshold(hand_made({{1, 0}, {2, 1}}), 10.0), 2.0);
  EXPECT_EQ(next_threshold(hand_made({{1, 0}, {1, 0}}), 10.0), 10.0);
  EXPECT_EQ(next_threshold(hand_made({{1, 0}, {1, 0}, {2, 1}}), 10.0), 2.0);
}

TEST(Threshold, PassesTies) {
  const auto tied = hand_made({{1, 0}, {1, 1}, {2, 2}, {3, 3}, {3, 4}, {3, 5}});
  EXPECT_EQ(next_threshold(tied, 3.0), 2.0);
  EXPECT_EQ(next_threshold(tied, 10.0), 3.0);
  const auto all = hand_made({{3, 0}, {3, 1}, {3, 2}, {3, 3}});
  EXPECT_EQ(next_threshold(all, 3.0), 3.0);
  auto rare = hand_made({{1, 0}});  // one of 20 is too few to begin anew from
  for (std::int64_t i = 1; i < 20; ++i) rare.push_back({{}, 3.0, i});
  EXPECT_EQ(next_threshold(rare, 3.0), 3.0);
}

AbcTarget noisy_target() {
  return toy_target(2, [](std::span<const double> theta, Noise& noise) {
    return std::abs(theta[0] - 0.3) + std::abs(theta[1] - 0.6) + 0.1 * noise.uniform();
  });
}

TEST(Smc, EndsByEachOfItsRules) {
  const AbcTarget target = noisy_target();
  const SmcResult counted = run_smc(target, {.particles = 50, .max_simulations = 1000});
  EXPECT_EQ(counted.ending, SmcEnding::simulations);
  const auto& h = counted.history;
  EXPECT_GE(h.back().simulations, 1000);
  EXPECT_LT(h[h.size() - 2].simulations, 1000);
  EXPECT_EQ(h.back().simulations, counted.all_simulations);

  const SmcResult wanted = run_smc(target, {.particles = 50, .threshold = 0.2});
  EXPECT_EQ(wanted.ending, SmcEnding::threshold);
  EXPECT_EQ(wanted.history.back().threshold, 0.2);
  for (const auto& p : wanted.particles) EXPECT_LE(p.distance, 0.2);

  const SmcResult easy = run_smc(target, {.particles = 50, .threshold = 100.0});
  EXPECT_EQ(easy.ending, SmcEnding::threshold);
  EXPECT_EQ(easy.history.size(), 2u);

  const SmcResult impatient = run_smc(target, {.particles = 50, .max_trials = 1});
  EXPECT_EQ(impatient.ending, SmcEnding::stuck);
}

// A target whose every simulation takes a while.
AbcTarget slow_target(std::chrono::milliseconds pause) {
  AbcTarget target = noisy_target();
  struct Slow final : AbcDistance {
    Slow(std::unique_ptr<AbcDistance> of, std::chrono::milliseconds wait)
        : inner(std::move(of)), pause(wait) {}
    double operator()(std::span<const double> eta, const Coordinates& at) override {
      std::this_thread::sleep_for(pause);
      return (*inner)(eta, at);
    }
    std::unique_ptr<AbcDistance> inner;
    std::chrono::milliseconds pause;
  };
  target.make_distance = [make = target.make_distance, pause] {
    return std::make_unique<Slow>(make(), pause);
  };
  return target;
}

TEST(Smc, DoesNotGoFarBeyondItsSimulations) {
  // The prior takes 1000, and a step would take thousands.
  const SmcResult result = run_smc(noisy_target(), {.particles = 1000, .max_simulations = 1001});
  EXPECT_EQ(result.ending, SmcEnding::simulations);
  EXPECT_EQ(result.history.size(), 1u);
  EXPECT_LE(result.all_simulations, 2010);
  EXPECT_EQ(result.particles.size(), 1000u);
}

TEST(Smc, EndsWithinAStepWhenTheSecondsAreOver) {
  const auto began = std::chrono::steady_clock::now();
  const SmcResult result =
      run_smc(slow_target(std::chrono::milliseconds(1)), {.particles = 100, .max_seconds = 0.3});
  EXPECT_EQ(result.ending, SmcEnding::seconds);
  EXPECT_EQ(result.particles.size(), 100u);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
}

TEST(Smc, RefusesWhatDoesNotSufficeToBegin) {
  for (const SmcSettings& settings : {SmcSettings{.particles = 1000, .max_simulations = 400},
                                      SmcSettings{.particles = 1'000'000, .max_seconds = 1e-3}})
    EXPECT_THROW(run_smc(noisy_target(), settings), Error);
}

TEST(Smc, KeepsAnHonestHistory) {
  const SmcResult result = run_smc(noisy_target(), {.particles = 50, .max_simulations = 2000});
  ASSERT_GT(result.history.size(), 3u);
  std::int64_t attributed = 0;
  for (const std::int64_t s : result.simulations) attributed += s;
  EXPECT_EQ(attributed, result.all_simulations);
  EXPECT_EQ(result.history.front().simulations, 50);
  EXPECT_EQ(result.history.front().unique, 50);
  for (std::size_t t = 1; t < result.history.size(); ++t) {
    EXPECT_LE(result.history[t].threshold, result.history[t - 1].threshold);
    EXPECT_GT(result.history[t].simulations, result.history[t - 1].simulations);
    EXPECT_GE(result.history[t].seconds, result.history[t - 1].seconds);
    EXPECT_GT(result.history[t].acceptance, 0.0);
    EXPECT_LE(result.history[t].acceptance, 1.0);
    EXPECT_LE(result.history[t].unique, 50);
  }
  for (const auto& p : result.particles)
    EXPECT_LE(p.distance, result.history[result.history.size() - 2].threshold);
}

TEST(Smc, LeavesOutWhereTheSimulatorFails) {
  const AbcTarget target = toy_target(1, [](std::span<const double> theta, Noise&) {
    if (theta[0] < 0.9) return theta[0] < 0.4 ? infinite : std::nan("");
    return theta[0];
  });
  const SmcResult result = run_smc(target, {.particles = 40, .max_simulations = 2000});
  for (const auto& p : result.particles) EXPECT_GE(p.eta[0], 0.9);
}

TEST(Smc, RefusesASimulatorThatAlwaysFails) {
  const AbcTarget target =
      toy_target(1, [](std::span<const double>, Noise&) { return std::nan(""); });
  try {
    run_smc(target, {.particles = 20});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_EQ(std::string(error.what()),
              "the simulator failed at all of the 20 points that the prior sent it to; another "
              "prior, or bounds, may keep it where it works");
  }
}

TEST(Smc, TakesTwoParticlesAndConstantDistances) {
  const SmcResult two = run_smc(noisy_target(), {.particles = 2, .max_simulations = 500});
  EXPECT_EQ(two.particles.size(), 2u);
  const AbcTarget same = toy_target(1, [](std::span<const double>, Noise&) { return 1.0; });
  const SmcResult constant = run_smc(same, {.particles = 20, .max_simulations = 500});
  EXPECT_EQ(constant.history.back().threshold, 1.0);
  const AbcTarget zero = toy_target(1, [](std::span<const double>, Noise&) { return 0.0; });
  EXPECT_EQ(run_smc(zero, {.particles = 20}).ending, SmcEnding::threshold);
}

TEST(Smc, ReturnsTheLastCompleteStepWhenStopped) {
  const AbcTarget target = noisy_target();
  const SmcSettings settings{.particles = 50, .max_simulations = 100'000'000};
  std::stop_source source;
  Events events;
  int reports = 0;
  events.progress = [&](const Progress& p) {
    EXPECT_EQ(p.total, 100'000'000u);
    if (++reports == 4) source.request_stop();
  };
  const SmcResult stopped = run_smc(target, settings, events, source.get_token());
  EXPECT_EQ(stopped.ending, SmcEnding::stopped);
  EXPECT_EQ(stopped.particles.size(), 50u);
  const auto steps = stopped.history.size();
  ASSERT_GE(steps, 1u);
  SmcSettings shorter = settings;
  shorter.max_simulations = stopped.history.back().simulations;
  const SmcResult same = run_smc(target, shorter);
  EXPECT_EQ(same.history.size(), steps);
  for (std::size_t i = 0; i < 50; ++i)
    EXPECT_EQ(same.particles[i].eta, stopped.particles[i].eta) << i;
}

TEST(Smc, StopsInTheMiddleOfAMove) {
  std::stop_source source;
  std::atomic<int> calls = 0;
  const AbcTarget target = toy_target(1, [&](std::span<const double>, Noise& noise) {
    if (++calls == 1000) source.request_stop();
    return calls <= 20 ? noise.uniform() : 2.0;  // nothing hits any more
  });
  const SmcResult result = run_smc(target, {.particles = 20}, {}, source.get_token());
  EXPECT_EQ(result.ending, SmcEnding::stopped);
  EXPECT_EQ(result.history.size(), 1u);
  EXPECT_EQ(calls, 1000);
  EXPECT_EQ(result.all_simulations, 1000);
}

/// A distance that ends by an exception once it was asked so often.
template <class Thrown>
SmcResult run_ending(int simulations, Thrown thrown, SmcSettings settings) {
  std::atomic<int> calls = 0;
  const AbcTarget target = toy_target(1, [&](std::span<const double> theta, Noise& noise) {
    if (++calls > simulations) throw thrown;
    return std::abs(theta[0] + 0.1 * noise.normal() - 0.5);
  });
  return run_smc(target, settings);
}

TEST(Smc, ReturnsTheLastCompleteStepWhenADistanceFails) {
  const Error failure(Fault::data, "there are no simulations left");
  for (const int threads : {1, 3}) {
    const SmcResult part = run_ending(1000, failure, {.particles = 50, .threads = threads});
    EXPECT_EQ(part.ending, SmcEnding::stopped);
    ASSERT_TRUE(part.failure);
    EXPECT_STREQ(part.failure->what(), failure.what());
    EXPECT_GT(part.all_simulations, 1000);
    ASSERT_GT(part.history.size(), 1u);
    const SmcResult same = run_ending(
        1000, failure,
        {.particles = 50, .max_simulations = part.history.back().simulations, .threads = threads});
    EXPECT_FALSE(same.failure);
    ASSERT_EQ(same.history.size(), part.history.size());
    for (std::size_t i = 0; i < 50; ++i) {
      EXPECT_EQ(same.particles[i].eta, part.particles[i].eta) << i;
      EXPECT_EQ(same.simulations[i], part.simulations[i]) << i;
    }
  }
}

// As a simulator leaves it that is asked while somebody stops the run, or has no calls left.
TEST(Smc, ReturnsTheLastCompleteStepWhenADistanceIsInterrupted) {
  const SmcResult part = run_ending(1000, Interrupted{}, {.particles = 50});
  EXPECT_EQ(part.ending, SmcEnding::stopped);
  EXPECT_FALSE(part.failure);
  EXPECT_GT(part.history.size(), 1u);
  EXPECT_EQ(part.particles.size(), 50u);
}

TEST(Smc, HasNoParticlesWhenADistanceFailsBeforeAllWereSimulatedOnce) {
  const SmcResult none =
      run_ending(49, Error(Fault::data, "there are no simulations left"), {.particles = 50});
  EXPECT_TRUE(none.failure);
  EXPECT_TRUE(none.particles.empty());
  EXPECT_TRUE(none.history.empty());
}

TEST(Smc, HasNoParticlesWhenStoppedBeforeItBegins) {
  std::stop_source source;
  source.request_stop();
  const SmcResult none = run_smc(noisy_target(), {.particles = 20}, {}, source.get_token());
  EXPECT_EQ(none.ending, SmcEnding::stopped);
  EXPECT_TRUE(none.particles.empty());
  EXPECT_TRUE(none.history.empty());
}

}  // namespace
}  // namespace surefoot
