#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>
#include <vector>

#include <surefoot/kernels/families.hpp>
#include <surefoot/objective/feature_embedder.hpp>
#include <surefoot/random/noise.hpp>

#include "objective/features.hpp"
#include "simd/isa_table.hpp"

namespace surefoot {
namespace {

/// A rotation drawn uniformly: the Q of a normal matrix, once the signs of R are made positive.
Eigen::MatrixXd random_rotation(int dimension, Noise& noise) {
  Eigen::MatrixXd normal(dimension, dimension);
  for (int i = 0; i < dimension; ++i)
    for (int j = 0; j < dimension; ++j) normal(i, j) = noise.normal();
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(normal);
  Eigen::MatrixXd q = qr.householderQ();
  for (int j = 0; j < dimension; ++j)
    if (qr.matrixQR()(j, j) < 0.0) q.col(j) = -q.col(j);
  return q;
}

/// The frequencies, count x dimension.  Those of one rotation are orthogonal; each by itself has
/// the distribution of the spectrum.
template <class Real>
std::vector<Real> draw_frequencies(const std::function<double(Noise&)>& spread, double lengthscale,
                                   int dimension, int count, std::uint64_t seed) {
  constexpr std::uint32_t apart = 0xfea70000U;  // from what else is selected with this seed
  constexpr double most = 1e18;  // not infinite times the largest coordinate, even in float
  std::vector<Real> omega;
  omega.reserve(static_cast<std::size_t>(count) * static_cast<std::size_t>(dimension));
  for (int first = 0; first < count; first += dimension) {
    Noise noise({.seed = seed,
                 .draw = apart,
                 .step = static_cast<std::uint32_t>(dimension),
                 .index = static_cast<std::uint32_t>(first / dimension),
                 .purpose = Purpose::selection});
    const Eigen::MatrixXd rotation = random_rotation(dimension, noise);
    for (int i = 0; i < dimension && first + i < count; ++i) {
      const double chi = std::sqrt(chi_squared(dimension, noise));
      const double radius = chi * spread(noise) / lengthscale;
      for (int c = 0; c < dimension; ++c)
        omega.push_back(static_cast<Real>(std::clamp(radius * rotation(i, c), -most, most)));
    }
  }
  return omega;
}

template <class Real>
const FeatureLoops<Real>& feature_loops() {
  if constexpr (std::is_same_v<Real, float>)
    return isa_table().features_float;
  else
    return isa_table().features_double;
}

template <class Real>
class FeatureEmbedder final : public Embedder<Real> {
 public:
  FeatureEmbedder(std::vector<Real> omega, int dimension)
      : loops_(feature_loops<Real>()),
        omega_(std::move(omega)),
        dimension_(dimension),
        count_(static_cast<int>(omega_.size()) / dimension),
        target_(2 * static_cast<std::size_t>(count_)),
        own_(target_.size()),
        scaled_target_(target_.size()),
        scaled_own_(target_.size()) {}

  void take(const Points<Real>& target, std::uint64_t) override {
    assert(target.dimension == dimension_);
    loops_.embed(frequencies(), target, target_.data());
    scale(target_, 1.0 / count_, scaled_target_);
  }

  double cross(const Points<Real>& y, double* gradient) override {
    return loops_.meet(frequencies(), scaled_target_.data(), y, gradient);
  }

  double self(const Points<Real>& y, double* gradient) override {
    loops_.embed(frequencies(), y, own_.data());
    double diagonal = 0.0;
    for (int j = 0; j < y.count; ++j) diagonal += double(y.weights[j]) * double(y.weights[j]);
    if (gradient) {  // y_j moves as the first of a pair and as the second
      scale(own_, 2.0 / count_, scaled_own_);
      loops_.meet(frequencies(), scaled_own_.data(), y, gradient);
    }
    return squared_norm(own_) - diagonal;
  }

  std::optional<double> data() override { return squared_norm(target_); }

 private:
  Frequencies<Real> frequencies() const { return {count_, dimension_, omega_.data()}; }

  static void scale(const std::vector<double>& from, double factor, std::vector<Real>& to) {
    std::transform(from.begin(), from.end(), to.begin(),
                   [&](double x) { return static_cast<Real>(factor * x); });
  }

  double squared_norm(const std::vector<double>& embedding) const {
    double sum = 0.0;
    for (const double x : embedding) sum += x * x;
    return sum / count_;
  }

  const FeatureLoops<Real>& loops_;
  std::vector<Real> omega_;
  int dimension_;
  int count_;
  std::vector<double> target_, own_;
  std::vector<Real> scaled_target_, scaled_own_;
};

}  // namespace

template <class Real>
std::unique_ptr<Embedder<Real>> make_feature_embedder(const KernelTerm& term, int dimension,
                                                      int frequencies, std::uint64_t seed) {
  return std::visit(
      [&]<class F>(const F& kernel) -> std::unique_ptr<Embedder<Real>> {
        if constexpr (is_none<typename F::Spectrum>) {
          return nullptr;
        } else {
          const auto spread = [&](Noise& noise) { return F::Spectrum::spread(kernel, noise); };
          return std::make_unique<FeatureEmbedder<Real>>(
              draw_frequencies<Real>(spread, kernel.lengthscale, dimension, frequencies, seed),
              dimension);
        }
      },
      family_of(term));
}

template std::unique_ptr<Embedder<float>> make_feature_embedder(const KernelTerm&, int, int,
                                                                std::uint64_t);
template std::unique_ptr<Embedder<double>> make_feature_embedder(const KernelTerm&, int, int,
                                                                 std::uint64_t);

}  // namespace surefoot
