#pragma once

#include <stop_token>
#include <vector>

#include <surefoot/fit.hpp>

#include "emulator/learn_embedding.hpp"

namespace surefoot {

/// Scores the observations of a fit whose draws were made by an emulated model and, unless
/// `replicates` is 0, checks that model; what is found goes into the fit.  Simulates the replicates
/// and nothing else.
void check_emulated_fit(const LearntEmbedding& learnt, int replicates, const Events& events,
                        const std::stop_token& stop, Fit& fit);

/// The share of the data around each observation that is explained at the best fit alone, which is
/// known before the first draw; empty for tables that were learnt without trimming.
std::vector<double> emulated_inlier_at_best(const LearntEmbedding& learnt);

}  // namespace surefoot
