#include "emulator/polynomial_fit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <surefoot/random/noise.hpp>

#include "emulator/dense.hpp"
#include "emulator/shared_noise.hpp"

namespace surefoot {
namespace {

/// A map that bends is off in one direction wherever it is taken for straight, and places that are
/// left out see little of that among all numbers of a picture: straight ones are for very few
/// places.
constexpr int least_degree = 2, highest_degree = 4;

/// How lack of fit grows with the distance from the middle, over that at `near`: as the first term
/// that a polynomial of this degree lacks, but never to nothing.
double growth_of_lack(double distance, double near, int degree) {
  constexpr double least = 0.05, most = 1e6;
  return std::min(least + std::pow(distance / near, 2 * (degree + 1)), most);
}

/// The slope of that by the square of the distance.
double slope_of_growth(double distance, double near, int degree) {
  return (degree + 1) * std::pow(distance / near, 2 * degree) / (near * near);
}

/// The places around a region, and their coordinates there.
struct Neighbourhood {
  SeenPictures seen;
  Eigen::MatrixXd u;  // one place a column
  SharedNoise noise;
};

/// Pictures of few numbers whose squares are those of the whole ones in the mean: each number goes
/// into one of a few sums, with a sign by chance.
Eigen::MatrixXd sketch_of(const Eigen::MatrixXd& pictures) {
  constexpr Eigen::Index most = 64;
  if (pictures.rows() < 2 * most) return pictures;
  Noise signs({0, 0, 0, 0, Purpose::simulation});
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(most, pictures.cols());
  for (Eigen::Index i = 0; i < pictures.rows(); ++i) {
    if (signs.normal() > 0.0)
      sums.row(i % most) += pictures.row(i);
    else
      sums.row(i % most) -= pictures.row(i);
  }
  return sums;
}

Neighbourhood neighbourhood_of(const Region& region, const SeenPictures& all, double cut) {
  std::vector<Eigen::Index> near;
  Eigen::MatrixXd u(all.eta.rows(), all.eta.cols());
  for (Eigen::Index j = 0; j < all.eta.cols(); ++j) {
    const Eigen::VectorXd at = region.u(all.eta.col(j));
    if (!(at.norm() <= cut)) continue;
    u.col(std::ssize(near)) = at;
    near.push_back(j);
  }
  SeenPictures seen(all.eta.rows(), all.mean.rows(), std::ssize(near));
  for (Eigen::Index k = 0; k < std::ssize(near); ++k) {
    const Eigen::Index j = near[static_cast<std::size_t>(k)];
    seen.eta.col(k) = all.eta.col(j);
    seen.mean.col(k) = all.mean.col(j);
    seen.difference.col(k) = all.difference.col(j);
    seen.count[k] = all.count[j];
    seen.group[k] = all.group[j];
  }
  SharedNoise noise(seen);
  return {std::move(seen), u.leftCols(std::ssize(near)), std::move(noise)};
}

/// Regressions of pictures, one a column, on the monomials of one basis.
class Regression {
 public:
  Regression(const Neighbourhood& at, const PolynomialBasis& basis, double near)
      : at_(at), values_(at.u.cols(), basis.size()), growth_(at.u.cols()) {
    Eigen::VectorXd row;
    for (Eigen::Index j = 0; j < at.u.cols(); ++j) {
      basis.values(at.u.col(j), row);
      values_.row(j) = row.transpose();
      growth_[j] = growth_of_lack(at.u.col(j).norm(), near, basis.degree());
    }
  }

  /// With so much lack of fit at `near`.
  bool solve(double lack, const Eigen::MatrixXd& pictures) {
    Eigen::MatrixXd white = values_, rows = pictures.transpose();
    at_.noise.whiten(lack * growth_, white);
    at_.noise.whiten(lack * growth_, rows);
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(values_.cols(), values_.cols());
    gram.selfadjointView<Eigen::Lower>().rankUpdate(white.transpose());
    gram.diagonal() *= 1.0 + 1e-10;
    precision_.compute(gram);
    if (precision_.info() != Eigen::Success) return false;
    coefficients_ = precision_.solve(white.transpose() * rows);
    lack_ = lack;
    return true;
  }

  /// Looks at what is left of the pictures.
  void look_back(const Eigen::MatrixXd& pictures) {
    left_ = (pictures.transpose() - values_ * coefficients_).rowwise().squaredNorm();
    variance_ = precision_.matrixL().solve(values_.transpose()).colwise().squaredNorm();
  }

