#pragma once

#include "methods/run.hpp"

namespace surefoot {

/// A bootstrap knows the noise of its data from how they differ alone, which few of them hardly
/// tell.  Throws Fault::data below three observations, and warns below twenty by the coverage that
/// was measured; nothing where a base measure adds pseudo-observations, or the method is none.
void judge_number_of_observations(const Run& run);

}  // namespace surefoot
