#pragma once

#include <memory>

#include <surefoot/bootstrap/problem.hpp>

#include "emulator/learn_embedding.hpp"
#include "emulator/simulation_store.hpp"
#include "methods/run.hpp"

namespace surefoot {

/// The file in which a run keeps what it simulates with such a budget; null: it keeps nothing.
/// Throws as SimulationStore does.
std::unique_ptr<SimulationStore> open_simulations(const Run& run, const Problem& problem,
                                                  std::int64_t budget);

/// Says what was taken from the file, and what was simulated.
void tell_what_was_reused(const SimulationStore& store, const LearntEmbedding& learnt,
                          const Run& run);

}  // namespace surefoot
