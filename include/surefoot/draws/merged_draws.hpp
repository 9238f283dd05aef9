#pragma once

#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// All draws of two lists, each in rising order, in rising order and each once; one that is in both
/// is taken from the first.
Draws merged(const Draws& first, const Draws& second);

}  // namespace surefoot
