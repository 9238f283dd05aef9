#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include <surefoot/fit.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {

/// Simulates one data set and says how far it is from the observations.  Each
/// thread has one of its own.
class AbcDistance {
 public:
  virtual ~AbcDistance() = default;

  /// At eta, by the random numbers at these coordinates, whose `index` is free.
  /// Infinite where the simulator fails at these parameters.
  virtual double operator()(std::span<const double> eta, const Coordinates& at) = 0;
};

/// What approximate Bayesian computation samples: the prior, given that the
/// distance of simulated data is at most a threshold.
struct AbcTarget {
  int dimension;  // of eta
  std::function<void(Noise&, std::span<double>)> draw_prior;
  std::function<double(std::span<const double>)> log_prior;  // -infinity: not simulated there
  std::function<std::unique_ptr<AbcDistance>()> make_distance;
};

struct SmcSettings {
  int particles;
  std::int64_t max_simulations = std::numeric_limits<std::int64_t>::max();  // ends with its step
  int max_trials = std::numeric_limits<int>::max();  // of each of the two waits of a move
  double max_seconds = std::numeric_limits<double>::infinity();
  double threshold = 0.0;  // wanted
  std::uint64_t seed = 0;
  int threads = 1;
};

/// Why a run ended; stopped: by the caller, or because a distance threw Error or Interrupted.
enum class SmcEnding { simulations, seconds, threshold, stuck, stopped };

/// The particles after the last step that was completed.
struct SmcResult {
  struct Particle {
    std::vector<double> eta;
    double distance = std::numeric_limits<double>::infinity();
    std::int64_t label = 0;  // the same for copies of one particle, and for nothing else
  };
  std::vector<Particle> particles;        // all weigh the same; none: stopped before the first
  std::vector<int> trials;                // simulations of the last move, for each place
  std::vector<std::int64_t> simulations;  // of the run, for each place
  std::int64_t all_simulations = 0;       // those of a step that was cut short included
  std::vector<SmcStep> history;
  SmcEnding ending = SmcEnding::stopped;
  std::optional<Error> failure = {};  // of a distance, which ended the run
};

/// Adaptive sequential Monte Carlo with r-hit moves (Lee 2012; Bernton et al. 2019).
///
/// Begins with the prior and the median distance as threshold.  Each step keeps
/// the particles within the threshold, fits a mixture to them (mixture.hpp),
/// resamples, moves every particle once, and lowers the threshold to where half
/// of the particles, copies aside, are within.  The history has the threshold at
/// the end of each step, that of the next: the particles lie within the one before.
/// Where a wanted threshold is reached, the last step moves within that.
///
/// The step in which the simulations reach their number is the last; one that would take as many
/// again is given up, as is one that the seconds, or a distance that throws, end, and the particles
/// are those before it.
///
/// The result depends on the seed alone, whatever the threads, unless the seconds end it.  Throws
/// Fault::usage if the simulator fails wherever the prior sends it, or if simulations or seconds do
/// not suffice for the particles to begin with.
SmcResult run_smc(const AbcTarget& target, const SmcSettings& settings, const Events& events = {},
                  std::stop_token stop = {});

/// The next threshold: the smallest distance within which there are half as many
/// distinct particles as places, and one.  Stays if half of all are copies.
/// Where distances are tied that may be the present one; then it is the next
/// smaller, if a tenth of the places have distinct particles within.
double next_threshold(std::span<const SmcResult::Particle> particles, double threshold);

}  // namespace surefoot
