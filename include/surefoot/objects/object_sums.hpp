#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <surefoot/kernels/closed_form.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {

/// All that the bootstrap sees of observations that are not rows of numbers:
/// values of a kernel.  Called from several threads at once.
///
/// Objects have numbers: the observations 0, 1, ..., and those that are kept the
/// ones that follow.
class ObjectSums {
 public:
  virtual ~ObjectSums() = default;

  virtual std::size_t observations() const = 0;

  /// k of two objects, of observations or kept ones.
  virtual double value(std::size_t a, std::size_t b) const = 0;

  /// A and C_W from `simulations` simulated objects at theta:
  ///
  ///     A   = sum_{i != j} k(y_i, y_j) / (m (m - 1)),   C_W = sum_a sum_j W_a k(x_a, y_j) / m.
  ///
  /// Object j takes its random numbers at index j of the coordinates.
  virtual Embeddings embed(std::span<const double> theta, std::span<const double> weights,
                           int simulations, Coordinates at) const = 0;

  /// Simulates so many objects at theta, by the same random numbers as `embed`, and keeps them.
  /// Returns the number of the first; nothing, and keeps none, if k(y, y) of one of them is not
  /// finite, by which a simulator says that it failed.  Not to be called beside `value`.
  virtual std::optional<std::size_t> keep(std::span<const double> theta, int simulations,
                                          Coordinates at) = 0;
};

}  // namespace surefoot
