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

/// The logarithm of the generalised variance of a draw for a kernel; none if it is not known.
std::optional<double> variance(const Kernel& kernel, bool mass, const Region& region,
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
  const Eigen::MatrixXd covariance = fields * fields.transpose() / double(rows.cols() - 1);
  const Eigen::LDLT<Eigen::MatrixXd> solver(gram);
  if (solver.info() != Eigen::Success || !solver.isPositive()) return std::nullopt;
  const Eigen::MatrixXd half = solver.solve(covariance);
  const double det = solver.solve(half.transpose()).topLeftCorner(p, p).determinant();
  return det > 0.0 && std::isfinite(det) ? std::optional<double>(std::log(det)) : std::nullopt;
}

}  // namespace

std::optional<double> lengthscale_factor_of(const Problem& problem, const SimulationPool& pool,
                                            const Region& region, double reach) {
  const auto most_places = static_cast<std::size_t>(
      std::clamp<Eigen::Index>(16 * PolynomialBasis::size_of(region.size(), 3), 128, 256));
  constexpr Eigen::Index most_rows = 320;
  const NearPlaces near = places_near(pool, region, reach + 1.0, most_places, most_rows);
  if (near.rows.rows() < 32) return std::nullopt;
  return factor_of_least_variance(problem, median_rule(near.rows), [&](const Kernel& kernel) {
    return variance(kernel, problem.settings->mass == Mass::free, region, near, reach);
  });
}

}  // namespace surefoot
