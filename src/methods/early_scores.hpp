#pragma once

#include <functional>
#include <vector>

#include "methods/run.hpp"

namespace surefoot {

/// Tells whoever watches how the observations look under the best fit, as `inlier` finds; empty
/// where that is not known.  Called only if somebody watches.  What it simulates is not counted, so
/// that a run that is watched reports what any other does; hence nothing is simulated where calls
/// are limited.
void tell_scores(const Run& run, const std::function<std::vector<double>()>& inlier);

}  // namespace surefoot
