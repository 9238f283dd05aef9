#pragma once

#include <span>

namespace surefoot {

// How well chains have mixed, after Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021), as
// ArviZ computes it.  `draws` holds one quantity chain by chain, chains of the same length.  NaN
// where there are fewer than four draws in a chain, or one that is not a number.

/// Rank-normalised split R-hat: how much wider all chains together are than
/// each half of one, in the bulk or in the tails, whichever is worse; 1 if they
/// agree.  NaN for a single chain, as in ArviZ.
double rank_rhat(std::span<const double> draws, int chains);

/// How many independent draws would tell as much of the middle of the posterior.
double bulk_ess(std::span<const double> draws, int chains);

/// The same of the mean: its Monte Carlo error is sd / sqrt(mean_ess).
double mean_ess(std::span<const double> draws, int chains);

}  // namespace surefoot
