#pragma once

#include <functional>

#include <surefoot/abc/mixture.hpp>
#include <surefoot/abc/smc.hpp>

namespace surefoot {

/// The moves of one step.
struct StepOfMoves {
  const AbcTarget& target;
  const GaussianMixture& proposal;
  double threshold;
  int max_trials;
  std::uint64_t seed;  // of the step
  std::int64_t first_label;
  std::function<void()> simulated;  // called after each simulation
  std::function<bool()> stop;       // whether to give up
};

/// How a move ended.
struct MoveOutcome {
  bool finished = false;  // else the run was stopped, and the particle is as before
  bool accepted = false;
  int simulations = 0;
};

/// Moves the particle at place i by the r-hit kernel with r = 2, which leaves the prior given a
/// distance within the threshold as it is: waits for two proposals that hit, to go to the first
/// of them, and for one more, in place of those that the way back would have met.
MoveOutcome move_particle(const StepOfMoves& step, std::uint32_t i, AbcDistance& distance,
                          SmcResult::Particle& particle);

}  // namespace surefoot
