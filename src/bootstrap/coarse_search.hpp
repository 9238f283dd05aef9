#pragma once

#include "bootstrap/screening.hpp"

namespace surefoot {

/// Starts that are followed downhill from a screening: so many of the best, and then those that are
/// furthest from any better.
inline constexpr std::size_t local_solves = 12, valley_solves = 4;

/// Modes kept at most.
int most_modes(const Problem& problem, OptimiserName optimiser);

/// Minima under the kernel of the problem, with few simulations and not too many observations:
/// enough to find where they are.
class CoarseSearch {
 public:
  CoarseSearch(const Problem& problem, std::stop_token stop);

  /// Chooses the optimiser as well, if that is open.
  std::vector<Mode> search(Modes& modes);

  /// Where the descents under the problem's own kernel began.
  const std::vector<Mode>& starts() const { return starts_; }
  std::int64_t simulator_calls() const { return calls_ + workers_.simulator_calls(); }

 private:
  std::vector<Mode> anneal(int points, OptimiserName optimiser);
  void look_for_blindness(const Mode& at, Modes& modes);

  Sample observations_;
  Problem coarse_;
  SearchWorkers workers_;
  std::stop_token stop_;
  std::vector<Mode> starts_;
  std::int64_t calls_ = 0;
};

}  // namespace surefoot
