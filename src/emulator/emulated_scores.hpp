#pragma once

#include <vector>

#include <surefoot/check/scores.hpp>
#include <surefoot/draws/draws.hpp>

#include "emulator/emulated_posterior.hpp"

namespace surefoot {

/// The scores of the observations by an emulated model: the shares that are explained at some of
/// the draws and the witness by `scored`, which must trim, and influences by the posterior itself.
/// Empty without draws that did not fail.
ObservationScores emulated_scores(const EmulatedPosterior& posterior,
                                  const EmulatedPosterior& scored, const Draws& draws);

/// The shares that are explained at the best fit alone.
std::vector<double> inlier_at_best(const EmulatedPosterior& posterior,
                                   const EmulatedPosterior& scored);

}  // namespace surefoot
