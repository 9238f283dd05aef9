#include <surefoot/objective/data_term.hpp>
#include <surefoot/objective/pair_embedder.hpp>

#include "simd/isa_table.hpp"

namespace surefoot {
namespace {

/// k between all pairs of points, row by row up to the diagonal, which counts half.
template <class Real>
AlignedVector<double> half_gram(const KernelSums& kernel, const Points<Real>& z) {
  AlignedVector<double> gram;
  for (int a = 0; a < z.count; ++a)
    for (int b = 0; b <= a; ++b) {
      double r2 = 0.0;
      for (std::ptrdiff_t c = 0; c < z.dimension; ++c) {
        const double r =
            double(z.coordinates[c * z.stride + a]) - double(z.coordinates[c * z.stride + b]);
        r2 += r * r;
      }
      gram.push_back(a == b ? 0.5 * kernel.value(0.0) : kernel.value(r2));
    }
  return gram;
}

}  // namespace

template <class Real>
void PairEmbedder<Real>::take(const Points<Real>& target, std::uint64_t places) {
  target_ = target;
  places_ = places;
}

template <class Real>
std::optional<double> PairEmbedder<Real>::data() {
  constexpr int most_kept = 512;  // a megabyte
  if (target_.count > most_atoms_in_full) return std::nullopt;
  if (places_stay_ && target_.count <= most_kept) {
    if (gram_places_ != places_) gram_ = half_gram(kernel_.sums(), target_);
    gram_places_ = places_;
    weights_.assign(target_.weights, target_.weights + target_.count);
    const auto& dot = isa_table().dot;
    const double* row = gram_.data();
    double sum = 0.0;
    for (int a = 0; a < target_.count; row += ++a)
      sum += weights_[static_cast<std::size_t>(a)] * dot(row, weights_.data(), a + 1);
    return 2.0 * sum;
  }
  double squares = 0.0;
  for (int a = 0; a < target_.count; ++a)
    squares += double(target_.weights[a]) * double(target_.weights[a]);
  return kernel_.sums().self(target_, nullptr) + squares * kernel_.at_zero();
}

template class PairEmbedder<float>;
template class PairEmbedder<double>;

}  // namespace surefoot
