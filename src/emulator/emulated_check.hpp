#pragma once

#include <stop_token>

#include <surefoot/fit.hpp>

#include "emulator/learn_embedding.hpp"

namespace surefoot {

/// Scores the observations of a fit whose draws were made by an emulated model and, unless
/// `replicates` is 0, checks that model; what is found goes into the fit.  Simulates the replicates
/// and nothing else.
void check_emulated_fit(const LearntEmbedding& learnt, int replicates, const Events& events,
                        const std::stop_token& stop, Fit& fit);

}  // namespace surefoot
