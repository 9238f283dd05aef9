#pragma once

#include <surefoot/objective/embedder.hpp>

namespace surefoot {

/// The sums over all pairs: for every kernel and dimension.
template <class Real>
class PairEmbedder final : public Embedder<Real> {
 public:
  explicit PairEmbedder(Kernel kernel) : kernel_(std::move(kernel)) {}

  void take(const Points<Real>& target, std::uint64_t) override { target_ = target; }
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
};

}  // namespace surefoot
