#include "emulator/embedding_emulator.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/error.hpp>
#include <surefoot/simd/aligned.hpp>

#include "emulator/dense.hpp"

namespace surefoot {
namespace {

constexpr Eigen::Index most_outputs = 48;

/// A factor of a positive semidefinite matrix.
Eigen::MatrixXd root_of(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
}

/// Independent standard normal numbers.
Eigen::MatrixXd normal_matrix(Noise& noise, Eigen::Index rows, Eigen::Index columns) {
  const auto count = static_cast<int>(rows * columns);
  AlignedVector<double> uniforms(static_cast<std::size_t>(padded(count)), 0.5), normals = uniforms;
  for (int i = 0; i < count; ++i) uniforms[static_cast<std::size_t>(i)] = noise.uniform();
  isa_table().random.double_latents(LatentKind::normal, uniforms.data(), count, normals.data());
  return Eigen::Map<const Eigen::MatrixXd>(normals.data(), rows, columns);
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
  for (PolynomialFit& part : parts_) {
    part.coefficients = directions_.transpose() * part.coefficients;
    coefficients_.push_back(part.coefficients.cast<float>());
  }
  const Eigen::MatrixXd differences = directions_.transpose() * seen.difference;
  noise_factor_ = root_of(differences * seen.count.asDiagonal() * differences.transpose() /
                          double(seen.count.size()));
}

std::vector<EmbeddingEmulator::Piece> EmbeddingEmulator::pieces_at(const Eigen::VectorXd& u,
                                                                   bool slopes) const {
  constexpr double negligible = 1e-3;
  const Eigen::Index p = u.size();
  if (parts_.size() == 1) {  // which has the coordinates of the region
    if (!slopes) return {{0, 1.0, u}};
    return {{0, 1.0, u, region_.slopes(u), Eigen::VectorXd::Zero(p)}};
  }
  const Eigen::VectorXd eta = region_.eta(u);
  std::vector<Piece> pieces;
  double least = INFINITY;
  std::size_t nearest = 0;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    pieces.push_back({k, 1.0, parts_[k].region.u(eta)});
    pieces[k].weight = 0.5 * pieces[k].at.squaredNorm();
    if (pieces[k].weight < least) nearest = k;
    least = std::min(least, pieces[k].weight);
  }
  // A piece ends where it counts for next to nothing, and so that slopes have no jump there.
  double sum = 0.0;
  std::vector<double> growth;  // of a weight, by the logarithm of what it would be without an end
  for (Piece& piece : pieces) {
    const double whole = std::exp(least - piece.weight), beyond = std::max(whole - negligible, 0.0);
    piece.weight = beyond > 0.0 ? beyond * beyond / whole : 0.0;
    growth.push_back(beyond > 0.0 ? beyond * (whole + negligible) / whole : 0.0);
    sum += piece.weight;
  }
  if (slopes) {
    for (Piece& piece : pieces) {
      if (!(piece.weight > 0.0)) continue;
      piece.slopes = parts_[piece.part].region.slopes(piece.at);
      piece.slope_of_weight = -piece.slopes.transpose() * piece.at;
    }
    const Eigen::VectorXd common = pieces[nearest].slope_of_weight;
    Eigen::VectorXd slope_of_sum = Eigen::VectorXd::Zero(p);
    for (Piece& piece : pieces) {
      if (!(piece.weight > 0.0)) continue;
      piece.slope_of_weight = growth[piece.part] * (piece.slope_of_weight - common);
      slope_of_sum += piece.slope_of_weight;
    }
    for (Piece& piece : pieces)
      if (piece.weight > 0.0)
        piece.slope_of_weight = (piece.slope_of_weight - piece.weight / sum * slope_of_sum) / sum;
  }
  std::erase_if(pieces, [](const Piece& piece) { return !(piece.weight > 0.0); });
  for (Piece& piece : pieces) piece.weight /= sum;
  return pieces;
}

Eigen::MatrixXd EmbeddingEmulator::slopes_of(const PolynomialFit& part,
                                             const Eigen::VectorXd& at_part,
                                             const Eigen::VectorXd& u) const {
  return part.region.slopes(at_part) * region_.slopes(u).inverse();
}

Eigen::VectorXd EmbeddingEmulator::at(const Eigen::VectorXd& u,
                                      const Coefficients* coefficients) const {
  thread_local Eigen::VectorXd values;
  Eigen::VectorXd picture = Eigen::VectorXd::Zero(outputs());
  for (const Piece& piece : pieces_at(u)) {
    parts_[piece.part].basis.values(piece.at, values);
    picture += piece.weight * product(coefficients_of(piece.part, coefficients), values);
  }
  return picture;
}

EmbeddingEmulator::Around EmbeddingEmulator::around(const Eigen::VectorXd& u,
                                                    const Coefficients* coefficients) const {
  return {*this, u, coefficients};
}

Eigen::MatrixXd EmbeddingEmulator::slopes_by_u(const Eigen::VectorXd& u) const {
  return around(u).slopes() * region_.slopes(u).inverse();
}

EmbeddingEmulator::Around::Around(const EmbeddingEmulator& emulator, const Eigen::VectorXd& u,
                                  const Coefficients* coefficients)
    : emulator_(emulator), coefficients_(coefficients), pieces_(emulator.pieces_at(u, true)) {
  for (Piece& piece : pieces_)
    emulator.parts_[piece.part].basis.values_and_slopes(piece.at, piece.monomials);
}

Eigen::MatrixXd EmbeddingEmulator::Around::slopes() const {
  thread_local Eigen::MatrixXd map;
  const Eigen::Index p = emulator_.region_.size();
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(emulator_.outputs(), p);
  for (const Piece& piece : pieces_) {
    product_by_rows(emulator_.coefficients_of(piece.part, coefficients_), piece.monomials, map);
    sum += map.rightCols(p).lazyProduct(piece.weight * piece.slopes);
    if (pieces_.size() > 1) sum += map.col(0) * piece.slope_of_weight.transpose();
  }
  return sum;
}

EmbeddingEmulator::Around::Product EmbeddingEmulator::Around::product_with(
    const Eigen::VectorXd& direction) const {
  const Eigen::Index p = emulator_.region_.size();
  Product sum{Eigen::VectorXd::Zero(p), Eigen::MatrixXd::Zero(p, p)};
  Eigen::MatrixXd of_weights = sum.curvature;
  double mean = 0.0;
  for (const Piece& piece : pieces_) {
    const Eigen::VectorXd along =
        transposed_product(emulator_.coefficients_of(piece.part, coefficients_), direction);
    const Eigen::VectorXd values = product(piece.monomials, along);  // and its slopes
    const Eigen::VectorXd slope = piece.slopes.transpose() * values.tail(p);
    const PolynomialBasis& basis = emulator_.parts_[piece.part].basis;
    const Eigen::MatrixXd own = basis.curvature(piece.at, piece.monomials, along);
    sum.slope += piece.weight * slope + values[0] * piece.slope_of_weight;
    sum.curvature += piece.weight * in_coordinates(own, piece.slopes);
    if (pieces_.size() == 1) break;
    const Eigen::MatrixXd crossed = piece.slope_of_weight * slope.transpose();
    const Eigen::MatrixXd of_weight =
        piece.slope_of_weight * piece.slope_of_weight.transpose() / piece.weight -
        piece.weight * piece.slopes.transpose().lazyProduct(piece.slopes);
    sum.curvature += crossed + crossed.transpose() + values[0] * of_weight;
    mean += piece.weight * values[0];
    of_weights += of_weight;
  }
  sum.curvature -= mean * of_weights;
  return sum;
}

const PolynomialFit& EmbeddingEmulator::part_at(const Eigen::VectorXd& eta) const {
  std::size_t best = 0;
  double least = INFINITY;
  for (std::size_t k = 0; k < parts_.size() && parts_.size() > 1; ++k) {
    const double away = parts_[k].region.u(eta).squaredNorm();
    if (away < least) best = k;
    least = std::min(least, away);
  }
  return parts_[best];
}

double EmbeddingEmulator::error_share(const Eigen::VectorXd& u) const {
  double sum = 0.0;
  for (const Piece& piece : pieces_at(u))
    sum += piece.weight *
           (parts_[piece.part].variance(piece.at) + parts_[piece.part].lack_of_fit(piece.at));
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
  for (const Piece& piece : pieces_at(u))
    sum += piece.weight * parts_[piece.part].lack_of_fit(piece.at);
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

double EmbeddingEmulator::squared_error_by_part(const Eigen::VectorXd& u) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::VectorXd at_part = part.region.u(eta);
  return whole_noise_ * (part.variance(at_part) + part.lack_of_fit(at_part));
}

EmbeddingEmulator::ErrorAround EmbeddingEmulator::squared_error_around(
    const Eigen::VectorXd& u) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::VectorXd at_part = part.region.u(eta);
  const Eigen::MatrixXd to_part = slopes_of(part, at_part, u);
  const double lack = part.slope_of_lack(at_part);
  Eigen::MatrixXd monomials;
  part.basis.values_and_slopes(at_part, monomials);
  const Eigen::VectorXd white = lower_product(part.whitening, monomials.row(0).transpose());
  const Eigen::VectorXd along = transposed_product(part.whitening, white);
  const Eigen::VectorXd slope = monomials.bottomRows(u.size()) * along + lack * at_part;
  Eigen::MatrixXd bends = part.basis.curvature(at_part, monomials, along);
  bends.diagonal().array() += lack;
  return {whole_noise_ * to_part.transpose() * slope,
          whole_noise_ * in_coordinates(bends, to_part)};
}

