#pragma once

#include <span>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// What doubling the simulations did to a few draws.
struct Doubling {
  double share = 0.0;  // of the posterior variance that is simulation error, over all parameters
  std::int64_t simulator_calls = 0;
};

/// Solves a few of the draws again with twice the simulations, from where they
/// ended.  The squared moves, in posterior standard deviations, estimate the
/// share of the posterior variance that is the simulations': all of it for nets
/// and quadratures, whose error all but vanishes with each doubling, half of it
/// for independent points.  None if there is no simulation, or nothing to
/// compare with.
///
/// Only the first draws of a run are asked, so that most of its parts have nothing to do.
std::vector<DoubledDraw> double_simulations(const Problem& problem, const Modes& modes,
                                            const Draws& draws, std::stop_token stop);

/// So many of them say what is to be known of a run; its parts may have found more.
inline constexpr std::size_t most_doubled = 4;

/// What these draws say of the run; nothing if there are none.
std::optional<Doubling> doubling_of(std::span<const DoubledDraw> draws);

}  // namespace surefoot
