#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/draws/events.hpp>
#include <surefoot/error.hpp>
#include <surefoot/mcmc/diagnostics.hpp>
#include <surefoot/mcmc/metropolis.hpp>

#include "mcmc/normal_target.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

std::vector<double> coordinate(const Chains& chains, std::size_t k, std::size_t of = 2) {
  std::vector<double> values;
  for (const Chain& chain : chains.list)
    for (std::size_t i = k; i < chain.eta.size(); i += of) values.push_back(chain.eta[i]);
  return values;
}

/// Holds a mean to the Monte Carlo error of chains.
void expect_mean(const std::vector<double>& values, int chains, double expected) {
  const double error = spread(values) / std::sqrt(mean_ess(values, chains));
  EXPECT_NEAR(estimate(values).mean, expected, errors * error);
}

TEST(Metropolis, HasTheMomentsOfANormalTarget) {
  const Chains chains = run_chains({.kept = 2000}, normal_problem());
  const auto x = coordinate(chains, 0), y = coordinate(chains, 1);
  ASSERT_EQ(x.size(), 8000u);
  expect_mean(x, 4, 1.0);
  expect_mean(y, 4, -2.0);
  expect_mean(squares_about(x, 1.0), 4, 0.01);
  expect_mean(squares_about(y, -2.0), 4, 900.0);
  std::vector<double> products;
  for (std::size_t i = 0; i < x.size(); ++i) products.push_back((x[i] - 1.0) * (y[i] + 2.0));
  expect_mean(products, 4, 0.9 * 0.1 * 30.0);
}

// It learns scale and shape: thinned by 10, draws are nearly independent.
TEST(Metropolis, LearnsScaleAndCovarianceInWarmUp) {
  const Chains chains = run_chains({.kept = 1000}, normal_problem());
  EXPECT_NEAR(chains.acceptance, 0.337, 0.08);
  for (const std::size_t k : {0u, 1u}) {
    EXPECT_LT(rank_rhat(coordinate(chains, k), 4), 1.01);
    EXPECT_GT(bulk_ess(coordinate(chains, k), 4), 1500.0);
  }
}

TEST(Metropolis, RemembersTheTargetAtEachDraw) {
  const Chains chains = run_chains({.kept = 20, .warmup = 50}, normal_problem());
  NormalTarget target;
  for (const Chain& chain : chains.list)
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_EQ(chain.log_density[i], target(std::span(chain.eta).subspan(2 * i, 2)));
}

TEST(Metropolis, ChainsDependOnSeedAndNumberAlone) {
  const ChainProblem problem = normal_problem();
  const Chains four = run_chains({.chains = 4, .kept = 10, .warmup = 20}, problem);
  const Chains two = run_chains({.chains = 2, .kept = 10, .warmup = 20}, problem);
  const Chains other = run_chains({.chains = 2, .kept = 10, .warmup = 20, .seed = 1}, problem);
  EXPECT_EQ(four.list[1].eta, two.list[1].eta);
  EXPECT_NE(four.list[1].eta, four.list[3].eta);
  EXPECT_NE(other.list[1].eta, two.list[1].eta);
}

/// Counts how often its randomness was moved, and notices if a rejected move is not taken back or
/// an accepted one is.
class CarefulTarget final : public LogTarget {
 public:
  explicit CarefulTarget(std::vector<std::uint32_t>* carried) : carried_(carried) {}
  double operator()(std::span<const double> eta) override {
    return -0.5 * eta[0] * eta[0] + std::sin(static_cast<double>(carried_->back()));
  }
  void refresh(std::uint32_t step) override { carried_->push_back(step); }
  void restore() override { carried_->pop_back(); }

 private:
  std::vector<std::uint32_t>* carried_;
};

TEST(Metropolis, PutsTheTargetsRandomnessBackAfterARejection) {
  std::vector<std::uint32_t> carried{0};
  const ChainProblem problem{
      .target = [&](std::uint32_t) { return std::make_unique<CarefulTarget>(&carried); },
      .starts = [](std::uint32_t) { return std::vector<std::vector<double>>{{0.0}}; },
      .spread = {1.0}};
  const Chains chains =
      run_chains({.chains = 1, .kept = 500, .warmup = 0, .thin = 1, .noisy_target = true}, problem);
  // One refresh remains of each accepted move, and the last value is that of what is carried.
  EXPECT_EQ(static_cast<double>(carried.size() - 1), std::round(500.0 * chains.acceptance));
  CarefulTarget target(&carried);
  EXPECT_EQ(chains.list[0].log_density.back(), target({&chains.list[0].eta.back(), 1}));
}

