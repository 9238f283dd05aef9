#pragma once

#include <cstddef>
#include <span>

#include <surefoot/kernels/closed_form.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {

/// All that the bootstrap sees of observations that are not rows of numbers:
/// values of a kernel.  Called from several threads at once.
class ObjectSums {
 public:
  virtual ~ObjectSums() = default;

  virtual std::size_t observations() const = 0;

  /// k(x_i, x_j) of two observations.
  virtual double observed(std::size_t i, std::size_t j) const = 0;

  /// A and C_W from `simulations` simulated objects at theta:
  ///
  ///     A   = sum_{i != j} k(y_i, y_j) / (m (m - 1)),   C_W = sum_a sum_j W_a k(x_a, y_j) / m.
  ///
  /// Object j takes its random numbers at index j of the coordinates.
  virtual Embeddings embed(std::span<const double> theta, std::span<const double> weights,
                           int simulations, Coordinates at) const = 0;
};

}  // namespace surefoot
