#pragma once

#include <surefoot/objective/embedder.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot {

/// The sums over all pairs: for every kernel and dimension.
template <class Real>
class PairEmbedder final : public Embedder<Real> {
 public:
  /// `places_stay`: the atoms are the same for all draws, so that what depends on
  /// them alone is worth keeping.
  explicit PairEmbedder(Kernel kernel, bool places_stay = false)
      : kernel_(std::move(kernel)), places_stay_(places_stay) {}

  void take(const Points<Real>& target, std::uint64_t places) override;
  double cross(const Points<Real>& y, double* gradient) override {
    return kernel_.sums().cross(target_, y, gradient);
  }
  double self(const Points<Real>& y, double* gradient) override {
    return kernel_.sums().self(y, gradient);
  }
  std::optional<double> data() override;

 private:
  Kernel kernel_;
  Points<Real> target_{};
  bool places_stay_;
  std::uint64_t places_ = 0;
  std::optional<std::uint64_t> gram_places_;  // of those that the matrix was made for
  AlignedVector<double> gram_;                // of few atoms, row by row up to the diagonal
  AlignedVector<double> weights_;
};

}  // namespace surefoot
