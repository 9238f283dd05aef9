#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace surefoot {

/// Points with weights: one side of a transport problem.  The points are rows of
/// `dimension` numbers, row by row; without weights all points weigh the same.
/// Weights may be zero, and sum to 1.
struct Cloud {
  std::span<const double> points;
  int dimension;
  std::span<const double> weights = {};

  std::size_t size() const { return points.size() / static_cast<std::size_t>(dimension); }
};

/// A part of a plan: `mass` goes from row `from` of x to row `to` of y.
struct Shipment {
  std::size_t from, to;
  double mass;
};

/// The Wasserstein distance W_p from the cost sum P_ij |x_i - y_j|^p of a plan.
inline double wasserstein(double cost, int order) { return order == 1 ? cost : std::sqrt(cost); }

}  // namespace surefoot
