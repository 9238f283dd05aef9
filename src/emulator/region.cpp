#include "emulator/region.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

/// Beyond so many standard deviations a bend goes on level: nothing is known of it there.
constexpr double furthest = 3.0;

/// What bends are made of: terms of the second and third degree, in the first coordinate or in the
/// first two.
using Terms = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 7, 1>;
using TermSlopes = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 7, 2>;

Terms terms_of(double a) { return Eigen::Vector2d(a * a, a * a * a); }

Terms terms_of(double a, double b) {
  Terms terms(7);
  terms << a * a, a * b, b * b, a * a * a, a * a * b, a * b * b, b * b * b;
  return terms;
}

/// Where bends are level beyond a place, they do as there.
double within_bends(double w) { return std::clamp(w, -furthest, furthest); }
double moves_bends(double w) { return within_bends(w) == w ? 1.0 : 0.0; }

/// The terms of several bends at one place; those of most bends are the same.
class BendTerms {
 public:
  explicit BendTerms(const Eigen::VectorXd& w) : w_(&w) {}

  /// Of the bend of a coordinate; those before it must be in place.
  const Terms& values(Eigen::Index of) {
    const double a = within_bends((*w_)[0]);
    if (of == 1) {
      of_one_ = terms_of(a);
      return of_one_;
    }
    if (of_two_.size() == 0) of_two_ = terms_of(a, within_bends((*w_)[1]));
    return of_two_;
  }

  /// Their derivatives, a column a coordinate.
  TermSlopes slopes(Eigen::Index of) const {
    const double a = within_bends((*w_)[0]), da = moves_bends((*w_)[0]);
    if (of == 1) return Eigen::Vector2d(2.0 * a * da, 3.0 * a * a * da);
    const double b = within_bends((*w_)[1]), db = moves_bends((*w_)[1]);
    TermSlopes slopes(7, 2);
    slopes << 2.0 * a * da, 0.0, b * da, a * db, 0.0, 2.0 * b * db, 3.0 * a * a * da, 0.0,
        2.0 * a * b * da, a * a * db, b * b * da, 2.0 * a * b * db, 0.0, 3.0 * b * b * db;
    return slopes;
  }

 private:
  const Eigen::VectorXd* w_;
  Terms of_one_, of_two_;
};

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
    const Eigen::Index terms = known == 1 ? 2 : 7;
    Eigen::MatrixXd rows(count, 1 + known + terms);
    for (Eigen::Index i = 0; i < count; ++i) {
      const Eigen::VectorXd at = w.col(i);
      rows.row(i) << 1.0, at.head(known).transpose(), BendTerms(at).values(of).transpose();
    }
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
  BendTerms terms(w);
  for (const Bend& bend : bends_)
    w[bend.of] = bend.spread * w[bend.of] + bend.coefficients.dot(terms.values(bend.of));
  return centre_ + factor_.lazyProduct(w);
}

Eigen::VectorXd Region::u(const Eigen::VectorXd& eta) const {
  const Eigen::VectorXd w = unbent(eta);
  Eigen::VectorXd u = w / width_;
  BendTerms terms(w);
  for (const Bend& bend : bends_)
    u[bend.of] =
        (w[bend.of] - bend.coefficients.dot(terms.values(bend.of))) / (bend.spread * width_);
  return u;
}

Eigen::VectorXd Region::unbent(const Eigen::VectorXd& eta) const {
  const Eigen::VectorXd away = eta - centre_;
  return inverse_.lazyProduct(away);
}

Eigen::MatrixXd Region::slopes(const Eigen::VectorXd& u) const {
  if (bends_.empty()) return inverse_ / width_;
  const Eigen::VectorXd w = unbent(eta(u));
  const BendTerms terms(w);
  Eigen::MatrixXd by_eta = inverse_ / width_;
  for (const Bend& bend : bends_) {
    const TermSlopes slopes = terms.slopes(bend.of);
    by_eta.row(bend.of) -= (bend.coefficients.transpose() * slopes)
                               .lazyProduct(inverse_.topRows(slopes.cols()) / width_);
    by_eta.row(bend.of) /= bend.spread;
  }
  return by_eta;
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
