#pragma once

#include <span>

#include <surefoot/kernels/gaussian_sum.hpp>
#include <surefoot/pairs/points.hpp>

namespace surefoot {

/// A = <mu_theta, mu_theta> and C = <mu_theta, mu_W>.
struct Embeddings {
  double a;
  double c;
};

/// A model that a kernel embeds as Gaussians around theta itself: C is their sum
/// over the target, A does not depend on theta.
struct GaussianEmbedding {
  GaussianSum around_theta;
  double a = 0.0;
};

/// The two embeddings as functions of theta, for models whose simulations can
/// be integrated out exactly.
class ClosedForm {
 public:
  virtual ~ClosedForm() = default;

  /// Gradients in theta are written unless the spans are empty.
  virtual Embeddings operator()(std::span<const double> theta, const Points<double>& target,
                                std::span<double> a_gradient,
                                std::span<double> c_gradient) const = 0;

  /// The same as Gaussians, if it is that: what a device computes.
  virtual const GaussianEmbedding* as_gaussians() const { return nullptr; }
};

}  // namespace surefoot
