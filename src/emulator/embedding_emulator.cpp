#include "emulator/embedding_emulator.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

constexpr Eigen::Index most_outputs = 48;

/// A factor of a positive semidefinite matrix.
Eigen::MatrixXd root_of(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
}

/// The directions in which fitted maps move over the places, the strongest first, one a column.
Eigen::MatrixXd directions_of(const std::vector<PolynomialFit>& parts) {
  Eigen::Index rows = 0;
  for (const PolynomialFit& part : parts) rows += part.basis.size();
  Eigen::MatrixXd scaled(rows, parts.front().coefficients.rows());
  Eigen::Index row = 0;
  for (const PolynomialFit& part : parts) {
    scaled.middleRows(row, part.basis.size()) =
        part.precision_factor.transpose() * part.coefficients.transpose();
    row += part.basis.size();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scaled * scaled.transpose());
  const double strongest = std::max(eigen.eigenvalues()[rows - 1], 1e-300);
  Eigen::Index kept = 0;
  while (kept < std::min(rows, most_outputs) &&
         eigen.eigenvalues()[rows - 1 - kept] > 1e-9 * strongest)
    ++kept;
  Eigen::MatrixXd directions(scaled.cols(), kept);
  for (Eigen::Index k = 0; k < kept; ++k)
    directions.col(k) = (scaled.transpose() * eigen.eigenvectors().col(rows - 1 - k)).normalized();
  return directions;
}

}  // namespace

EmbeddingEmulator::EmbeddingEmulator(const Region& region, std::vector<PolynomialFit> parts,
                                     const SeenPictures& seen)
    : region_(region),
      parts_(std::move(parts)),
      directions_(directions_of(parts_)),
      whole_noise_(seen.noise()) {
  for (PolynomialFit& part : parts_)
    part.coefficients = directions_.transpose() * part.coefficients;
  const Eigen::MatrixXd differences = directions_.transpose() * seen.difference;
  noise_factor_ = root_of(differences * seen.count.asDiagonal() * differences.transpose() /
                          double(seen.count.size()));
}

template <class Visit>
void EmbeddingEmulator::for_parts_at(const Eigen::VectorXd& eta, Visit visit) const {
  if (parts_.size() == 1) return visit(0, 1.0, parts_.front().region.u(eta));
  constexpr double negligible = 1e-3;
  std::vector<Eigen::VectorXd> us;
  Eigen::VectorXd weights(std::ssize(parts_));
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    us.push_back(parts_[k].region.u(eta));
    weights[static_cast<Eigen::Index>(k)] = -0.5 * us.back().squaredNorm();
  }
  weights = (weights.array() - weights.maxCoeff()).exp();
  weights = (weights.array() < negligible).select(0.0, weights.array() - negligible);
  weights /= weights.sum();
  for (std::size_t k = 0; k < parts_.size(); ++k)
    if (const double weight = weights[static_cast<Eigen::Index>(k)]; weight > 0.0)
      visit(k, weight, us[k]);
}

Eigen::MatrixXd EmbeddingEmulator::slopes_of(const PolynomialFit& part,
                                             const Eigen::VectorXd& at_part,
                                             const Eigen::VectorXd& u) const {
  return part.region.slopes(at_part) * region_.slopes(u).inverse();
}

void EmbeddingEmulator::at(const Eigen::VectorXd& u, Eigen::VectorXd& picture,
                           Eigen::MatrixXd* jacobian, const Coefficients* coefficients) const {
  thread_local Eigen::VectorXd values;
  thread_local Eigen::MatrixXd slopes;
  picture.setZero(outputs());
  if (jacobian) jacobian->setZero(outputs(), u.size());
  const bool whole = parts_.size() == 1;  // and has the coordinates of the region
  // Weights change too slowly to have a part in the derivatives.
  const auto add = [&](std::size_t k, double weight, const Eigen::VectorXd& at_part) {
    const PolynomialFit& part = parts_[k];
    const Eigen::MatrixXd& c = coefficients ? (*coefficients)[k] : part.coefficients;
    if (jacobian) {
      part.basis.values(at_part, values, slopes);
      if (whole)
        jacobian->noalias() += c * slopes;
      else
        jacobian->noalias() += weight * (c * slopes) * slopes_of(part, at_part, u);
    } else {
      part.basis.values(at_part, values);
    }
    picture.noalias() += weight * (c * values);
  };
  if (whole)
    add(0, 1.0, u);
  else
    for_parts_at(region_.eta(u), add);
}

