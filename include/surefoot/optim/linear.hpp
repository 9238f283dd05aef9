#pragma once

#include <surefoot/math.hpp>

namespace surefoot {

/// Solves matrix x = side for a symmetric matrix (size x size) by LDL', in
/// place: x replaces the side, the factors the lower triangle.  A direction that
/// the matrix does not see, down to rounding, is not taken.
SUREFOOT_HD inline void solve_symmetric(double* matrix, double* side, int size) {
  for (int j = 0; j < size; ++j) {
    double* row = matrix + j * size;
    const double least = 1e-15 * std::abs(row[j]);  // coordinates may have any units
    double pivot = row[j];
    for (int k = 0; k < j; ++k) pivot -= row[k] * row[k] * matrix[k * size + k];
    row[j] = std::abs(pivot) > least ? pivot : 0.0;
    const double inverse = row[j] == 0.0 ? 0.0 : 1.0 / row[j];
    for (int i = j + 1; i < size; ++i) {
      double* below = matrix + i * size;
      double value = below[j];
      for (int k = 0; k < j; ++k) value -= below[k] * row[k] * matrix[k * size + k];
      below[j] = value * inverse;
    }
  }
  for (int i = 0; i < size; ++i)
    for (int k = 0; k < i; ++k) side[i] -= matrix[i * size + k] * side[k];
  for (int i = 0; i < size; ++i)
    side[i] = matrix[i * size + i] == 0.0 ? 0.0 : side[i] / matrix[i * size + i];
  for (int i = size - 1; i >= 0; --i)
    for (int k = i + 1; k < size; ++k) side[i] -= matrix[k * size + i] * side[k];
}

SUREFOOT_HD inline double dot(const double* a, const double* b, int size) {
  double sum = 0.0;
  for (int i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace surefoot
