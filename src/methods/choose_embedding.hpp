#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "methods/run.hpp"
#include "methods/simulator_pace.hpp"

namespace surefoot {

/// The settings of draws that simulate, for which an emulated fit has no use.
std::span<const std::string_view> settings_of_direct_draws();

/// The first of these that is not at its default; empty: there is none.
std::string_view direct_setting_in(const FitConfig& settings);

/// How embeddings are computed as far as the settings tell: `automatic` where it depends on how
/// slow the simulator is.  That is never asked of parts of a run, which must agree whatever their
/// clocks say.  Throws Fault::usage for a budget that nobody would spend.
EmbeddingWay embedding_way(const FitConfig& settings);

/// A value for each parameter well inside of its box, or that at which it is held.
std::vector<double> middle_of(const ParameterSpace& space);

/// A simulator that is too slow to be called for every draw.
struct SlowSimulator {
  SimulatorPace pace;
  double direct_seconds;  // that draws which simulate would take
};

/// Times the simulator where `embedding_way` leaves it open.  Nothing if the draws can simulate:
/// for built-in models, which are never timed, for runs that share their draws with other
/// processes, and where it takes no more than about ten minutes.
std::optional<SlowSimulator> find_slow_simulator(const Run& run);

}  // namespace surefoot
