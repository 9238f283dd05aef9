#include <atomic>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>

#include "bootstrap/fit_support.hpp"
#include "mcmc/normal_target.hpp"

namespace surefoot {
namespace {

TEST(MetropolisThreads, DoNotChangeTheDraws) {
  const Chains one = run_chains({.chains = 5, .kept = 50, .warmup = 100}, normal_problem());
  const Chains three =
      run_chains({.chains = 5, .kept = 50, .warmup = 100, .threads = 3}, normal_problem());
  for (std::size_t c = 0; c < 5; ++c) EXPECT_EQ(one.list[c].eta, three.list[c].eta);
  EXPECT_EQ(one.acceptance, three.acceptance);
}

TEST(MmdBayesThreads, DoNotChangeTheDraws) {
  const Sample x = observations_of("g-and-k", 20);
  const auto run = [&](const char* threads) {
    return fit_built_in("g-and-k", x,
                        {{"method", "mmd-bayes"},
                         {"simulations", "20"},
                         {"draws", "16"},
                         {"warmup", "20"},
                         {"thin", "2"},
                         {"threads", threads}});
  };
  const Fit one = run("1"), three = run("3");
  EXPECT_EQ(one.draws.values, three.draws.values);
  EXPECT_EQ(one.settings.score_weight, three.settings.score_weight);
  EXPECT_EQ(one.settings.lengthscale, three.settings.lengthscale);
  EXPECT_EQ(one.simulator_calls, three.simulator_calls);
}

TEST(MetropolisThreads, TellProgressOneAtATime) {
  std::int64_t last = 0;
  run_chains({.chains = 8, .kept = 50, .warmup = 100, .threads = 4}, normal_problem(),
             [&](std::int64_t done, std::int64_t) {
               EXPECT_GT(done, last);
               last = done;
             });
  EXPECT_EQ(last, 8 * 600);
}

// Each chain hears of it at its next step, wherever it is.
TEST(MetropolisThreads, AreCutToOneLengthWhenStopped) {
  std::stop_source source;
  const Chains chains = run_chains(
      {.chains = 4, .kept = 10'000'000, .warmup = 10, .thin = 1, .threads = 4}, normal_problem(),
      [&](std::int64_t done, std::int64_t) {
        if (done > 20000) source.request_stop();
      },
      source.get_token());
  EXPECT_LT(chains.kept, 10'000'000);
  for (const Chain& chain : chains.list) {
    EXPECT_EQ(chain.log_density.size(), static_cast<std::size_t>(chains.kept));
    EXPECT_EQ(chain.eta.size(), 2 * static_cast<std::size_t>(chains.kept));
  }
}

/// Normal, as long as there are values left, which all chains share; they count once all have
/// begun.
class SharedValues final : public LogTarget {
 public:
  SharedValues(std::atomic<int>& left, std::atomic<int>& to_begin)
      : left_(left), to_begin_(to_begin) {}
  double operator()(std::span<const double> eta) override {
    if (!begun_) --to_begin_;
    begun_ = true;
    if (to_begin_ <= 0 && --left_ < 0) throw Error(Fault::data, "there are no values left");
    return normal_(eta);
  }

 private:
  std::atomic<int>&left_, &to_begin_;
  bool begun_ = false;
  NormalTarget normal_;
};

TEST(MetropolisThreads, AreCutToOneLengthWhenATargetFails) {
  std::atomic<int> left = 20000, to_begin = 4;
  ChainProblem problem = normal_problem();
  problem.target = [&](std::uint32_t) { return std::make_unique<SharedValues>(left, to_begin); };
  const Chains chains =
      run_chains({.chains = 4, .kept = 10'000'000, .warmup = 10, .thin = 1, .threads = 4}, problem);
  ASSERT_TRUE(chains.failure);
  EXPECT_STREQ(chains.failure->what(), "there are no values left");
  EXPECT_LT(chains.kept, 10'000'000);
  for (const Chain& chain : chains.list)
    EXPECT_EQ(chain.log_density.size(), static_cast<std::size_t>(chains.kept));
}

}  // namespace
}  // namespace surefoot
