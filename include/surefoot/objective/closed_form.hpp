#pragma once

#include <span>

#include <surefoot/objective/points.hpp>

namespace surefoot {

/// A = <mu_theta, mu_theta> and C = <mu_theta, mu_W>.
struct Embeddings {
  double a;
  double c;
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
};

}  // namespace surefoot
