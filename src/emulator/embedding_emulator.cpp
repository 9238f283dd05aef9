#include "emulator/embedding_emulator.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/error.hpp>

#include "emulator/dense.hpp"

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
  if (kept == 0)
    throw Error(Fault::usage,
                "under this kernel nothing that was simulated has anything in common with the "
                "observations; one that reaches further is needed");
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
  thread_local Eigen::MatrixXd monomials, map;
  picture.setZero(outputs());
  if (jacobian) jacobian->setZero(outputs(), u.size());
  const bool whole = parts_.size() == 1;  // and has the coordinates of the region
  // Weights change too slowly to have a part in the derivatives.
  const auto add = [&](std::size_t k, double weight, const Eigen::VectorXd& at_part) {
    const PolynomialFit& part = parts_[k];
    const Eigen::MatrixXd& c = coefficients ? (*coefficients)[k] : part.coefficients;
    if (!jacobian) {
      part.basis.values(at_part, values);
      picture += weight * product(c, values);
      return;
    }
    part.basis.values_and_slopes(at_part, monomials);
    product_by_rows(c, monomials, map);
    picture += weight * map.col(0);
    if (whole)
      *jacobian = map.rightCols(u.size());
    else
      jacobian->noalias() += weight * map.rightCols(u.size()) * slopes_of(part, at_part, u);
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

double EmbeddingEmulator::error_share_between(const Eigen::VectorXd& u,
                                              const Eigen::VectorXd& v) const {
  const Eigen::VectorXd eta_u = region_.eta(u), eta_v = region_.eta(v);
  const PolynomialFit& part = part_at(eta_u);
  if (&part != &part_at(eta_v)) return error_share(u) + error_share(v);
  const Eigen::VectorXd part_u = part.region.u(eta_u), part_v = part.region.u(eta_v);
  Eigen::VectorXd at_u, at_v;
  part.basis.values(part_u, at_u);
  part.basis.values(part_v, at_v);
  return lower_product(part.whitening, at_u - at_v).squaredNorm() + part.lack_of_fit(part_u) +
         part.lack_of_fit(part_v);
}

double EmbeddingEmulator::lack_of_fit(const Eigen::VectorXd& u) const {
  double sum = 0.0;
  for_parts_at(region_.eta(u), [&](std::size_t k, double weight, const Eigen::VectorXd& at_part) {
    sum += weight * parts_[k].lack_of_fit(at_part);
  });
  return sum;
}

Eigen::MatrixXd EmbeddingEmulator::white_errors(const PolynomialFit& part,
                                                const Eigen::VectorXd& at_part,
                                                const Eigen::VectorXd& u) const {
  Eigen::MatrixXd monomials, white;
  part.basis.values_and_slopes(at_part, monomials);
  lower_product_by_rows(part.whitening, monomials, white);
  if (parts_.size() > 1)
    white.rightCols(u.size()) = (white.rightCols(u.size()) * slopes_of(part, at_part, u)).eval();
  return white;
}

Eigen::MatrixXd EmbeddingEmulator::squared_slope_error(const Eigen::VectorXd& u) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::MatrixXd slopes = white_errors(part, part.region.u(eta), u).rightCols(u.size());
  return whole_noise_ * (slopes.transpose() * slopes);
}

EmbeddingEmulator::ErrorAround EmbeddingEmulator::squared_error_around(
    const Eigen::VectorXd& u) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::VectorXd at_part = part.region.u(eta);
  const Eigen::MatrixXd white = white_errors(part, at_part, u);
  const auto slopes = white.rightCols(u.size());
  const Eigen::MatrixXd to_part = slopes_of(part, at_part, u);
  const double lack = part.slope_of_lack(at_part);
  return {whole_noise_ * (white.col(0).squaredNorm() + part.lack_of_fit(at_part)),
          whole_noise_ * (slopes.transpose() * white.col(0) + lack * to_part.transpose() * at_part),
          whole_noise_ * (slopes.transpose() * slopes + lack * to_part.transpose() * to_part)};
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

void EmbeddingEmulator::Error::add_to(const Eigen::VectorXd& u, Eigen::VectorXd& picture,
                                      Eigen::MatrixXd* jacobian) const {
  const Eigen::VectorXd away = u - where;
  if (goes_on) {
    picture += level + slope * away;
    if (jacobian) *jacobian += slope;
    return;
  }
  const double shrunk = 1.0 / std::sqrt(1.0 + away.squaredNorm());
  const Eigen::VectorXd along = shrunk * (slope * away);
  picture += level + along;
  if (jacobian) *jacobian += shrunk * (slope - shrunk * along * away.transpose());
}

EmbeddingEmulator::Error EmbeddingEmulator::draw_error(const Eigen::VectorXd& u,
                                                       Noise& noise) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::VectorXd at_part = part.region.u(eta);
  const Eigen::MatrixXd white = white_errors(part, at_part, u);
  Eigen::MatrixXd covariance = transposed_product(white, white);
  covariance(0, 0) += part.lack_of_fit(at_part);
  const Eigen::MatrixXd mixing = root_of(covariance);
  Eigen::MatrixXd normals(outputs(), mixing.cols());
  for (Eigen::Index i = 0; i < normals.size(); ++i) normals.data()[i] = noise.normal();
  const Eigen::MatrixXd errors = noise_factor_ * normals * mixing.transpose();
  return {u, errors.col(0), errors.rightCols(u.size())};
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
