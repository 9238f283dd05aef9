#pragma once

#include <surefoot/bootstrap/modes.hpp>

#include "methods/run.hpp"

namespace surefoot {

/// Warns where a quarter of the draws of a whole fit or more lie on the edge of the box, and names
/// the edges.
void judge_box_edges(const Fit& fit, const std::function<void(const std::string&)>& warn);

/// Tries the simulator half a posterior standard deviation beside some draws, spread over the whole
/// run, in each parameter, or a hundredth of the box where that is not known.  What is found beside
/// a draw does not depend on the others.
std::vector<TriedNeighbours> try_neighbours(const Problem& problem, const Modes& modes,
                                            const Draws& draws, std::stop_token stop);

/// Warns where the simulator fails beside the draws of a whole fit: the posterior then ends where
/// the simulator does.  Counts what it cost to find out.
void judge_neighbours(Fit& fit, const std::function<void(const std::string&)>& warn);

}  // namespace surefoot
