#pragma once

#include <vector>

#include "emulator/emulated_posterior.hpp"

namespace surefoot {

/// The weight of a prior beside MMD^2, under which one observation counts as one (prior_weight), of
/// a posterior that has not taken it yet.
double emulated_prior_weight(const EmulatedPosterior& posterior);

/// How much of what is known of each parameter the prior of a posterior says (prior_shares).
std::vector<double> emulated_prior_shares(const EmulatedPosterior& posterior);

}  // namespace surefoot
