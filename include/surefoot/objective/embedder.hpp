#pragma once

#include <memory>
#include <optional>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/objective/points.hpp>

namespace surefoot {

/// Computes the sums behind the embeddings A and C_W of one draw after the
/// other: takes the draw's target once, then meets it with simulated points
/// again and again.  One worker owns one; none holds anything of size n x m.
/// Gradients are in the coordinates of y, laid out as those, and are added to
/// what is there; a null pointer asks for the value alone.
template <class Real>
class Embedder {
 public:
  virtual ~Embedder() = default;

  /// Takes P_W.  The view stays valid until the next call; `places` changes
  /// whenever the coordinates do, so that what depends on them alone is kept.
  virtual void take(const Points<Real>& target, std::uint64_t places) = 0;

  /// sum_a sum_j W_a v_j k(z_a, y_j).
  virtual double cross(const Points<Real>& y, double* gradient) = 0;

  /// sum over i != j of v_i v_j k(y_i, y_j).
  virtual double self(const Points<Real>& y, double* gradient) = 0;

  /// sum_ab W_a W_b k(z_a, z_b), diagonal included; none where that would cost
  /// more than the rest of a draw.
  virtual std::optional<double> data() = 0;
};

}  // namespace surefoot
