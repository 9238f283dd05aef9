#pragma once

#include <Eigen/Dense>

#include "simd/isa_table.hpp"

// Products by the widest instruction set that there is, which Eigen's own code is not compiled for.
namespace surefoot {

template <class Real>
using Dense = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

template <class Real>
ColumnsOf<Real> columns_of(const Dense<Real>& a) {
  return {a.data(), a.rows(), a.cols(), a.rows()};
}

template <class Real>
ColumnsOf<Real> lower_columns_of(const Dense<Real>& l) {
  ColumnsOf<Real> columns = columns_of(l);
  columns.is_lower = true;
  return columns;
}

/// Sums are of doubles; a matrix that was rounded is read at twice the speed.
inline void multiply(const DenseColumns& a, const double* factors, Eigen::Index count,
                     double* out) {
  isa_table().dense.times(a, factors, static_cast<int>(count), out);
}
inline void multiply(const NarrowColumns& a, const double* factors, Eigen::Index count,
                     double* out) {
  isa_table().dense.narrow_times(a, factors, static_cast<int>(count), out);
}
inline void multiply_transposed(const DenseColumns& a, const double* b, Eigen::Index count,
                                double* out) {
  isa_table().dense.transposed_times(a, b, static_cast<int>(count), out);
}
inline void multiply_transposed(const NarrowColumns& a, const double* b, Eigen::Index count,
                                double* out) {
  isa_table().dense.narrow_transposed_times(a, b, static_cast<int>(count), out);
}

/// a b
template <class Real>
Eigen::VectorXd product(const Dense<Real>& a, const Eigen::VectorXd& b) {
  Eigen::VectorXd out(a.rows());
  multiply(columns_of(a), b.data(), 1, out.data());
  return out;
}

/// a b^T
template <class Real>
void product_by_rows(const Dense<Real>& a, const Eigen::MatrixXd& b, Eigen::MatrixXd& out) {
  out.resize(a.rows(), b.rows());
  multiply(columns_of(a), b.data(), b.rows(), out.data());
}

/// l b and l b^T, of a lower triangular l.
template <class Real>
Eigen::VectorXd lower_product(const Dense<Real>& l, const Eigen::VectorXd& b) {
  Eigen::VectorXd out(l.rows());
  multiply(lower_columns_of(l), b.data(), 1, out.data());
  return out;
}
template <class Real>
void lower_product_by_rows(const Dense<Real>& l, const Eigen::MatrixXd& b, Eigen::MatrixXd& out) {
  out.resize(l.rows(), b.rows());
  multiply(lower_columns_of(l), b.data(), b.rows(), out.data());
}

/// a^T b
template <class Real>
Eigen::MatrixXd transposed_product(const Dense<Real>& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd out(a.cols(), b.cols());
  multiply_transposed(columns_of(a), b.data(), b.cols(), out.data());
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
