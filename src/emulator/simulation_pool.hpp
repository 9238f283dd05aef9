#pragma once

#include <Eigen/Dense>
#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/draws/crew.hpp>

#include "emulator/simulation_store.hpp"

namespace surefoot {

/// Observations that were simulated at one place of the parameters, in units of the column scales:
/// two halves of equal size that are independent of each other, so that their difference tells
/// simulation error from everything else.
struct SimulatedPlace {
  Eigen::VectorXd eta;
  std::uint32_t group = 0;                      // whose places have the same latent points
  int half = 0;                                 // observations in each half
  std::array<AlignedVector<double>, 2> y = {};  // coordinate by coordinate, padded
  bool failed = false;                          // the simulator gave no observations here

  int count() const { return 2 * half; }
};

/// What a run has taken from simulations that were kept.
struct ReusedSimulations {
  std::int64_t observations = 0;
  std::size_t places = 0;
};

/// All observations that a run has simulated so far, whatever they were simulated for.  They are
/// paid once: another kernel or other weights look at the same observations again.
class SimulationPool {
 public:
  /// With simulations that others have kept, if there are any, and with a crew whose processes ask
  /// for the same places at the same time and simulate some of them each; both must outlive it.
  SimulationPool(const Problem& problem, std::stop_token stop, SimulationStore* store = nullptr,
                 Crew* crew = nullptr);

  /// Simulates `count` observations, an even number, at each place, or as many as are missing there
  /// beside what is kept nearby.  So many places `together` have the same latent points.
  void add(const std::vector<Eigen::VectorXd>& places, int count,
           const PlaceCoordinates& coordinates, std::size_t together = 1);

  /// Adds what was simulated elsewhere.
  void take(const KeptPlace& simulations, Eigen::VectorXd eta) {
    reuse(simulations, std::move(eta), own_group());
  }

  const std::vector<SimulatedPlace>& places() const { return places_; }
  int dimension() const { return dimension_; }

  /// Observations that count against a budget: those that were simulated, or kept ones that are
  /// there in their stead.
  std::int64_t spent() const { return spent_; }
  std::int64_t simulator_calls() const { return calls_; }
  const ReusedSimulations& reused() const { return reused_; }

  /// One half of a place as kernel sums read it.
  Points<double> points(const SimulatedPlace& place, int half) const;

 private:
  /// A place that waits for its simulations.
  struct Missing {
    std::size_t place;
    std::uint32_t number;
    std::vector<double> theta;
    std::vector<double> rows = {};  // in their own units, where somebody else needs them
    bool done = false;
  };

  void make_weights(int half);
  void reuse(const KeptPlace& kept, Eigen::VectorXd eta, std::uint32_t group);
  std::vector<Missing> find_missing(const std::vector<Eigen::VectorXd>& places, int count,
                                    const PlaceCoordinates& coordinates, std::size_t together);
  /// Of a place that nobody shares latent points with.
  std::uint32_t own_group() const { return ~static_cast<std::uint32_t>(places_.size()); }
  void simulate(std::vector<Missing>& missing);
  void simulate(Missing& missing);
  /// Hands what this process has simulated to the others, and takes what they have.
  void exchange(std::vector<Missing>& missing, const std::optional<Error>& error);
  void set_rows(SimulatedPlace& place, std::span<const double> rows) const;
  std::size_t processes() const { return static_cast<std::size_t>(crew_ ? crew_->searchers() : 1); }
  std::size_t own_process() const {
    return static_cast<std::size_t>(crew_ ? crew_->searcher() : 0);
  }
  void keep(std::vector<Missing>& missing);

  Problem problem_;
  std::stop_token stop_;
  int dimension_;
  std::vector<SimulatedPlace> places_;
  std::vector<AlignedVector<double>> weights_;  // by the number of observations in a half
  std::vector<int> weights_for_;
  std::int64_t spent_ = 0, calls_ = 0;
  SimulationStore* store_;
  Crew* crew_;
  ReusedSimulations reused_;
};

}  // namespace surefoot
