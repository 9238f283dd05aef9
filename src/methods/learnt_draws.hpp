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

/// Draws that would simulate in place of those from an embedding.
struct DirectDraws {
  double simulation_share;  // of the posterior variance that would be simulation error
  bool are_rough;           // their objective jumps, and few of them could be certified
};

/// Why draws from this embedding are not to be relied on, and those that simulate are better;
/// empty: nothing.
std::string doubts_about(const LearntEmbedding& learnt, const DirectDraws& direct);

/// Says what the embedding was learnt from and how well it is known.  `budget` is 0 where nothing
/// can be simulated.
void tell_what_was_learnt(const LearntEmbedding& learnt, std::int64_t budget, const Events& events);

/// Says what the draws leave open or lean on.
Undetermined tell_limits(const LearntEmbedding& learnt, const Events& events);

}  // namespace surefoot
