#pragma once

#include <cstdint>
#include <span>

#include <surefoot/model.hpp>

namespace surefoot {

/// How long a simulator takes, as far as a few calls tell.
struct SimulatorPace {
  double call = 0.0;           // seconds that a call takes, however little it asks for
  double observation = 0.0;    // seconds that each observation adds
  double side_by_side = 1.0;   // calls that make progress at the same time on the run's threads
  std::int64_t simulated = 0;  // observations that it took to find out

  /// Seconds until so many calls, of so many observations each, have returned.
  double seconds(double calls, double observations) const {
    return calls * (call + observations * observation) / side_by_side;
  }
};

/// Times a simulator at these parameters by calls of at most `most` observations, some of them at
/// the same time if the run has several threads.  Takes some 0.1 s, or a dozen observations if
/// these take longer.  A simulator that fails there is as fast as it fails.
SimulatorPace time_simulator(const Model& model, std::span<const double> theta, int threads,
                             int most, std::uint64_t seed);

}  // namespace surefoot
