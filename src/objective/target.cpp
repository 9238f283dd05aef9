#include <algorithm>
#include <limits>
#include <string>

#include <surefoot/error.hpp>
#include <surefoot/objective/target.hpp>

namespace surefoot {

int atom_count(std::size_t atoms) {
  constexpr int most = std::numeric_limits<int>::max() / padded(1) * padded(1);
  if (atoms > static_cast<std::size_t>(most))
    throw Error(Fault::data, "the posterior of " + std::to_string(atoms) +
                                 " observations and pseudo-observations cannot be drawn: at most " +
                                 std::to_string(most) +
                                 " have room in its sums; a part of them will do");
  return static_cast<int>(atoms);
}

template <class Real>
Target<Real>::Target(const Sample& observations, std::vector<double> column_scale)
    : observations_(observations),
      scale_(std::move(column_scale)),
      dimension_(observations.dimension()) {}

template <class Real>
void Target<Real>::resize(std::size_t atoms) {
  count_ = atom_count(atoms);
  ++places_;
  stride_ = padded(count_);
  const auto stride = static_cast<std::size_t>(stride_);
  coordinates_.assign(stride * static_cast<std::size_t>(dimension_), Real(0));
  weights_.assign(stride, Real(0));
}

template <class Real>
void Target<Real>::place(std::size_t atom, std::span<const double> row) {
  constexpr double away = 2.0 * double(far_away<Real>);  // not where lost simulations are
  for (std::size_t c = 0; c < row.size(); ++c)
    coordinates_[c * static_cast<std::size_t>(stride_) + atom] =
        static_cast<Real>(std::clamp(row[c] / scale_[c], -away, away));
}

template <class Real>
void Target<Real>::assign(const DirichletDraw& draw) {
  const std::size_t n = observations_.size(), atoms = draw.weights.size();
  if (!plain_ || atoms != n) {
    resize(atoms);
    for (std::size_t i = 0; i < n; ++i) place(i, observations_.row(i));
    const auto d = static_cast<std::size_t>(dimension_);
    for (std::size_t k = n; k < atoms; ++k)
      place(k, std::span(draw.pseudo).subspan((k - n) * d, d));
    plain_ = atoms == n;
  }
  whole_ = draw.weights;
  weight_ = 1.0;
  std::transform(draw.weights.begin(), draw.weights.end(), weights_.begin(),
                 [](double w) { return static_cast<Real>(w); });
}

template <class Real>
void Target<Real>::leave_out(std::span<const double> shares) {
  weight_ = 1.0;
  for (std::size_t a = 0; a < whole_.size(); ++a) {
    const double share = a < shares.size() ? shares[a] : 1.0;
    weights_[a] = static_cast<Real>(whole_[a] * share);
    weight_ -= whole_[a] * (1.0 - share);
  }
}

template <class Real>
void Target<Real>::assign_empirical() {
  const std::size_t n = observations_.size();
  DirichletDraw equal;
  equal.weights.assign(n, 1.0 / static_cast<double>(n));
  assign(equal);
}

template <class Real>
void Target<Real>::resample(int count, const Coordinates& at) {
  std::vector<double> cumulative(static_cast<std::size_t>(count_));
  double total = 0.0;
  for (std::size_t a = 0; a < cumulative.size(); ++a)
    cumulative[a] = total += static_cast<double>(weights_[a]);
  const auto old = std::move(coordinates_);
  const auto old_stride = static_cast<std::size_t>(stride_);
  resize(static_cast<std::size_t>(count));
  Noise noise(at);
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    const auto found =
        std::upper_bound(cumulative.begin(), cumulative.end(), noise.uniform() * total);
    const auto atom =
        std::min(static_cast<std::size_t>(found - cumulative.begin()), cumulative.size() - 1);
    for (std::size_t c = 0; c < static_cast<std::size_t>(dimension_); ++c)
      coordinates_[c * static_cast<std::size_t>(stride_) + k] = old[c * old_stride + atom];
    weights_[k] = static_cast<Real>(1.0 / count);
  }
  plain_ = false;
}

template class Target<float>;
template class Target<double>;

}  // namespace surefoot
