#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include <surefoot/random/noise.hpp>

namespace surefoot {

/// The normal proposals of a random walk, and what they learn from its moves:
/// with gain t^-0.6 at step t,
///
///     log scale += 2 gain (acceptance - goal)
///     mean += gain (x - mean),   covariance += gain ((x - mean)(x - mean)' - covariance).
///
/// The gain forgets the way from the start, and ends as an average.
class AdaptiveProposal {
 public:
  AdaptiveProposal(std::span<const double> start, std::span<const double> spread, bool noisy);

  /// A place to go to from x.
  void propose(std::span<const double> x, Noise noise, std::span<double> out) const;

  /// `acceptance` is the probability of the move that was tried, x where the chain is now.
  void learn(std::span<const double> x, double acceptance);

 private:
  void factorise();

  double goal_;
  double log_scale_;
  int step_ = 0;
  Eigen::VectorXd mean_;
  Eigen::MatrixXd covariance_, factor_;
  Eigen::VectorXd floor_;  // variances that keep it regular
};

}  // namespace surefoot
