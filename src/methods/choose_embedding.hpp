#pragma once

#include <optional>
#include <string>
#include <vector>

#include "methods/run.hpp"
#include "methods/simulator_pace.hpp"

namespace surefoot {

/// Throws Fault::usage for a setting of draws that simulate, for which an emulated fit has no use.
void refuse_direct_settings(const FitConfig& settings);

/// Puts the settings of draws that simulate back to their defaults.
void forget_direct_settings(FitConfig& settings);

/// How embeddings are computed as far as the settings tell: `automatic` where it depends on the
/// model.  Throws Fault::usage for a budget that nobody would spend.
EmbeddingWay embedding_way(const FitConfig& settings);

/// A value for each parameter well inside of its box, or that at which it is held.
std::vector<double> middle_of(const ParameterSpace& space);

/// A simulator that is too slow to be called for every draw.
struct SlowSimulator {
  SimulatorPace pace;
  double direct_seconds;  // that draws which simulate would take
};

/// Times the simulator where `embedding_way` leaves it open.  Nothing if the draws can simulate:
/// for built-in models, which are never timed, for parts of a run and runs that share their draws
/// with other processes, whose clocks might disagree, and where it takes no more than about ten
/// minutes.
std::optional<SlowSimulator> find_slow_simulator(const Run& run);

/// Whether a model is learnt once for all draws where `embedding_way` leaves it open, whatever a
/// clock says: a simulator without derivatives, or a built-in one whose derivatives are blind or
/// whose draws take long, if draws that simulate would simulate more.
bool is_learnt_by_default(const Run& run);

/// The same of a model whose derivatives a search has found to miss much of what some parameters
/// do.
bool is_learnt_where_blind(const Run& run);

/// The share of the posterior variance that is the simulation error of draws which simulate, by
/// default: with as many independent simulations as observations it is a half.
double simulation_share_of_direct_draws(const Run& run);

/// Why draws are made from an embedding that is learnt once for all of them.
struct EmulationReason {
  bool wanted = false;                     // by the settings
  std::optional<SlowSimulator> slow = {};  // what was found
  std::vector<std::string> blind = {};     // parameters of which derivatives miss much
  /// Whether draws that simulate can take over without anybody waiting for long.
  bool is_replaceable() const { return !wanted && !slow; }
};

/// Nothing if every draw simulates.
std::optional<EmulationReason> reason_to_emulate(const Run& run);

}  // namespace surefoot
