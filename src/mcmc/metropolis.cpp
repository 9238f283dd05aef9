#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/mcmc/metropolis.hpp>
#include <surefoot/parallel/threads.hpp>

#include "mcmc/adaptive_proposal.hpp"
#include "parallel/early_end.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// Tells how far all chains have come, a few times a second.
class StepCounter {
 public:
  using Report = std::function<void(std::int64_t, std::int64_t)>;
  StepCounter(const Report& report, std::int64_t total) : report_(report), total_(total) {}

  void add(std::int64_t steps) {
    const std::lock_guard lock(mutex_);
    done_ += steps;
    const auto now = std::chrono::steady_clock::now();
    if (!report_ || (now < next_ && done_ < total_)) return;
    next_ = now + std::chrono::milliseconds(100);
    report_(done_, total_);
  }

 private:
  const Report& report_;
  std::int64_t total_, done_ = 0;
  std::chrono::steady_clock::time_point next_{};
  std::mutex mutex_;
};

/// One chain on its way.
class Walker {
 public:
  Walker(const ChainSettings& settings, const ChainProblem& problem, std::uint32_t chain)
      : settings_(settings), chain_(chain), target_(problem.target(chain)) {
    log_density_ = -std::numeric_limits<double>::infinity();
    const auto starts = problem.starts(chain);
    for (const auto& eta : starts) {
      ++tries;
      const double value = (*target_)(eta);
      if (!(value > log_density_)) continue;
      log_density_ = value;
      eta_ = eta;
    }
    if (eta_.empty())
      throw Error(Fault::usage,
                  fmt::format("chain {} found no start: the posterior density is 0 at each of {} "
                              "points that were tried; a start or a narrower prior is needed",
                              chain + 1, starts.size()));
    proposal_.emplace(eta_, problem.spread, settings.noisy_target);
    proposed_.resize(eta_.size());
  }

  /// One step; learns from it in warm-up.
  void step(bool warm_up) {
    const std::uint32_t number = ++step_;  // 0 is the randomness that the target begins with
    proposal_->propose(eta_, Noise({settings_.seed, chain_, number, 0, Purpose::proposal}),
                       proposed_);
    target_->refresh(number);
    const double value = (*target_)(proposed_);
    // NaN counts as outside.
    const double probability = value >= log_density_ ? 1.0
                               : value > -infinite   ? std::exp(value - log_density_)
                                                     : 0.0;
    Noise noise({settings_.seed, chain_, number, 0, Purpose::acceptance});
    if (noise.uniform() < probability) {
      eta_.swap(proposed_);
      log_density_ = value;
      accepted += !warm_up;
    } else {
      target_->restore();
    }
    if (warm_up) proposal_->learn(eta_, probability);
  }

  void keep(Chain& chain) const {
    chain.eta.insert(chain.eta.end(), eta_.begin(), eta_.end());
    chain.log_density.push_back(log_density_);
  }

  std::int64_t tries = 0, accepted = 0;

 private:
  const ChainSettings& settings_;
  std::uint32_t chain_, step_ = 0;
  std::unique_ptr<LogTarget> target_;
  std::optional<AdaptiveProposal> proposal_;
  std::vector<double> eta_, proposed_;
  double log_density_;
};

}  // namespace

Chains run_chains(const ChainSettings& settings, const ChainProblem& problem,
                  const std::function<void(std::int64_t, std::int64_t)>& progress,
                  std::stop_token stop) {
  const std::int64_t length = settings.warmup + std::int64_t{settings.kept} * settings.thin;
  const auto count = static_cast<std::size_t>(settings.chains);
  StepCounter counter(progress, length * settings.chains);
  std::vector<Chain> list(count);
  std::vector<std::int64_t> steps(count, 0), accepted(count, 0);
  EarlyEnd end;
  const auto over = [&] { return end.reached() || stop.stop_requested(); };
  for_each_index(settings.threads, count, [&](std::size_t c) {
    if (over()) return;
    Walker walker(settings, problem, static_cast<std::uint32_t>(c));
    constexpr std::int64_t often = 32;
    std::int64_t t = 0;
    while (t < length && !over()) {
      const bool warm_up = t < settings.warmup;
      if (!end.attempt(c, [&] { walker.step(warm_up); })) break;
      ++t;
      if (!warm_up && (t - settings.warmup) % settings.thin == 0) walker.keep(list[c]);
      if (t % often == 0 || t == length) counter.add(t % often == 0 ? often : t % often);
    }
    steps[c] = t + walker.tries;
    accepted[c] = walker.accepted;
  });

  Chains chains{std::move(list), settings.kept};
  chains.failure = end.failure();
  std::int64_t moves = 0, good = 0;
  for (std::size_t c = 0; c < count; ++c) {
    chains.kept = std::min(chains.kept, static_cast<int>(chains.list[c].log_density.size()));
    chains.steps += steps[c];
    good += accepted[c];
    moves +=
        std::int64_t{settings.thin} * static_cast<std::int64_t>(chains.list[c].log_density.size());
  }
  chains.acceptance =
      static_cast<double>(good) / static_cast<double>(std::max<std::int64_t>(moves, 1));
  const auto kept = static_cast<std::size_t>(chains.kept), p = problem.spread.size();
  for (Chain& chain : chains.list) {
    chain.eta.resize(kept * p);
    chain.log_density.resize(kept);
  }
  return chains;
}

}  // namespace surefoot
