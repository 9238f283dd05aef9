#include "emulator/embedding_emulator.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {

/// A polynomial of one degree, fitted by weighted least squares.
struct Polynomial {
  Eigen::MatrixXd values;            // of the monomials, one place a row
  Eigen::VectorXd weight;            // of the places: observations that they are worth
  Eigen::LLT<Eigen::MatrixXd> gram;  // of the monomials, weighted
  Eigen::MatrixXd coefficients;      // monomials x pictures
  Eigen::MatrixXd residuals;         // one place a row
  Eigen::VectorXd leverage;
  double lack = 0.0;  // of fit, at `near`, over the variance of one simulated observation
};

namespace {

constexpr int highest_degree = 4;
constexpr Eigen::Index most_outputs = 48;

/// How lack of fit grows with the distance from the middle, over that at `near`: as the first term
/// that a polynomial of this degree lacks, but never to nothing.
double growth_of_lack(double distance, double near, int degree) {
  constexpr double least = 0.05, most = 1e6;
  return std::min(least + std::pow(distance / near, 2 * (degree + 1)), most);
}

bool solve(const SeenPictures& seen, Polynomial& p) {
  const Eigen::MatrixXd weighted = p.weight.asDiagonal() * p.values;
  const Eigen::MatrixXd rooted = p.weight.cwiseSqrt().asDiagonal() * p.values;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(p.values.cols(), p.values.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(rooted.transpose());
  gram.diagonal() *= 1.0 + 1e-10;
  p.gram.compute(gram);
  if (p.gram.info() != Eigen::Success) return false;
  p.coefficients = p.gram.solve(weighted.transpose() * seen.mean.transpose());
  p.residuals = seen.mean.transpose() - p.values * p.coefficients;
  const Eigen::MatrixXd half = p.gram.matrixL().solve(p.values.transpose());
  p.leverage = half.colwise().squaredNorm().transpose().cwiseProduct(p.weight);
  return true;
}

/// Fits, and weighs places less whose residuals show that the degree is too low for them.
std::optional<Polynomial> fitted(const PolynomialBasis& basis, const SeenPictures& seen,
                                 double near) {
  constexpr int rounds = 2;
  const Eigen::Index places = seen.u.cols();
  Polynomial p;
  p.values.resize(places, basis.size());
  Eigen::VectorXd row, growth(places);
  for (Eigen::Index j = 0; j < places; ++j) {
    basis.values(seen.u.col(j), row);
    p.values.row(j) = row.transpose();
    growth[j] = growth_of_lack(seen.u.col(j).norm(), near, basis.degree());
  }
  const Eigen::VectorXd pure = seen.difference.colwise().squaredNorm().transpose();
  const double unit = std::max(pure.dot(seen.count) / double(places), 1e-300);
  p.weight = seen.count;
  if (!solve(seen, p)) return std::nullopt;
  for (int round = 0; round < rounds; ++round) {
    double above = 0.0, below = 0.0;
    for (Eigen::Index j = 0; j < places; ++j) {
      const double left = std::max(1.0 - p.leverage[j], 0.05), share = 1.0 / (1.0 + growth[j]);
      const double beyond = p.residuals.row(j).squaredNorm() / left - pure[j];
      above += share * share * growth[j] * beyond;
      below += share * share * growth[j] * growth[j];
    }
    p.lack = std::max(above / std::max(below, 1e-300), 0.0) / unit;
    if (p.lack == 0.0) break;
    p.weight = (seen.count.cwiseInverse() + p.lack * growth).cwiseInverse();
    if (!solve(seen, p)) return std::nullopt;
  }
  return p;
}

/// The squared error at places that are left out one at a time, where draws are likely.
double error_left_out(const Polynomial& p, const SeenPictures& seen) {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < seen.u.cols(); ++j) {
    const double left = std::max(1.0 - p.leverage[j], 1e-2);
    const double likely = std::exp(-0.5 * seen.u.col(j).squaredNorm() / double(seen.u.rows()));
    sum += seen.count[j] * likely * p.residuals.row(j).squaredNorm() / (left * left);
  }
  return sum;
}

/// A factor of a positive semidefinite matrix.
Eigen::MatrixXd root_of(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
}

}  // namespace

std::optional<EmbeddingEmulator> EmbeddingEmulator::fit(const Region& region,
                                                        const SeenPictures& seen, double near) {
  const Eigen::Index places = seen.u.cols(), p = seen.u.rows();
  std::optional<Polynomial> best;
  std::optional<PolynomialBasis> basis;
  double least = INFINITY;
  for (int degree = 1; degree <= highest_degree; ++degree) {
    if (PolynomialBasis::size_of(p, degree) * 3 > places * 2) break;
    PolynomialBasis candidate(p, degree);
    auto polynomial = fitted(candidate, seen, near);
    if (!polynomial) break;
    const double error = error_left_out(*polynomial, seen);
    if (!(error < least)) continue;
    least = error;
    best = std::move(polynomial);
    basis.emplace(std::move(candidate));
  }
  if (!best) return std::nullopt;

  EmbeddingEmulator emulator(region, std::move(*basis), near);
  emulator.take(*best, seen);
  return emulator;
}

