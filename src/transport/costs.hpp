#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <surefoot/transport/cloud.hpp>

namespace surefoot {

inline constexpr double infinite_cost = std::numeric_limits<double>::infinity();

inline bool all_finite(const Cloud& cloud) {
  return std::all_of(cloud.points.begin(), cloud.points.end(),
                     [](double value) { return std::isfinite(value); });
}

/// |a - b|_2^order of two points.
inline double ground_cost(const double* a, const double* b, int dimension, int order) {
  double square = 0.0;
  for (int c = 0; c < dimension; ++c) square += (a[c] - b[c]) * (a[c] - b[c]);
  return order == 1 ? std::sqrt(square) : square;
}

/// The costs of all pairs, row by row of x; returns the largest.  It is infinite
/// if a point is not finite, and then the costs are not all there.
inline double fill_costs(const Cloud& x, const Cloud& y, int order, std::vector<double>& costs) {
  const std::size_t n = x.size(), m = y.size();
  const auto d = static_cast<std::size_t>(x.dimension);
  costs.resize(n * m);
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    bool finite = true;
    double* row = costs.data() + i * m;
    for (std::size_t j = 0; j < m; ++j) {
      row[j] = ground_cost(&x.points[i * d], &y.points[j * d], x.dimension, order);
      largest = std::max(largest, row[j]);
      finite &= row[j] < infinite_cost;
    }
    if (!finite) return infinite_cost;
  }
  return largest;
}

}  // namespace surefoot
