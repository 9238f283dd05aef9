#include <surefoot/objective/pair_embedder.hpp>

namespace surefoot {

template <class Real>
std::optional<double> PairEmbedder<Real>::data() {
  constexpr int most = 8192;  // a self sum as costly as a few evaluations
  if (target_.count > most) return std::nullopt;
  double squares = 0.0;
  for (int a = 0; a < target_.count; ++a)
    squares += double(target_.weights[a]) * double(target_.weights[a]);
  return kernel_.sums().self(target_, nullptr) + squares * kernel_.at_zero();
}

template class PairEmbedder<float>;
template class PairEmbedder<double>;

}  // namespace surefoot
