#pragma once

#include <optional>

#include "emulator/embedding_emulator.hpp"
#include "emulator/simulation_pool.hpp"

namespace surefoot {

/// What the rule `auto` makes of a pilot's lengthscale, from simulations that are there: the factor
/// at which the generalised variance of a draw under the model itself is smallest.  As
/// best_lengthscale_factor, which simulates for it.  Nothing if the places around the region tell
/// too little.
std::optional<double> lengthscale_factor_of(const Problem& problem, const SimulationPool& pool,
                                            const Region& region, double reach);

}  // namespace surefoot
