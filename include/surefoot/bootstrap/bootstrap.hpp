#pragma once

#include <stop_token>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/draws/draw_numbers.hpp>
#include <surefoot/draws/draws.hpp>
#include <surefoot/draws/events.hpp>

namespace surefoot {

class Crew;

/// The bootstrap: for each of the draws a minimisation from every mode
/// that could win, the best kept.  Draw b is a function of (problem, b) alone, so any split of
/// them over threads gives the same rows.  Stops between evaluations when
/// asked to, and when a draw throws Error; draws that were not finished are left
/// out.  Where the modes have flat paths, each draw starts from a random place of them, and is
/// `undetermined` in place of converged.  A crew may have others make some of them.
Drawn bootstrap(const Problem& problem, const Modes& modes, const DrawNumbers& numbers,
                const Events& events, std::stop_token stop, Crew* crew = nullptr);

}  // namespace surefoot