const PolynomialFit& EmbeddingEmulator::part_at(const Eigen::VectorXd& eta) const {
  std::size_t best = 0;
  double most = 0.0;
  for_parts_at(eta, [&](std::size_t k, double weight, const Eigen::VectorXd&) {
    if (weight > most) best = k;
    most = std::max(most, weight);
  });
  return parts_[best];
}

double EmbeddingEmulator::error_share(const Eigen::VectorXd& u) const {
  double sum = 0.0;
  for_parts_at(region_.eta(u), [&](std::size_t k, double weight, const Eigen::VectorXd& at_part) {
    sum += weight * (parts_[k].variance(at_part) + parts_[k].lack_of_fit(at_part));
  });
  return sum;
}

double EmbeddingEmulator::lack_of_fit(const Eigen::VectorXd& u) const {
  double sum = 0.0;
  for_parts_at(region_.eta(u), [&](std::size_t k, double weight, const Eigen::VectorXd& at_part) {
    sum += weight * parts_[k].lack_of_fit(at_part);
  });
  return sum;
}

Eigen::MatrixXd EmbeddingEmulator::squared_slope_error(const Eigen::VectorXd& u) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::VectorXd at_part = part.region.u(eta);
  Eigen::VectorXd values;
  Eigen::MatrixXd slopes;
  part.basis.values(at_part, values, slopes);
  slopes *= slopes_of(part, at_part, u);
  part.precision_factor.triangularView<Eigen::Lower>().solveInPlace(slopes);
  return whole_noise_ * (slopes.transpose() * slopes);
}

EmbeddingEmulator::Coefficients EmbeddingEmulator::draw_map(Noise& noise) const {
  Coefficients drawn;
  for (const PolynomialFit& part : parts_) {
    Eigen::MatrixXd normals(part.basis.size(), outputs());
    for (Eigen::Index i = 0; i < normals.size(); ++i) normals.data()[i] = noise.normal();
    part.precision_factor.transpose().triangularView<Eigen::Upper>().solveInPlace(normals);
    drawn.push_back(part.coefficients + noise_factor_ * normals.transpose());
  }
  return drawn;
}

EmbeddingEmulator::Error EmbeddingEmulator::draw_error(const Eigen::VectorXd& u,
                                                       Noise& noise) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::VectorXd at_part = part.region.u(eta);
  Eigen::VectorXd values;
  Eigen::MatrixXd slopes;
  part.basis.values(at_part, values, slopes);
  if (parts_.size() > 1) slopes *= slopes_of(part, at_part, u);
  Eigen::MatrixXd together(values.size(), 1 + slopes.cols());
  together << values, slopes;
  part.precision_factor.triangularView<Eigen::Lower>().solveInPlace(together);
  Eigen::MatrixXd covariance = together.transpose() * together;
  covariance(0, 0) += part.lack_of_fit(at_part);
  const Eigen::MatrixXd mixing = root_of(covariance);
  Eigen::MatrixXd normals(outputs(), mixing.cols());
  for (Eigen::Index i = 0; i < normals.size(); ++i) normals.data()[i] = noise.normal();
  const Eigen::MatrixXd errors = noise_factor_ * normals * mixing.transpose();
  return {u, errors.col(0), errors.rightCols(slopes.cols())};
}

std::optional<EmbeddingEmulator> emulator_like(const std::vector<PolynomialFit>& fits,
                                               const Region& region, const SeenPictures& seen,
                                               double cut) {
  std::vector<PolynomialFit> alike;
  for (const PolynomialFit& fit : fits) {
    auto other = fit_polynomial_like(fit, seen, cut);
    if (!other) return std::nullopt;
    alike.push_back(std::move(*other));
  }
  return EmbeddingEmulator(region, std::move(alike), seen);
}

}  // namespace surefoot
