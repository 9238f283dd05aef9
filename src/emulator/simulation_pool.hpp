#pragma once

#include <Eigen/Dense>
#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

#include <surefoot/bootstrap/problem.hpp>

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

/// All observations that a run has simulated so far, whatever they were simulated for.  They are
/// paid once: another kernel or other weights look at the same observations again.
class SimulationPool {
 public:
  SimulationPool(const Problem& problem, std::stop_token stop);

  /// Simulates `count` observations, an even number, at each place.  So many places `together` have
  /// the same latent points.
  void add(const std::vector<Eigen::VectorXd>& places, int count, std::size_t together = 1);

  const std::vector<SimulatedPlace>& places() const { return places_; }
  int dimension() const { return dimension_; }
  std::int64_t simulator_calls() const { return calls_; }

  /// One half of a place as kernel sums read it.
  Points<double> points(const SimulatedPlace& place, int half) const;

 private:
  void simulate(SimulatedPlace& place) const;

  Problem problem_;
  std::stop_token stop_;
  int dimension_;
  std::vector<SimulatedPlace> places_;
  std::vector<AlignedVector<double>> weights_;  // by the number of observations in a half
  std::vector<int> weights_for_;
  std::uint32_t groups_ = 0;
  std::int64_t calls_ = 0;
};

}  // namespace surefoot
