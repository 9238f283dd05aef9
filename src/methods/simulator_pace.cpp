#include "methods/simulator_pace.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// The draw whose random numbers are used for timing; no run has so many.
constexpr std::uint32_t timed_draw = 0xfffffff9U;

class SimulatorTimer {
 public:
  SimulatorTimer(const Model& model, std::span<const double> theta, std::uint64_t seed)
      : model_(model), theta_(theta), seed_(seed) {}

  std::int64_t simulated() const { return simulated_; }

  /// Seconds until `callers` calls of `count` observations, made at the same time, have returned.
  /// The better of two tries: the first may start a program or have something compiled.
  double seconds(int callers, int count) {
    double best = std::numeric_limits<double>::infinity();
    for (int attempt = 0; attempt < 2; ++attempt) best = std::min(best, once(callers, count));
    return best;
  }

 private:
  double once(int callers, int count) {
    using Clock = std::chrono::steady_clock;
    simulated_ += std::int64_t{callers} * count;
    const auto began = Clock::now();
    for_each_index(callers, static_cast<std::size_t>(callers), [&](std::size_t caller) {
      const auto step = static_cast<std::uint32_t>(caller);
      try {
        simulate_iid(model_, theta_, count, {seed_, timed_draw, step, 0, Purpose::start});
      } catch (const Error&) {
        // It took its time nevertheless.
      }
    });
    return std::chrono::duration<double>(Clock::now() - began).count();
  }

  const Model& model_;
  std::span<const double> theta_;
  std::uint64_t seed_;
  std::int64_t simulated_ = 0;
};

}  // namespace

SimulatorPace time_simulator(const Model& model, std::span<const double> theta, int threads,
                             int most, std::uint64_t seed) {
  constexpr double enough = 0.02, too_long = 1.0, countable = 1e-3;  // seconds
  SimulatorTimer timer(model, theta, seed);
  int count = 1, count_before = 0;
  double took = timer.seconds(1, count), took_before = 0.0;
  const auto wants_another = [&] {
    return took < enough || (count_before == 0 && took < too_long);
  };
  while (count < most && wants_another()) {
    count_before = count;
    took_before = took;
    const double more = std::max(4.0, 1.5 * enough / std::max(took, 1e-9)) * count;
    count = static_cast<int>(std::min(double(most), more));
    took = timer.seconds(1, count);
  }
  SimulatorPace pace;
  pace.observation =
      std::clamp((took - took_before) / double(count - count_before), 0.0, took / double(count));
  pace.call = took - double(count) * pace.observation;
  pace.side_by_side = threads;
  if (threads > 1 && took > countable) {
    // Of two calls at the same time the second is free, or costs as much as the first where one
    // thread answers all, as Python's does.
    const double gained = std::clamp(2.0 * took / timer.seconds(2, count) - 1.0, 0.0, 1.0);
    pace.side_by_side = 1.0 + (threads - 1) * gained;
  }
  pace.simulated = timer.simulated();
  return pace;
}

}  // namespace surefoot
