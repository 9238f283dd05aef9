#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/pairs/points.hpp>

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

  /// Both sums at y, which stays valid until the next call.
  struct Sums {
    double self;
    double cross;
  };
  virtual Sums embed(const Points<Real>& y, bool gradient) {
    const auto size = static_cast<std::size_t>(y.stride) * static_cast<std::size_t>(y.dimension);
    self_gradient_.assign(gradient ? size : 0, 0.0);
    cross_gradient_.assign(gradient ? size : 0, 0.0);
    return {self(y, gradient ? self_gradient_.data() : nullptr),
            cross(y, gradient ? cross_gradient_.data() : nullptr)};
  }

  /// Adds a d(self)/dy + c d(cross)/dy at the last y, for which a gradient was wanted.
  virtual void add_gradient(double a, double c, std::span<double> gradient) {
    for (std::size_t i = 0; i < self_gradient_.size(); ++i)
      gradient[i] += a * self_gradient_[i] + c * cross_gradient_[i];
  }

  /// At each atom, mu_W; false if the pairs are to be summed instead.
  virtual bool data_field(std::vector<double>&) { return false; }

  /// At each atom, sum_j v_j k(z_a, y_j) and the same sum of k^2; false as above.
  virtual bool model_fields(const Points<Real>&, std::vector<double>&, std::vector<double>&) {
    return false;
  }

 private:
  std::vector<double> self_gradient_, cross_gradient_;
};

}  // namespace surefoot
