#include "emulator/polynomial_basis.hpp"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

TEST(PolynomialBasis, HasEveryMonomialOnce) {
  const PolynomialBasis basis(2, 2);
  ASSERT_EQ(basis.size(), 6);
  Eigen::VectorXd values;
  basis.values(Eigen::Vector2d(3.0, 5.0), values);
  const std::vector<double> expected = {1.0, 3.0, 5.0, 9.0, 15.0, 25.0};
  for (Eigen::Index k = 0; k < 6; ++k)
    EXPECT_DOUBLE_EQ(values[k], expected[static_cast<std::size_t>(k)]);
}

TEST(PolynomialBasis, IsAsLargeAsItSays) {
  for (const int variables : {1, 2, 5, 7})
    for (const int degree : {1, 2, 3, 4})
      EXPECT_EQ(PolynomialBasis(variables, degree).size(),
                PolynomialBasis::size_of(variables, degree))
          << variables << " variables, degree " << degree;
  EXPECT_EQ(PolynomialBasis::size_of(7, 3), 120);
}

TEST(PolynomialBasis, SlopesAreThoseOfDifferences) {
  const PolynomialBasis basis(3, 4);
  const Eigen::Vector3d at(0.4, -1.1, 0.7);
  Eigen::VectorXd values, above, below;
  Eigen::MatrixXd both;
  basis.values(at, values);
  basis.values_and_slopes(at, both);
  EXPECT_EQ((both.row(0).transpose() - values).cwiseAbs().maxCoeff(), 0.0);
  for (Eigen::Index v = 0; v < 3; ++v) {
    constexpr double h = 1e-6;
    Eigen::VectorXd up = at, down = at;
    up[v] += h;
    down[v] -= h;
    basis.values(up, above);
    basis.values(down, below);
    const Eigen::VectorXd slopes = both.row(1 + v);
    EXPECT_LT((slopes - (above - below) / (2.0 * h)).cwiseAbs().maxCoeff(), 1e-8) << v;
  }
}

TEST(PolynomialBasis, CurvatureIsThatOfDifferencesOfSlopes) {
  const PolynomialBasis basis(3, 4);
  const Eigen::Vector3d at(0.4, -1.1, 0.7);
  const Eigen::VectorXd weights = Eigen::VectorXd::LinSpaced(basis.size(), -1.0, 2.0);
  Eigen::MatrixXd here, above, below;
  basis.values_and_slopes(at, here);
  const Eigen::MatrixXd curvature = basis.curvature(at, here, weights);
  for (Eigen::Index v = 0; v < 3; ++v) {
    constexpr double h = 1e-6;
    basis.values_and_slopes(at + h * Eigen::Vector3d::Unit(v), above);
    basis.values_and_slopes(at - h * Eigen::Vector3d::Unit(v), below);
    const Eigen::VectorXd bend = ((above - below) * weights).tail(3) / (2.0 * h);
    EXPECT_LT((curvature.col(v) - bend).norm(), 1e-7 * bend.norm()) << v;
  }
}

}  // namespace
}  // namespace surefoot