EmbeddingEmulator::Coefficients EmbeddingEmulator::draw_map(Noise& noise) const {
  Coefficients drawn;
  for (const PolynomialFit& part : parts_) {
    Eigen::MatrixXd normals = normal_matrix(noise, part.basis.size(), outputs());
    part.precision_factor.transpose().triangularView<Eigen::Upper>().solveInPlace(normals);
    drawn.push_back((part.coefficients + noise_factor_ * normals.transpose()).cast<float>());
  }
  return drawn;
}

void EmbeddingEmulator::Error::add_to(const Eigen::VectorXd& u, Eigen::VectorXd& picture) const {
  const Eigen::VectorXd away = u - where;
  const double shrunk = goes_on ? 1.0 : 1.0 / std::sqrt(1.0 + away.squaredNorm());
  picture += level + shrunk * (slope * away);
}

Eigen::MatrixXd EmbeddingEmulator::Error::slopes(const Eigen::VectorXd& u) const {
  if (goes_on) return slope;
  const Eigen::VectorXd away = u - where;
  const double squared = 1.0 / (1.0 + away.squaredNorm()), shrunk = std::sqrt(squared);
  return shrunk * (slope - squared * (slope * away) * away.transpose());
}

Eigen::MatrixXd EmbeddingEmulator::Error::curvature(const Eigen::VectorXd& u,
                                                    const Eigen::VectorXd& direction) const {
  if (goes_on) return Eigen::MatrixXd::Zero(u.size(), u.size());
  const Eigen::VectorXd away = u - where, along = slope.transpose() * direction;
  const double shrunk = 1.0 / std::sqrt(1.0 + away.squaredNorm()), cube = shrunk * shrunk * shrunk;
  const double risen = along.dot(away);
  const Eigen::MatrixXd crossed = along * away.transpose();
  Eigen::MatrixXd sum = 3.0 * shrunk * shrunk * cube * risen * away * away.transpose() -
                        cube * (crossed + crossed.transpose());
  sum.diagonal().array() -= cube * risen;
  return sum;
}

EmbeddingEmulator::Error EmbeddingEmulator::draw_error(const Eigen::VectorXd& u,
                                                       Noise& noise) const {
  const Eigen::VectorXd eta = region_.eta(u);
  const PolynomialFit& part = part_at(eta);
  const Eigen::VectorXd at_part = part.region.u(eta);
  const Eigen::MatrixXd white = white_errors(part, at_part, u);
  Eigen::MatrixXd covariance = transposed_product(white, white);
  covariance(0, 0) += part.lack_of_fit(at_part);
  const double squared_error = whole_noise_ * covariance(0, 0);
  const Eigen::MatrixXd mixing = root_of(covariance);
  const Eigen::MatrixXd normals = normal_matrix(noise, outputs(), mixing.cols());
  const Eigen::MatrixXd errors = noise_factor_ * normals * mixing.transpose();
  return {u, errors.col(0), errors.rightCols(u.size()), squared_error};
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
