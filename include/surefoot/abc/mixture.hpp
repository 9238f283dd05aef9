#pragma once

#include <span>
#include <vector>

#include <surefoot/random/noise.hpp>

namespace surefoot {

/// A mixture of Gaussians that differ in weight, mean and size, but not in shape:
///
///     q(x) = sum_k p_k N(x; mu_k, lambda_k C),   C = L L'.
///
/// What particles are proposed from.
class GaussianMixture {
 public:
  struct Component {
    double weight;
    double size;  // sqrt(lambda)
    std::vector<double> mean;
  };

  /// `factor` is L, row by row; only its diagonal, if that is all there is of it.
  GaussianMixture(std::vector<Component> components, std::vector<double> factor);

  int dimension() const { return static_cast<int>(components_.front().mean.size()); }
  std::span<const Component> components() const { return components_; }

  double log_density(std::span<const double> x) const;
  void draw(Noise& noise, std::span<double> x) const;

 private:
  bool diagonal() const { return factor_.size() == components_.front().mean.size(); }

  std::vector<Component> components_;
  std::vector<double> factor_;
  std::vector<double> log_heights_;  // of the densities at their means, times their weights
};

/// Fits a mixture to the rows of `particles`, `dimension` numbers each, by EM from the best of
/// some short runs.  Where that fails, and for clouds too degenerate for a mixture, it is one
/// Gaussian, a trifle wide in directions in which the particles do not differ.  Depends on the
/// particles and the seed alone.
GaussianMixture fit_mixture(std::span<const double> particles, int dimension, std::uint64_t seed);

}  // namespace surefoot
