#pragma once

#include <memory>
#include <span>
#include <vector>

#include <surefoot/bootstrap/problem.hpp>

#include "emulator/dense.hpp"
#include "emulator/embedding_picture.hpp"

namespace surefoot {

/// The observations as the emulated model is compared with them.  Every draw reads all of them, so
/// that they are rounded to half the size.
struct PicturedData {
  std::shared_ptr<const EmbeddingPicture> picture;
  Eigen::MatrixXf rows;      // pictures of the observations, one a column
  Eigen::VectorXd left_out;  // k(x, x) less what is in the picture of each observation
  /// The same for the kernel that tells excess data, if they are trimmed.
  std::shared_ptr<const EmbeddingPicture> trim_picture;
  Eigen::MatrixXf trim_rows;
  Eigen::VectorXd trim_squares;       // of the lengths of these
  std::vector<Eigen::Index> nearest;  // landmark of trim_picture to each observation
  /// trim_rows^T trim_rows, where observations are fewer than the numbers of two pictures.
  Eigen::MatrixXf trim_products;

  /// What observations of these weights embed to at the observations, by that kernel.
  Eigen::VectorXd trim_field(const Eigen::VectorXd& weights) const {
    if (trim_products.size() > 0) return product(trim_products, weights);
    return transposed_product(trim_rows, product(trim_rows, weights));
  }
};

/// By the kernels of a problem, with landmarks from these rows.
std::shared_ptr<const PicturedData> pictured_data(const Problem& problem,
                                                  const Eigen::MatrixXd& candidates);

/// The observations of a problem by the pictures of others.
std::shared_ptr<const PicturedData> pictured_like(const PicturedData& others,
                                                  const Problem& problem);

/// At most so many observations of a problem, spread over all of them, in units of the column
/// scales.
Eigen::MatrixXd observed_rows(const Problem& problem, std::size_t most);

/// The rows of a sample in units of the column scales.
Eigen::MatrixXd scaled_rows(std::span<const double> values, const std::vector<double>& scale);

}  // namespace surefoot
