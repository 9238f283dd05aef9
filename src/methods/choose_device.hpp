#pragma once

#include <surefoot/bootstrap/accelerator.hpp>

namespace surefoot {

/// Whether the draws could be computed on a device, as far as can be told before the search.
/// Throws Fault::device if it is asked for and there is none.
bool may_accelerate(const Problem& problem, const Events& events, const std::stop_token& stop);

/// The device that will compute the draws; null: the host.
const Accelerator* choose_device(const Problem& problem, const Modes& modes, bool possible,
                                 const Events& events, const std::stop_token& stop);

}  // namespace surefoot
