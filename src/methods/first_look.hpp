#pragma once

#include <surefoot/data/sample.hpp>
#include <surefoot/draws/events.hpp>

namespace surefoot {

/// Tells, before anything is drawn, what the observations themselves give away: rows that depend on
/// each other, and values that many of them share.
void look_at_rows(const Sample& observations, const Events& events);

}  // namespace surefoot