std::optional<EmbeddingEmulator> EmbeddingEmulator::fit_like(const EmbeddingEmulator& other,
                                                             const SeenPictures& seen) {
  const auto polynomial = fitted(other.basis_, seen, other.near_);
  if (!polynomial) return std::nullopt;
  EmbeddingEmulator emulator(other.region_, other.basis_, other.near_);
  emulator.take(*polynomial, seen);
  return emulator;
}

void EmbeddingEmulator::take(const Polynomial& polynomial, const SeenPictures& seen) {
  const auto places = double(seen.u.cols());
  precision_factor_ = polynomial.gram.matrixL();
  // The directions in which the fitted map moves over the places, the strongest first.
  const Eigen::MatrixXd scaled = precision_factor_.transpose() * polynomial.coefficients;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scaled * scaled.transpose());
  const Eigen::Index size = eigen.eigenvalues().size();
  const double strongest = std::max(eigen.eigenvalues()[size - 1], 1e-300);
  Eigen::Index kept = 0;
  while (kept < std::min(size, most_outputs) &&
         eigen.eigenvalues()[size - 1 - kept] > 1e-9 * strongest)
    ++kept;
  directions_.resize(seen.mean.rows(), kept);
  for (Eigen::Index k = 0; k < kept; ++k)
    directions_.col(k) = (scaled.transpose() * eigen.eigenvectors().col(size - 1 - k)).normalized();
  coefficients_ = directions_.transpose() * polynomial.coefficients.transpose();

  lack_ = polynomial.lack;
  whole_noise_ = seen.difference.colwise().squaredNorm().dot(seen.count) / places;
  const Eigen::MatrixXd differences = directions_.transpose() * seen.difference;
  noise_factor_ = root_of(differences * seen.count.asDiagonal() * differences.transpose() / places);
}

void EmbeddingEmulator::at(const Eigen::VectorXd& u, Eigen::VectorXd& picture) const {
  thread_local Eigen::VectorXd values;
  basis_.values(u, values);
  picture.noalias() = coefficients_ * values;
}

void EmbeddingEmulator::at(const Eigen::VectorXd& u, Eigen::VectorXd& picture,
                           Eigen::MatrixXd& jacobian) const {
  thread_local Eigen::VectorXd values;
  thread_local Eigen::MatrixXd slopes;
  basis_.values(u, values, slopes);
  picture.noalias() = coefficients_ * values;
  jacobian.noalias() = coefficients_ * slopes;
}

double EmbeddingEmulator::error_share(const Eigen::VectorXd& u) const {
  Eigen::VectorXd values;
  basis_.values(u, values);
  return precision_factor_.triangularView<Eigen::Lower>().solve(values).squaredNorm() +
         lack_of_fit(u);
}

double EmbeddingEmulator::lack_of_fit(const Eigen::VectorXd& u) const {
  return lack_ * growth_of_lack(u.norm(), near_, basis_.degree());
}

Eigen::MatrixXd EmbeddingEmulator::slope_error(const Eigen::VectorXd& u) const {
  Eigen::VectorXd values;
  Eigen::MatrixXd slopes;
  basis_.values(u, values, slopes);
  precision_factor_.triangularView<Eigen::Lower>().solveInPlace(slopes);
  return slopes.transpose() * slopes;
}

EmbeddingEmulator::Error EmbeddingEmulator::draw_error(const Eigen::VectorXd& u,
                                                       Noise& noise) const {
  Eigen::VectorXd values;
  Eigen::MatrixXd slopes;
  basis_.values(u, values, slopes);
  Eigen::MatrixXd together(values.size(), 1 + slopes.cols());
  together << values, slopes;
  precision_factor_.triangularView<Eigen::Lower>().solveInPlace(together);
  Eigen::MatrixXd covariance = together.transpose() * together;
  covariance(0, 0) += lack_of_fit(u);
  const Eigen::MatrixXd mixing = root_of(covariance);
  Eigen::MatrixXd normals(outputs(), mixing.cols());
  for (Eigen::Index i = 0; i < normals.size(); ++i) normals.data()[i] = noise.normal();
  const Eigen::MatrixXd errors = noise_factor_ * normals * mixing.transpose();
  return {u, errors.col(0), errors.rightCols(slopes.cols()),
          noise_factor_.squaredNorm() * covariance(0, 0)};
}

}  // namespace surefoot
