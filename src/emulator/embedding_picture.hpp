#pragma once

#include <Eigen/Dense>
#include <span>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/simd/aligned.hpp>

#include "emulator/dense.hpp"

namespace surefoot {

/// A finite picture of the embeddings of a kernel: what they are at some landmarks, whitened, so
/// that squared distances between pictures are those between the embeddings, projected onto the
/// span of k(z, .) at the landmarks z, and there onto the directions that single observations fill
/// most.  Objects, which rows of one number stand for, are pictured like rows of several numbers.
class EmbeddingPicture {
 public:
  /// Chooses landmarks among the rows of `candidates` by a pivoted Cholesky decomposition: always
  /// the one that those before it say least about.
  EmbeddingPicture(const Kernel& kernel, const Eigen::MatrixXd& candidates);

  /// Numbers in a picture.
  Eigen::Index size() const { return to_picture_.rows(); }

  /// Of weighted points.
  Eigen::VectorXd of(const Points<double>& cloud) const;

  /// Of several clouds of them, one a column, which is faster than one at a time; and, unless it is
  /// null, the means of k^2 at the landmarks, which must not be objects.
  Eigen::MatrixXd of(std::span<const Points<double>> clouds, Eigen::MatrixXd* squares) const;

  /// The embedding at the landmarks, from its picture.
  Eigen::VectorXd at_landmarks(const Eigen::VectorXd& picture) const {
    return product(from_picture_, picture);
  }

  const Eigen::MatrixXd& landmarks() const { return landmarks_; }

  /// Of each row, one column a row.
  Eigen::MatrixXd of_rows(const Eigen::MatrixXd& rows) const;

  /// k(x, x) of each row.
  Eigen::VectorXd squares_of_rows(const Eigen::MatrixXd& rows) const;

  /// The mean over the candidates of k(x, x) - |picture of x|^2, over the largest k(x, x): what the
  /// picture leaves out of a single observation.
  double left_out() const { return left_out_; }

 private:
  Kernel kernel_;
  Eigen::MatrixXd landmarks_;  // one a row
  AlignedVector<double> coordinates_, weights_;
  Eigen::MatrixXd to_picture_, from_picture_;  // from and to the embedding at the landmarks
  double left_out_ = 0.0;
};

}  // namespace surefoot
