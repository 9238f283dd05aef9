#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/model.hpp>

namespace surefoot {

/// The kernel score of observations under the model, summed over them and
/// without the part that does not depend on theta:
///
///     S(theta) = n E k(y, y') - 2 sum_i E k(x_i, y),   y, y' independent from P_theta,
///
/// which is n MMD^2 up to a constant.  Exact where the model has a closed form
/// for the kernel, else estimated without bias from m simulations,
///
///     n/(m(m-1)) sum_{j != j'} k(y_j, y_j') - (2/m) sum_i sum_j k(x_i, y_j),
///
/// whose latent points stay the same until some are refreshed.
class KernelScore {
 public:
  virtual ~KernelScore() = default;

  /// Infinite where the simulator fails.
  virtual double operator()(std::span<const double> theta) = 0;

  /// Draws one group of the latent points anew; `step` begins at 1.
  virtual void refresh(std::uint32_t step) { (void)step; }

  /// Takes the last refresh back.
  virtual void restore() {}
};

/// What scores of several data sets, or several chains, have in common.
struct ScoreProblem {
  const Model& model;
  const Kernel& kernel;
  std::shared_ptr<const ClosedForm> closed_form;  // null: simulate
  int simulations;                                // m; 0 for the closed form
  std::uint64_t seed;
  bool floats;  // enough for the simulations
};

/// Latent points are redrawn in so many groups, or one by one if they are fewer.
inline constexpr int latent_groups = 50;

/// `stream` tells apart the latent points of chains.  The observations must outlive it.
std::unique_ptr<KernelScore> make_kernel_score(const ScoreProblem& problem,
                                               const Sample& observations, std::uint32_t stream);

}  // namespace surefoot