TEST(Metropolis, KeepsWhatAllChainsHaveWhenItIsStopped) {
  std::stop_source source;
  int calls = 0;
  const Chains chains = run_chains(
      {.chains = 2, .kept = 10'000'000, .warmup = 10, .thin = 1}, normal_problem(),
      [&](std::int64_t, std::int64_t) {
        if (++calls == 2) source.request_stop();
      },
      source.get_token());
  // On one thread the second chain never begins.
  EXPECT_EQ(chains.kept, 0);
  for (const Chain& chain : chains.list) EXPECT_TRUE(chain.eta.empty());
}

/// A target that ends by an exception at one of its values.
template <class Thrown>
class EndingTarget final : public LogTarget {
 public:
  EndingTarget(int values, Thrown thrown) : left_(values), thrown_(thrown) {}
  double operator()(std::span<const double> eta) override {
    if (--left_ < 0) throw thrown_;
    return -0.5 * eta[0] * eta[0];
  }

 private:
  int left_;
  Thrown thrown_;
};

/// Two chains from 0, without warm-up, of which the second ends after so many values, the start's
/// among them.
template <class Thrown>
Chains chains_that_end(int values, Thrown thrown) {
  const ChainProblem problem{
      .target =
          [&](std::uint32_t chain) {
            return std::make_unique<EndingTarget<Thrown>>(chain == 0 ? 1'000'000 : values, thrown);
          },
      .starts = [](std::uint32_t) { return std::vector<std::vector<double>>{{0.0}}; },
      .spread = {1.0}};
  return run_chains({.chains = 2, .kept = 30, .warmup = 0, .thin = 1}, problem);
}

TEST(Metropolis, KeepsWhatAllChainsHaveWhenATargetFails) {
  const Chains whole = chains_that_end(1'000'000, Error(Fault::data, "the second has ended"));
  EXPECT_FALSE(whole.failure);
  const Chains part = chains_that_end(1 + 12, Error(Fault::data, "the second has ended"));
  ASSERT_TRUE(part.failure);
  EXPECT_STREQ(part.failure->what(), "the second has ended");
  EXPECT_EQ(part.kept, 12);
  for (std::size_t c = 0; c < 2; ++c)
    EXPECT_EQ(part.list[c].eta,
              std::vector(whole.list[c].eta.begin(), whole.list[c].eta.begin() + 12));
  EXPECT_EQ(part.steps, 2 + 30 + 12);
}

// As a simulator leaves it that is asked while somebody stops the run, or has no calls left.
TEST(Metropolis, KeepsWhatAllChainsHaveWhenATargetIsInterrupted) {
  const Chains part = chains_that_end(1 + 12, Interrupted{});
  EXPECT_FALSE(part.failure);
  EXPECT_EQ(part.kept, 12);
}

TEST(Metropolis, TellsHowFarItIs) {
  std::vector<std::int64_t> done;
  run_chains({.chains = 3, .kept = 10, .warmup = 7, .thin = 3}, normal_problem(),
             [&](std::int64_t steps, std::int64_t total) {
               EXPECT_EQ(total, 3 * 37);
               done.push_back(steps);
             });
  ASSERT_FALSE(done.empty());
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), 3 * 37);
}

TEST(Metropolis, RefusesStartsWithoutDensity) {
  class Nowhere final : public LogTarget {
    double operator()(std::span<const double>) override {
      return -std::numeric_limits<double>::infinity();
    }
  };
  ChainProblem problem = normal_problem();
  problem.target = [](std::uint32_t) { return std::make_unique<Nowhere>(); };
  try {
    run_chains({.chains = 1}, problem);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_STREQ(error.what(),
                 "chain 1 found no start: the posterior density is 0 at each of 1 points that were "
                 "tried; a start or a narrower prior is needed");
  }
}

}  // namespace
}  // namespace surefoot
