#include "emulator/lengthscale_by_emulator.hpp"

#include <algorithm>
#include <cmath>

#include "bootstrap/lengthscale_search.hpp"
#include "emulator/near_places.hpp"

namespace surefoot {
namespace {

double median_rule(const Eigen::MatrixXd& rows) {
  std::vector<double> squares;
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      squares.push_back((rows.row(i) - rows.row(j)).squaredNorm());
  const auto middle = squares.begin() + static_cast<std::ptrdiff_t>(squares.size() / 2);
  std::nth_element(squares.begin(), middle, squares.end());
  return std::sqrt(0.5 * *middle);
}

/// The logarithm of the generalised variance of a draw, whose objective has the metric `gram` and
/// slopes of the covariance `slopes`, in p coordinates in which draws have about unit variance so
/// far; what may follow them is the mass.  Where chance hides in the metric what a direction does,
/// that is as wide as the draws leave it: an answer for few of the kernels would favour these.
std::optional<double> variance_of_draws(const Eigen::MatrixXd& gram, const Eigen::MatrixXd& slopes,
                                        Eigen::Index p) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> metric(gram), spread(slopes);
  const double least = 1e-12 * spread.eigenvalues().maxCoeff();
  if (!(least > 0.0)) return std::nullopt;
  const Eigen::MatrixXd white =
      spread.eigenvalues().cwiseMax(least).cwiseSqrt().cwiseInverse().asDiagonal() *
      spread.eigenvectors().transpose() * metric.eigenvectors() *
      metric.eigenvalues().cwiseMax(0.0).asDiagonal() * metric.eigenvectors().transpose();
  Eigen::MatrixXd precision = white.transpose() * white;
  precision.diagonal().head(p).array() += 1.0;
  precision.diagonal().array() += 1e-12 * precision.diagonal().maxCoeff();
  const double det = precision.inverse().topLeftCorner(p, p).determinant();
  return det > 0.0 && std::isfinite(det) ? std::optional<double>(std::log(det)) : std::nullopt;
}

/// The same for a kernel and n observations, in the middle of a region; none if it is not known.
std::optional<double> variance(const Kernel& kernel, bool mass, double n, const Region& region,
                               const NearPlaces& near, double reach) {
  // A variance needs many observations, but a picture of embeddings on a line not all as landmarks.
  constexpr Eigen::Index landmarks_on_a_line = 192;
  const Eigen::Index landmarks =
      near.rows.cols() == 1 ? std::min(landmarks_on_a_line, near.rows.rows()) : near.rows.rows();
  const EmbeddingPicture picture(kernel, near.rows.topRows(landmarks));
  const Eigen::MatrixXd rows = picture.of_rows(near.rows);
  const Eigen::VectorXd middle = rows.rowwise().mean();
  constexpr double least_neighbours = 1.0 / 16.0;  // of the points, or chance decides
  if (middle.squaredNorm() < least_neighbours * kernel.at_zero()) return std::nullopt;
  const SeenPictures seen = seen_near(near, picture);
  auto polynomial = fit_polynomial(region, seen, reach, INFINITY);
  if (!polynomial) return std::nullopt;
  const EmbeddingEmulator emulator(region, {std::move(*polynomial)}, seen);
  const Eigen::Index p = region.size(), all = mass ? p + 1 : p;
  const Eigen::VectorXd centre = Eigen::VectorXd::Zero(p);
  Eigen::MatrixXd moves(emulator.outputs(), all);
  moves.leftCols(p) = emulator.slopes_by_u(centre);
  if (mass) moves.col(p) = emulator.at(centre);
  Eigen::MatrixXd gram = moves.transpose() * moves;
  gram.topLeftCorner(p, p) -= emulator.squared_slope_error(centre);
  const Eigen::MatrixXd centred = emulator.directions().transpose() * (rows.colwise() - middle);
  const Eigen::MatrixXd fields = moves.transpose() * centred;
  return variance_of_draws(gram, fields * fields.transpose() / (n * double(rows.cols() - 1)), p);
}

}  // namespace

std::optional<double> lengthscale_factor_of(const Problem& problem, const SimulationPool& pool,
                                            const Region& region, double reach) {
  const auto most_places = static_cast<std::size_t>(
      std::clamp<Eigen::Index>(16 * PolynomialBasis::size_of(region.size(), 3), 128, 256));
  constexpr Eigen::Index most_rows = 320;
  const NearPlaces near = places_near(pool, region, reach + 1.0, most_places, most_rows);
  if (near.rows.rows() < 32) return std::nullopt;
  const auto n = static_cast<double>(problem.data->observations->size());
  return factor_of_least_variance(problem, median_rule(near.rows), [&](const Kernel& kernel) {
    return variance(kernel, problem.settings->mass == Mass::free, n, region, near, reach);
  });
}

}  // namespace surefoot
