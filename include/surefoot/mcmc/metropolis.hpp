#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include <surefoot/error.hpp>

namespace surefoot {

/// The logarithm of a density that a chain explores, up to a constant, on the
/// optimiser's scale.  One chain owns one.
///
/// It may be an estimate that carries randomness of its own (a pseudo-marginal
/// target): each step moves some of that together with the parameters, and puts
/// it back if the step is rejected.
class LogTarget {
 public:
  virtual ~LogTarget() = default;

  /// The value with the randomness that is carried at present; -infinity
  /// outside of the support.
  virtual double operator()(std::span<const double> eta) = 0;

  /// Moves some of the randomness; the numbers depend on chain and step alone.
  virtual void refresh(std::uint32_t step) { (void)step; }

  /// Takes the last refresh back.
  virtual void restore() {}
};

struct ChainSettings {
  int chains = 4;
  int kept = 250;  // of each chain
  int warmup = 1000;
  int thin = 10;
  std::uint64_t seed = 0;
  int threads = 1;
  bool noisy_target = false;  // an estimate: fewer moves are accepted at best
};

/// What chains explore, and from where.
struct ChainProblem {
  std::function<std::unique_ptr<LogTarget>(std::uint32_t chain)> target;

  /// Points to try; the chain starts from the best.
  std::function<std::vector<std::vector<double>>(std::uint32_t chain)> starts;

  /// How far each coordinate may be expected to move: what the first proposals
  /// are made of.
  std::vector<double> spread;
};

/// The draws of one chain, and the value of the target at each.
struct Chain {
  std::vector<double> eta;  // kept x parameters
  std::vector<double> log_density;
};

struct Chains {
  std::vector<Chain> list;
  int kept = 0;                       // of each chain: all of them, unless the run ended early
  double acceptance = 0.0;            // of the moves after warm-up
  std::int64_t steps = 0;             // of all chains together, tries of starts included
  std::optional<Error> failure = {};  // of a target, which ended the run
};

/// Random-walk Metropolis with normal proposals, whose scale and covariance are
/// learnt in warm-up (Andrieu and Thoms 2008, algorithm 4: Robbins-Monro towards
/// a share of accepted moves, Haario's covariance with forgetting) and fixed
/// after it, so that the kept draws are those of a Markov chain.
///
/// Chain c depends on the seed and c alone.  When `stop` is requested, and when a
/// target throws Error or Interrupted at a step, what all chains have in common is
/// kept.  `progress` hears how many of how many steps are done, from one thread at
/// a time.  Throws Fault::usage if some chain finds no start at which the target is
/// positive, and what a target throws there.
Chains run_chains(const ChainSettings& settings, const ChainProblem& problem,
                  const std::function<void(std::int64_t done, std::int64_t total)>& progress = {},
                  std::stop_token stop = {});

}  // namespace surefoot
