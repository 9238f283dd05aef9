#include "emulator/polynomial_fit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "emulator/shared_noise.hpp"

namespace surefoot {
namespace {

constexpr int highest_degree = 4;

/// How lack of fit grows with the distance from the middle, over that at `near`: as the first term
/// that a polynomial of this degree lacks, but never to nothing.
double growth_of_lack(double distance, double near, int degree) {
  constexpr double least = 0.05, most = 1e6;
  return std::min(least + std::pow(distance / near, 2 * (degree + 1)), most);
}

/// The places around a region, and their coordinates there.
struct Neighbourhood {
  SeenPictures seen;
  Eigen::MatrixXd u;  // one place a column
};

Neighbourhood neighbourhood_of(const Region& region, const SeenPictures& all, double cut) {
  std::vector<Eigen::Index> near;
  Eigen::MatrixXd u(all.eta.rows(), all.eta.cols());
  for (Eigen::Index j = 0; j < all.eta.cols(); ++j) {
    const Eigen::VectorXd at = region.u(all.eta.col(j));
    if (!(at.norm() <= cut)) continue;
    u.col(std::ssize(near)) = at;
    near.push_back(j);
  }
  Neighbourhood result{SeenPictures(all.eta.rows(), all.mean.rows(), std::ssize(near)),
                       u.leftCols(std::ssize(near))};
  for (Eigen::Index k = 0; k < std::ssize(near); ++k) {
    const Eigen::Index j = near[static_cast<std::size_t>(k)];
    result.seen.eta.col(k) = all.eta.col(j);
    result.seen.mean.col(k) = all.mean.col(j);
    result.seen.difference.col(k) = all.difference.col(j);
    result.seen.count[k] = all.count[j];
    result.seen.group[k] = all.group[j];
  }
  return result;
}

/// One regression, and what is left of it.
class Regression {
 public:
  Regression(const Neighbourhood& at, const PolynomialBasis& basis, double near)
      : seen_(at.seen),
        u_(at.u),
        noise_(at.seen),
        values_(at.u.cols(), basis.size()),
        growth_(at.u.cols()) {
    Eigen::VectorXd row;
    for (Eigen::Index j = 0; j < u_.cols(); ++j) {
      basis.values(u_.col(j), row);
      values_.row(j) = row.transpose();
      growth_[j] = growth_of_lack(u_.col(j).norm(), near, basis.degree());
    }
  }

  /// With so much lack of fit at `near`.
  bool solve(double lack) {
    Eigen::MatrixXd white = values_, pictures = seen_.mean.transpose();
    noise_.whiten(lack * growth_, white);
    noise_.whiten(lack * growth_, pictures);
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(values_.cols(), values_.cols());
    gram.selfadjointView<Eigen::Lower>().rankUpdate(white.transpose());
    gram.diagonal() *= 1.0 + 1e-10;
    precision_.compute(gram);
    if (precision_.info() != Eigen::Success) return false;
    coefficients_ = precision_.solve(white.transpose() * pictures);
    variance_ = precision_.matrixL().solve(values_.transpose()).colwise().squaredNorm().transpose();
    left_ = seen_.mean.transpose() - values_ * coefficients_;
    lack_ = lack;
    return true;
  }

  /// What is left beyond simulation error, shared over the places as it grows.
  double lack_of_fit() const {
    const Eigen::VectorXd pure = seen_.difference.colwise().squaredNorm().transpose();
    const double unit = std::max(seen_.noise(), 1e-300);
    double above = 0.0, below = 0.0;
    for (Eigen::Index j = 0; j < pure.size(); ++j) {
      const double share = 1.0 / (1.0 + growth_[j]);
      const double beyond = left_.row(j).squaredNorm() + unit * variance_[j] - pure[j];
      above += share * share * growth_[j] * beyond;
      below += share * share * growth_[j] * growth_[j];
    }
    return std::max(above / std::max(below, 1e-300), 0.0) / unit;
  }

  /// The squared error at places that are left out one at a time, where draws are likely.
  double error_left_out() const {
    double sum = 0.0;
    for (Eigen::Index j = 0; j < left_.rows(); ++j) {
      const double rest =
          std::max(1.0 - variance_[j] / (1.0 / seen_.count[j] + lack_ * growth_[j]), 1e-2);
      const double likely = std::exp(-0.5 * u_.col(j).squaredNorm() / double(u_.rows()));
      sum += seen_.count[j] * likely * left_.row(j).squaredNorm() / (rest * rest);
    }
    return sum;
  }

  Eigen::MatrixXd precision_factor() const { return precision_.matrixL(); }
  const Eigen::MatrixXd& coefficients() const { return coefficients_; }

 private:
  const SeenPictures& seen_;
  const Eigen::MatrixXd& u_;
  SharedNoise noise_;
  Eigen::MatrixXd values_;    // of the monomials, one place a row
  Eigen::VectorXd growth_;    // of lack of fit
  Eigen::VectorXd variance_;  // of what is fitted at each place
  Eigen::LLT<Eigen::MatrixXd> precision_;
  Eigen::MatrixXd coefficients_, left_;
  double lack_ = 0.0;
};

std::optional<PolynomialFit> fit_basis(const Region& region, const PolynomialBasis& basis,
                                       const Neighbourhood& at, double near) {
  constexpr int rounds = 2;
  Regression regression(at, basis, near);
  if (!regression.solve(0.0)) return std::nullopt;
  double lack = 0.0;
  for (int round = 0; round < rounds; ++round) {
    lack = regression.lack_of_fit();
    if (lack == 0.0) break;
    if (!regression.solve(lack)) return std::nullopt;
  }
  return PolynomialFit{
      region, basis, regression.precision_factor(), regression.coefficients().transpose(),
      near,   lack,  regression.error_left_out()};
}

}  // namespace

double PolynomialFit::variance(const Eigen::VectorXd& u) const {
  Eigen::VectorXd values;
  basis.values(u, values);
  return precision_factor.triangularView<Eigen::Lower>().solve(values).squaredNorm();
}

double PolynomialFit::lack_of_fit(const Eigen::VectorXd& u) const {
  return lack * growth_of_lack(u.norm(), near, basis.degree());
}

std::optional<PolynomialFit> fit_polynomial(const Region& region, const SeenPictures& seen,
                                            double near, double cut) {
  const Neighbourhood at = neighbourhood_of(region, seen, cut);
  const Eigen::Index places = at.u.cols(), p = region.size();
  if (places < 2 * p + 2) return std::nullopt;
  std::optional<PolynomialFit> best;
  for (int degree = 1; degree <= highest_degree; ++degree) {
    if (PolynomialBasis::size_of(p, degree) * 3 > places * 2) break;
    auto found = fit_basis(region, PolynomialBasis(p, degree), at, near);
    if (!found) break;
    if (!best || found->error_left_out < best->error_left_out) best = std::move(found);
  }
  return best;
}

std::optional<PolynomialFit> fit_polynomial_like(const PolynomialFit& other,
                                                 const SeenPictures& seen, double cut) {
  return fit_basis(other.region, other.basis, neighbourhood_of(other.region, seen, cut),
                   other.near);
}

}  // namespace surefoot
