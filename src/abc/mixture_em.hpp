#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>

namespace surefoot {

/// The parameters of a mixture while it is fitted; see GaussianMixture.
struct MixtureEm {
  static constexpr Eigen::Index count = 5;  // components

  Eigen::VectorXd weight, lambda;  // for each component
  Eigen::MatrixXd mean;            // components x dimension
  Eigen::MatrixXd factor;          // L, lower triangular, of determinant 1
};

/// The most likely mixture that EM finds for standardised points (a row each) from the best of
/// several short runs; none where a component became empty or a point.
std::optional<MixtureEm> run_em(const Eigen::MatrixXd& points, std::uint64_t seed,
                                std::uint32_t attempt);

}  // namespace surefoot
