#pragma once

#include <Eigen/Dense>

namespace surefoot {

/// What was seen of the model at some places: the pictures of its embedding.
struct SeenPictures {
  Eigen::MatrixXd eta;         // the places, on the optimiser's scale, one a column
  Eigen::MatrixXd mean;        // pictures, one a column
  Eigen::MatrixXd difference;  // half the difference between those of the two halves
  Eigen::VectorXd count;       // simulated observations behind each
  /// Places of one group were simulated by the same latent points, and in the same number; the
  /// places of a group follow each other.
  Eigen::VectorXi group;

  SeenPictures(Eigen::Index parameters, Eigen::Index size, Eigen::Index places)
      : eta(parameters, places),
        mean(size, places),
        difference(size, places),
        count(places),
        group(places) {}

  /// The variance of the picture of one simulated observation.
  double noise() const {
    return difference.colwise().squaredNorm().dot(count) / double(count.size());
  }
};

}  // namespace surefoot
