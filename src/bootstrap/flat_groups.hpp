#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/undetermined.hpp>

namespace surefoot {

/// The flat paths of some modes in words: which parameters they leave open, and what of them is
/// determined, where that is a sum or a product.
Undetermined undetermined_by(const Problem& problem, const Modes& modes);

}  // namespace surefoot
