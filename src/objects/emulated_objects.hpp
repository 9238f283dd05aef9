#pragma once

#include <vector>

#include <surefoot/objects/object_sums.hpp>

#include "methods/run.hpp"

namespace surefoot {

/// Makes the draws of a run whose observations are objects from an embedding that is learnt once
/// for all of them.  `gram` are the kernel's values between observations.
void draw_by_emulator(Run& run, ObjectSums& sums, const std::vector<double>& gram);

}  // namespace surefoot