  /// What is left beyond simulation error, shared over the places as it grows.
  double lack_of_fit() const {
    const Eigen::VectorXd pure = at_.seen.difference.colwise().squaredNorm();
    const double unit = std::max(at_.seen.noise(), 1e-300);
    double above = 0.0, below = 0.0;
    for (Eigen::Index j = 0; j < pure.size(); ++j) {
      const double share = 1.0 / (1.0 + growth_[j]);
      const double beyond = left_[j] + unit * variance_[j] - pure[j];
      above += share * share * growth_[j] * beyond;
      below += share * share * growth_[j] * growth_[j];
    }
    return std::max(above / std::max(below, 1e-300), 0.0) / unit;
  }

  /// The squared error at places that are left out one at a time, where draws are likely.
  double error_left_out() const {
    const auto& count = at_.seen.count;
    double sum = 0.0;
    for (Eigen::Index j = 0; j < left_.size(); ++j) {
      const double rest =
          std::max(1.0 - variance_[j] / (1.0 / count[j] + lack_ * growth_[j]), 1e-2);
      const double likely = std::exp(-0.5 * at_.u.col(j).squaredNorm() / double(at_.u.rows()));
      sum += count[j] * likely * left_[j] / (rest * rest);
    }
    return sum;
  }

  /// Weighs places by lack of fit, which is found in `pictures`.
  bool settle(const Eigen::MatrixXd& pictures) {
    constexpr int rounds = 2;
    if (!solve(0.0, pictures)) return false;
    look_back(pictures);
    for (int round = 0; round < rounds; ++round) {
      const double lack = lack_of_fit();
      if (lack == 0.0 && lack_ == 0.0) break;
      if (!solve(lack, pictures)) return false;
      look_back(pictures);
    }
    return true;
  }

  double lack() const { return lack_; }
  Eigen::MatrixXd precision_factor() const { return precision_.matrixL(); }
  const Eigen::MatrixXd& coefficients() const { return coefficients_; }

 private:
  const Neighbourhood& at_;
  Eigen::MatrixXd values_;  // of the monomials, one place a row
  Eigen::VectorXd growth_;  // of lack of fit
  Eigen::LLT<Eigen::MatrixXd> precision_;
  Eigen::MatrixXd coefficients_;
  Eigen::VectorXd left_, variance_;  // squares of residuals, and what is fitted varies by
  double lack_ = 0.0;
};

/// The fit of whole pictures, by a regression that has settled on a sketch of them.
std::optional<PolynomialFit> whole_fit(const Region& region, const PolynomialBasis& basis,
                                       Regression& settled, const Neighbourhood& at, double near) {
  if (!settled.solve(settled.lack(), at.seen.mean)) return std::nullopt;
  const Eigen::MatrixXd factor = settled.precision_factor();
  return PolynomialFit{region,
                       basis,
                       factor,
                       factor.triangularView<Eigen::Lower>().solve(
                           Eigen::MatrixXd::Identity(factor.rows(), factor.cols())),
                       settled.coefficients().transpose(),
                       near,
                       settled.lack()};
}

}  // namespace

double PolynomialFit::variance(const Eigen::VectorXd& u) const {
  Eigen::VectorXd values;
  basis.values(u, values);
  return lower_product(whitening, values).squaredNorm();
}

double PolynomialFit::lack_of_fit(const Eigen::VectorXd& u) const {
  return lack * growth_of_lack(u.norm(), near, basis.degree());
}

double PolynomialFit::slope_of_lack(const Eigen::VectorXd& u) const {
  return lack * slope_of_growth(u.norm(), near, basis.degree());
}

std::optional<PolynomialFit> fit_polynomial(const Region& region, const SeenPictures& seen,
                                            double near, double cut) {
  const Neighbourhood at = neighbourhood_of(region, seen, cut);
  const Eigen::Index places = at.u.cols(), p = region.size();
  if (places < 2 * p + 2) return std::nullopt;
  const Eigen::MatrixXd sketch = sketch_of(at.seen.mean);
  std::optional<Regression> best;
  int best_degree = 0;
  double least = INFINITY;
  for (int degree = 1; degree <= highest_degree; ++degree) {
    if (PolynomialBasis::size_of(p, degree) * 3 > places * 2) break;
    Regression regression(at, PolynomialBasis(p, degree), near);
    if (!regression.settle(sketch)) break;
    const double error = regression.error_left_out();
    if (degree > least_degree && !(error < least)) continue;
    best.emplace(std::move(regression));
    best_degree = degree;
    least = error;
  }
  if (!best) return std::nullopt;
  return whole_fit(region, PolynomialBasis(p, best_degree), *best, at, near);
}

std::optional<PolynomialFit> fit_polynomial_like(const PolynomialFit& other,
                                                 const SeenPictures& seen, double cut) {
  const Neighbourhood at = neighbourhood_of(other.region, seen, cut);
  Regression regression(at, other.basis, other.near);
  if (!regression.settle(sketch_of(at.seen.mean))) return std::nullopt;
  return whole_fit(other.region, other.basis, regression, at, other.near);
}

}  // namespace surefoot
