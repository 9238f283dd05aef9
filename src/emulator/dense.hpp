#pragma once

#include <Eigen/Dense>

#include "simd/isa_table.hpp"

// Products by the widest instruction set that there is, which Eigen's own code is not compiled for.
namespace surefoot {

inline DenseColumns columns_of(const Eigen::MatrixXd& a) {
  return {a.data(), a.rows(), a.cols(), a.rows()};
}

/// a b
inline Eigen::VectorXd product(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  Eigen::VectorXd out(a.rows());
  isa_table().dense.times(columns_of(a), b.data(), 1, out.data());
  return out;
}

/// a b^T
inline void product_by_rows(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                            Eigen::MatrixXd& out) {
  out.resize(a.rows(), b.rows());
  isa_table().dense.times(columns_of(a), b.data(), static_cast<int>(b.rows()), out.data());
}

/// l b and l b^T, of a lower triangular l.
inline Eigen::VectorXd lower_product(const Eigen::MatrixXd& l, const Eigen::VectorXd& b) {
  DenseColumns columns = columns_of(l);
  columns.is_lower = true;
  Eigen::VectorXd out(l.rows());
  isa_table().dense.times(columns, b.data(), 1, out.data());
  return out;
}

inline void lower_product_by_rows(const Eigen::MatrixXd& l, const Eigen::MatrixXd& b,
                                  Eigen::MatrixXd& out) {
  DenseColumns columns = columns_of(l);
  columns.is_lower = true;
  out.resize(l.rows(), b.rows());
  isa_table().dense.times(columns, b.data(), static_cast<int>(b.rows()), out.data());
}

/// a b and a^T b of a matrix that was rounded, which is read at twice the speed.
inline Eigen::VectorXd narrow_product(const Eigen::MatrixXf& a, const Eigen::VectorXd& b) {
  Eigen::VectorXd out(a.rows());
  isa_table().dense.narrow_times({a.data(), a.rows(), a.cols(), a.rows()}, b.data(), 1, out.data());
  return out;
}

inline Eigen::VectorXd transposed_narrow_product(const Eigen::MatrixXf& a,
                                                 const Eigen::VectorXd& b) {
  Eigen::VectorXd out(a.cols());
  isa_table().dense.narrow_transposed_times({a.data(), a.rows(), a.cols(), a.rows()}, b.data(), 1,
                                            out.data());
  return out;
}

/// a^T b
inline Eigen::MatrixXd transposed_product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd out(a.cols(), b.cols());
  isa_table().dense.transposed_times(columns_of(a), b.data(), static_cast<int>(b.cols()),
                                     out.data());
  return out;
}

/// A symmetric matrix of second derivatives by other coordinates, in which the old ones have these
/// slopes.  Of few numbers, so that Eigen's blocks would take longer than the sums.
inline Eigen::MatrixXd in_coordinates(const Eigen::MatrixXd& second,
                                      const Eigen::MatrixXd& slopes) {
  const Eigen::MatrixXd half = second.lazyProduct(slopes);
  return slopes.transpose().lazyProduct(half);
}

}  // namespace surefoot
