#pragma once

#include <surefoot/draws/events.hpp>
#include <surefoot/undetermined.hpp>

namespace surefoot {

/// Warns of what the data leave open, if there is anything.
void tell_undetermined(const Undetermined& undetermined, const Events& events);

}  // namespace surefoot
