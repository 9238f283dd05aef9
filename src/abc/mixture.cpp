#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include <surefoot/abc/mixture.hpp>

#include "abc/mixture_em.hpp"

namespace surefoot {
namespace {

/// The cloud with mean 0 and sd 1 in every column, and the way back.
struct Standardised {
  Eigen::MatrixXd points;  // a row each
  Eigen::VectorXd mean, scale;
};

Standardised standardise(std::span<const double> particles, int dimension) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(particles.size()) / dimension;
  Standardised s;
  s.points = Eigen::Map<const Rows>(particles.data(), rows, dimension);
  s.mean = s.points.colwise().mean();
  s.points.rowwise() -= s.mean.transpose();
  s.scale = (s.points.colwise().squaredNorm() / static_cast<double>(rows)).cwiseSqrt();
  for (Eigen::Index c = 0; c < dimension; ++c) {
    constexpr double rounding = 1e-12, trifle = 1e-6;  // of the column's size
    const double size = std::max(std::abs(s.mean[c]), std::numeric_limits<double>::min());
    if (s.scale[c] > rounding * size) {
      s.points.col(c) /= s.scale[c];
    } else {  // all the same
      s.points.col(c).setZero();
      s.scale[c] = s.mean[c] == 0.0 ? trifle : trifle * size;
    }
  }
  return s;
}

Eigen::Index distinct_rows(const Eigen::MatrixXd& points) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(points.rows()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  const auto compare = [&](Eigen::Index a, Eigen::Index b) {
    for (Eigen::Index c = 0; c < points.cols(); ++c)
      if (points(a, c) != points(b, c)) return points(a, c) < points(b, c) ? -1 : 1;
    return 0;
  };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return compare(a, b) < 0; });
  Eigen::Index distinct = 1;
  for (std::size_t i = 1; i < order.size(); ++i) distinct += compare(order[i - 1], order[i]) != 0;
  return distinct;
}

std::vector<double> to_vector(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

/// One Gaussian whose coordinates are independent: all that a few particles in many dimensions
/// can say.
GaussianMixture diagonal_gaussian(const Standardised& s) {
  return {{{1.0, 1.0, to_vector(s.mean)}}, to_vector(s.scale)};
}

std::vector<double> row_by_row(const Eigen::MatrixXd& factor, const Eigen::VectorXd& scale) {
  const Eigen::MatrixXd transposed = (scale.asDiagonal() * factor).transpose();
  return {transposed.data(), transposed.data() + transposed.size()};
}

GaussianMixture one_gaussian(const Standardised& s) {
  const Eigen::Index p = s.points.cols();
  Eigen::MatrixXd covariance =
      s.points.transpose() * s.points / std::max(static_cast<double>(s.points.rows()) - 1.0, 1.0);
  for (double ridge = 1e-8; ridge < 2.0; ridge *= 100.0) {  // of a variance of 1
    // A column without spread has no variance of its own, but a trifle for its scale.
    for (Eigen::Index c = 0; c < p; ++c)
      covariance(c, c) = covariance(c, c) == 0.0 ? 1.0 : covariance(c, c) + ridge;
    const Eigen::LLT<Eigen::MatrixXd> llt(covariance);
    if (llt.info() == Eigen::Success)
      return {{{1.0, 1.0, to_vector(s.mean)}}, row_by_row(llt.matrixL(), s.scale)};
  }
  return diagonal_gaussian(s);
}

}  // namespace

GaussianMixture::GaussianMixture(std::vector<Component> components, std::vector<double> factor)
    : components_(std::move(components)), factor_(std::move(factor)) {
  const auto p = static_cast<std::size_t>(dimension());
  const std::size_t along = diagonal() ? 1 : p + 1;  // from one diagonal entry to the next
  double log_determinant = 0.0;
  for (std::size_t c = 0; c < p; ++c) log_determinant += std::log(factor_[c * along]);
  for (const Component& k : components_)
    log_heights_.push_back(std::log(k.weight) - log_determinant -
                           static_cast<double>(p) *
                               (std::log(k.size) + 0.5 * std::log(2.0 * std::numbers::pi)));
}

double GaussianMixture::log_density(std::span<const double> x) const {
  const std::size_t p = x.size();
  std::vector<double> z(p), terms(components_.size());
  for (std::size_t k = 0; k < components_.size(); ++k) {
    double square = 0.0;
    for (std::size_t i = 0; i < p; ++i) {
      double rest = x[i] - components_[k].mean[i];
      if (!diagonal())
        for (std::size_t j = 0; j < i; ++j) rest -= factor_[i * p + j] * z[j];
      z[i] = rest / factor_[diagonal() ? i : i * p + i];
      square += z[i] * z[i];
    }
    const double size = components_[k].size;
    terms[k] = log_heights_[k] - 0.5 * square / (size * size);
  }
  const double most = *std::max_element(terms.begin(), terms.end());
  if (!std::isfinite(most)) return most;
  double sum = 0.0;
  for (const double t : terms) sum += std::exp(t - most);
  return most + std::log(sum);
}

void GaussianMixture::draw(Noise& noise, std::span<double> x) const {
  double u = noise.uniform();
  std::size_t k = 0;
  while (k + 1 < components_.size() && u >= components_[k].weight) u -= components_[k++].weight;
  const Component& from = components_[k];
  const std::size_t p = x.size();
  for (double& z : x) z = noise.normal();
  for (std::size_t i = p; i-- > 0;) {  // in place: a row needs those before it
    double sum = 0.0;
    if (diagonal())
      sum = factor_[i] * x[i];
    else
      for (std::size_t j = 0; j <= i; ++j) sum += factor_[i * p + j] * x[j];
    x[i] = from.mean[i] + from.size * sum;
  }
}

GaussianMixture fit_mixture(std::span<const double> particles, int dimension, std::uint64_t seed) {
  constexpr Eigen::Index per_component = 2;  // distinct particles, at the very least
  constexpr int attempts = 6;
  const Standardised s = standardise(particles, dimension);
  const Eigen::Index distinct = distinct_rows(s.points), p = s.points.cols();
  if (distinct <= p) return diagonal_gaussian(s);
  if (distinct < per_component * MixtureEm::count || distinct <= p + MixtureEm::count)
    return one_gaussian(s);
  for (std::uint32_t attempt = 0; attempt < attempts; ++attempt) {
    const auto found = run_em(s.points, seed, attempt);
    if (!found) continue;
    std::vector<GaussianMixture::Component> components;
    for (Eigen::Index k = 0; k < MixtureEm::count; ++k)
      components.push_back(
          {found->weight[k], std::sqrt(found->lambda[k]),
           to_vector(s.mean + s.scale.cwiseProduct(found->mean.row(k).transpose()))});
    return {std::move(components), row_by_row(found->factor, s.scale)};
  }
  return one_gaussian(s);
}

}  // namespace surefoot
