#pragma once

#include <surefoot/settings/config.hpp>

namespace surefoot {

/// Fills in what is open for a fit of `observations` objects in `parameters` free parameters: every
/// draw simulates, unless embedding emulated or a budget is given.  Throws Fault::usage for
/// settings that only rows of numbers have.
void settle_object_settings(FitConfig& settings, std::size_t observations, int parameters);

}  // namespace surefoot
