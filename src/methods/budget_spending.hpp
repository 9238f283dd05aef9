#pragma once

#include <optional>

#include "methods/choose_embedding.hpp"
#include "methods/run.hpp"

namespace surefoot {

/// What becomes of a budget.
struct BudgetSpending {
  std::int64_t budget = 0;
  bool binds = false;           // somebody gave it, or the simulator is slow
  std::int64_t predictive = 0;  // of it, for data that are simulated at some of the draws
  std::int64_t checks = 0;      // of it, for data sets that are fitted again
  std::int64_t timing = 0;      // beyond it, to find out how slow the simulator is

  std::int64_t learning() const;
};

/// From the budget of the settings; from what a slow simulator makes in about a minute; or, where
/// nothing binds, as much as is usual.  `parameters` are those that are not fixed.
BudgetSpending spending_of(std::size_t parameters, const Run& run,
                           const std::optional<SlowSimulator>& slow);

/// Observations that a simulator makes in so many seconds, where each call is for a few dozen.
double observations_in(double seconds, const SimulatorPace& pace);

/// Simulates predictive data at as many draws as the budget has a share for, unless somebody said
/// how many.
void limit_predictive_draws(const BudgetSpending& spending, Run& run);

/// How many data sets are simulated to check a fit of so many draws.  Says so where these are none
/// because the budget is too small.
int replicates_within(const BudgetSpending& spending, std::size_t draws, const Run& run);

}  // namespace surefoot
