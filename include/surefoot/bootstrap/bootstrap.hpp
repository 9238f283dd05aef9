#pragma once

#include <cstdint>
#include <stop_token>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/draws/draws.hpp>
#include <surefoot/draws/events.hpp>

namespace surefoot {

/// A range of draws: the unit that threads, and later ranks and devices, split.
struct DrawRange {
  std::uint32_t first;
  std::uint32_t last;  // one past the end
};

/// The bootstrap: for each draw of the range a minimisation from every mode
/// that could win, the best kept.  Draw b is a function of (problem, b) alone, so any split of
/// a range over threads gives the same rows.  Stops between evaluations when
/// asked to, and when a draw throws Error; draws that were not finished are left
/// out.
Drawn bootstrap(const Problem& problem, const Modes& modes, DrawRange range, const Events& events,
                std::stop_token stop);

}  // namespace surefoot
