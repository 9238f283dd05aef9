#pragma once

#include <string>

#include <surefoot/draws/draws.hpp>
#include <surefoot/draws/events.hpp>
#include <surefoot/undetermined.hpp>

#include "emulator/learn_embedding.hpp"

// What every fit does with an embedding that was learnt once for all of its draws.
namespace surefoot {

/// A draw as fits report it.
DrawRow row_of(const ParameterSpace& space, const LearntEmbedding::Draw& one);

/// Why draws from this embedding are not to be relied on, if so.
std::string doubts_about(const LearntEmbedding& learnt);

/// Says what the embedding was learnt from and how well it is known.  `budget` is 0 where nothing
/// can be simulated.
void tell_what_was_learnt(const LearntEmbedding& learnt, std::int64_t budget, const Events& events);

/// Says what the draws leave open or lean on.
Undetermined tell_limits(const LearntEmbedding& learnt, const Events& events);

}  // namespace surefoot
