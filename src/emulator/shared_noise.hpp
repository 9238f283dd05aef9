#pragma once

#include "emulator/seen_pictures.hpp"

namespace surefoot {

/// Simulation error at places, of which those of a group share a part: what the same latent points
/// do to all of them.  In units of the variance of one simulated observation the errors of a group
/// of places j with c observations each have the covariance
///
///     diag((1 - r) / c + extra_j) + (r / c) 1 1^T,
///
/// where r is the share that is common, and extra_j the lack of fit.
class SharedNoise {
 public:
  /// The common share is that of the differences between halves, in which nothing but simulation
  /// error is left.
  explicit SharedNoise(const SeenPictures& seen);

  /// Makes the errors of the rows, one a place, independent and of unit variance.
  void whiten(const Eigen::VectorXd& extra, Eigen::MatrixXd& rows) const;

 private:
  Eigen::VectorXd count_;
  Eigen::VectorXi group_;
  double share_ = 0.0;
};

}  // namespace surefoot
