#pragma once

#include "bootstrap/minima.hpp"

namespace surefoot {

/// Objectives on the observations with equal weights.
using SearchWorkers = Workers<DrawObjective>;
SearchWorkers search_workers(const Problem& problem, std::stop_token stop);

/// The settings' `start`, with the middle of the search box for what it leaves out.
Mode given_start(const Problem& problem);

/// The best `most` of `points` points of the search box at which the simulator works, best first.
std::vector<Mode> screen(const Problem& problem, int points, std::size_t most,
                         SearchWorkers& workers);

/// The same, and `apart` more: those furthest from any better point.  The best points may all lie
/// in one valley, but every valley that the points tell apart has one that is far from a better.
std::vector<Mode> screen_valleys(const Problem& problem, int points, std::size_t most,
                                 std::size_t apart, SearchWorkers& workers);

/// Follows each start downhill; what fails is dropped.
std::vector<Mode> descend(const Problem& problem, OptimiserName optimiser,
                          const std::vector<Mode>& starts, SearchWorkers& workers);

/// Distinct minima, best first.
std::vector<Mode> distinct(const Problem& problem, std::vector<Mode> minima);

}  // namespace surefoot
