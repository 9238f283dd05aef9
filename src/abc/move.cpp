#include "abc/move.hpp"

#include <cmath>

namespace surefoot {
namespace {

/// Proposals for one particle, one after the other.
class Proposals {
 public:
  Proposals(const StepOfMoves& step, std::uint32_t i, AbcDistance& distance)
      : step_(step), distance_(distance), place_(i) {
    candidate.eta.resize(static_cast<std::size_t>(step.target.dimension));
  }

  /// Makes the next one, and whether it hit.
  bool next() {
    Noise noise({step_.seed, place_, trial_, 0, Purpose::proposal});
    const Coordinates at{step_.seed, place_, trial_++, 0, Purpose::simulation};
    step_.proposal.draw(noise, candidate.eta);
    log_prior = step_.target.log_prior(candidate.eta);
    if (!(log_prior > -std::numeric_limits<double>::infinity())) return false;
    candidate.distance = distance_(candidate.eta, at);
    ++simulations;
    step_.simulated();
    return candidate.distance <= step_.threshold && std::isfinite(candidate.distance);
  }

  SmcResult::Particle candidate;
  double log_prior = 0.0;
  int simulations = 0;

 private:
  const StepOfMoves& step_;
  AbcDistance& distance_;
  std::uint32_t place_;
  std::uint32_t trial_ = 0;
};

}  // namespace

MoveOutcome move_particle(const StepOfMoves& step, std::uint32_t i, AbcDistance& distance,
                          SmcResult::Particle& particle) {
  Proposals proposals(step, i, distance);
  SmcResult::Particle first_hit;
  double log_prior = 0.0;
  const auto outcome = [&](bool finished, bool accepted) {
    return MoveOutcome{finished, accepted, proposals.simulations};
  };
  int trials = 0;
  for (int hits = 0; hits < 2; ++trials) {
    if (trials == step.max_trials) return outcome(true, false);
    const bool hit = proposals.next();
    if (step.stop()) return outcome(false, false);
    if (hit && ++hits == 1) {
      first_hit = proposals.candidate;
      log_prior = proposals.log_prior;
    }
  }
  int back = 1;
  for (; !proposals.next(); ++back) {
    if (step.stop()) return outcome(false, false);
    if (back == step.max_trials) return outcome(true, false);
  }
  if (std::max(trials, back) == step.max_trials) return outcome(true, false);

  const double log_ratio =
      log_prior + step.proposal.log_density(particle.eta) - step.target.log_prior(particle.eta) -
      step.proposal.log_density(first_hit.eta) + std::log(static_cast<double>(back) / (trials - 1));
  Noise noise({step.seed, i, 0, 0, Purpose::acceptance});
  if (!(std::log(noise.uniform()) < log_ratio)) return outcome(true, false);
  first_hit.label = step.first_label + i;
  particle = std::move(first_hit);
  return outcome(true, true);
}

}  // namespace surefoot
