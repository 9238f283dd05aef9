#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/check/scores.hpp>
#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// The scores of the observations: the shares that are explained at some of the draws, by the
/// kernel that trimming looks with, and witness and influence at the best mode.  Empty without
/// draws that did not fail.
ObservationScores score_observations(const Problem& problem, const Modes& modes, const Draws& draws,
                                     std::int64_t& simulator_calls, std::stop_token stop);

/// The shares that are explained at the best mode alone, which is known before the first draw;
/// empty where observations cannot be scored or no best fit was looked for.
std::vector<double> inlier_at_best(const Problem& problem, const Modes& modes,
                                   std::stop_token stop);

/// By how much each observation moves the best mode, natural scale, one observation after the
/// other; empty if that is not known.
std::vector<double> influences(const Problem& problem, const Modes& modes,
                               DrawObjective& objective);

/// Some of the rows that did not fail, spread over the run, at which observations are scored.
std::vector<std::size_t> rows_to_score(const Draws& draws);

/// Takes the shares of each observation that are explained at some draws, for `n` of them; those of
/// a draw that has none are empty.
void take_shares(const std::vector<std::vector<double>>& shares, std::size_t n,
                 ObservationScores& scores);

}  // namespace surefoot
