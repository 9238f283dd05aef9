#pragma once

#include <cstdint>

#include <surefoot/optim/objective.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// Minimises by the derivative-free optimiser of that name, with so many
/// evaluations at most; only crs2 uses the seed.
Minimum minimise_values(OptimiserName optimiser, int evaluations, std::uint64_t seed,
                        Objective& objective, std::span<const double> start, const Box& box);

}  // namespace surefoot
