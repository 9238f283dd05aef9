#include "emulator/region.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

/// Beyond so many standard deviations a bend goes on level: nothing is known of it there.
constexpr double furthest = 3.0;

/// What bends are made of: terms of the second and third degree, and their derivatives.
struct BendTerms {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 7, 1> values;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 7, 2> slopes;  // a column a coordinate
};

BendTerms bend_terms(const Eigen::VectorXd& w, Eigen::Index of) {
  const double a = std::clamp(w[0], -furthest, furthest);
  const double da = a == w[0] ? 1.0 : 0.0;
  if (of == 1) {
    BendTerms terms;
    terms.values.resize(2);
    terms.slopes.resize(2, 1);
    terms.values << a * a, a * a * a;
    terms.slopes << 2.0 * a * da, 3.0 * a * a * da;
    return terms;
  }
  const double b = std::clamp(w[1], -furthest, furthest);
  const double db = b == w[1] ? 1.0 : 0.0;
  BendTerms terms;
  terms.values.resize(7);
  terms.slopes.resize(7, 2);
  terms.values << a * a, a * b, b * b, a * a * a, a * a * b, a * b * b, b * b * b;
  terms.slopes << 2.0 * a * da, 0.0, b * da, a * db, 0.0, 2.0 * b * db, 3.0 * a * a * da, 0.0,
      2.0 * a * b * da, a * a * db, b * b * da, 2.0 * a * b * db, 0.0, 3.0 * b * b * db;
  return terms;
}

}  // namespace

Region::Region(Eigen::VectorXd centre, const Eigen::MatrixXd& covariance,
               const Eigen::VectorXd& unit)
    : centre_(std::move(centre)) {
  const Eigen::VectorXd by = unit.cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(by.asDiagonal() * covariance *
                                                             by.asDiagonal());
  const Eigen::Index p = centre_.size();
  factor_.resize(p, p);
  inverse_.resize(p, p);
  for (Eigen::Index k = 0; k < p; ++k) {  // the widest first
    const double width = std::sqrt(std::max(eigen.eigenvalues()[p - 1 - k], 1e-300));
    const Eigen::VectorXd direction = eigen.eigenvectors().col(p - 1 - k);
    factor_.col(k) = width * unit.cwiseProduct(direction);
    inverse_.row(k) = by.cwiseProduct(direction).transpose() / width;
  }
}

void Region::bend_along(std::span<const Eigen::VectorXd> points) {
  constexpr double noticeable = 0.9;  // of the variance is left by a bend that is worth having
  bends_.clear();
  const auto count = static_cast<Eigen::Index>(points.size());
  if (size() < 2 || count < 32) return;
  Eigen::MatrixXd w(size(), count);
  for (Eigen::Index i = 0; i < count; ++i)
    w.col(i) = inverse_ * (points[static_cast<std::size_t>(i)] - centre_);
  for (Eigen::Index of = 1; of < size(); ++of) {
    const Eigen::Index known = std::min<Eigen::Index>(of, 2);
    const Eigen::Index terms = bend_terms(w.col(0), of).values.size();
    Eigen::MatrixXd rows(count, 1 + known + terms);
    for (Eigen::Index i = 0; i < count; ++i)
      rows.row(i) << 1.0, w.col(i).head(known).transpose(),
          bend_terms(w.col(i), of).values.transpose();
    const Eigen::VectorXd response = w.row(of).transpose();
    const Eigen::VectorXd solved = rows.colPivHouseholderQr().solve(response);
    const double left = (response - rows * solved).squaredNorm() / double(count - rows.cols());
    const double all = response.squaredNorm() / double(count);
    if (!(left < noticeable * all)) continue;
    bends_.push_back({of, solved.tail(terms), std::sqrt(std::max(left / all, 1e-4))});
  }
}

Eigen::VectorXd Region::eta(const Eigen::VectorXd& u) const {
  Eigen::VectorXd w = width_ * u;
  for (const Bend& bend : bends_)
    w[bend.of] = bend.spread * w[bend.of] + bend.coefficients.dot(bend_terms(w, bend.of).values);
  return centre_ + factor_ * w;
}

Eigen::VectorXd Region::u(const Eigen::VectorXd& eta) const {
  const Eigen::VectorXd w = inverse_ * (eta - centre_);
  Eigen::VectorXd u = w;
  for (const Bend& bend : bends_)
    u[bend.of] = (w[bend.of] - bend.coefficients.dot(bend_terms(w, bend.of).values)) / bend.spread;
  return u / width_;
}

Eigen::MatrixXd Region::slopes(const Eigen::VectorXd& u) const {
  if (bends_.empty()) return inverse_ / width_;
  const Eigen::VectorXd w = inverse_ * (eta(u) - centre_);
  Eigen::MatrixXd by_w = Eigen::MatrixXd::Identity(size(), size());
  for (const Bend& bend : bends_) {
    const auto slopes = bend_terms(w, bend.of).slopes;
    by_w(bend.of, bend.of) = 1.0 / bend.spread;
    by_w.row(bend.of).head(slopes.cols()) = -(bend.coefficients.transpose() * slopes) / bend.spread;
  }
  return by_w * inverse_ / width_;
}

Region Region::widened(double factor) const {
  Region wider = *this;
  wider.width_ *= factor;
  return wider;
}

Region Region::moved_to(Eigen::VectorXd centre) const {
  Region other = *this;
  other.centre_ = std::move(centre);
  other.bends_.clear();
  return other;
}

}  // namespace surefoot
