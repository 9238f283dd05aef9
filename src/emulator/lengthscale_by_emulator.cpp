#include "emulator/lengthscale_by_emulator.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "bootstrap/lengthscale_search.hpp"
#include "emulator/embedding_emulator.hpp"
#include "emulator/embedding_picture.hpp"

namespace surefoot {
namespace {

/// Places around a region.
struct Neighbours {
  std::vector<const SimulatedPlace*> places;
  Eigen::MatrixXd rows;  // simulated observations of the nearest places
};

Neighbours neighbours_of(const SimulationPool& pool, const Region& region, double cut) {
  constexpr std::size_t most_places = 256;
  constexpr Eigen::Index most_rows = 512;
  std::vector<std::pair<double, const SimulatedPlace*>> order;
  for (const SimulatedPlace& place : pool.places())
    if (!place.failed) {
      const double distance = region.u(place.eta).norm();
      if (distance < cut) order.emplace_back(distance, &place);
    }
  std::sort(order.begin(), order.end());
  if (order.size() > most_places) order.resize(most_places);
  Neighbours near;
  near.rows.resize(most_rows, pool.dimension());
  Eigen::Index row = 0;
  std::set<std::uint32_t> groups;
  for (const auto& [distance, place] : order) {
    near.places.push_back(place);
    // Observations by the same latent points are no new ones.
    if (!groups.insert(place->group).second) continue;
    const auto stride = static_cast<std::size_t>(padded(place->half));
    for (int j = 0; j < place->half && row < most_rows; ++j, ++row)
      for (Eigen::Index c = 0; c < near.rows.cols(); ++c)
        near.rows(row, c) =
            place->y[0][static_cast<std::size_t>(c) * stride + static_cast<std::size_t>(j)];
  }
  std::sort(near.places.begin(), near.places.end(), [](const auto* a, const auto* b) {
    return a->group != b->group ? a->group < b->group : a < b;
  });
  near.rows.conservativeResize(row, Eigen::NoChange);
  return near;
}

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
std::optional<double> variance(const Kernel& kernel, bool mass, const SimulationPool& pool,
                               const Region& region, const Neighbours& near, double reach) {
  const EmbeddingPicture picture(kernel, near.rows);
  const Eigen::MatrixXd rows = picture.of_rows(near.rows);
  const Eigen::VectorXd middle = rows.rowwise().mean();
  constexpr double least_neighbours = 1.0 / 16.0;  // of the points, or chance decides
  if (middle.squaredNorm() < least_neighbours * kernel.at_zero()) return std::nullopt;
  const auto count = static_cast<Eigen::Index>(near.places.size());
  SeenPictures seen(region.size(), picture.size(), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const SimulatedPlace& place = *near.places[static_cast<std::size_t>(k)];
    const Eigen::VectorXd one = picture.of(pool.points(place, 0)),
                          other = picture.of(pool.points(place, 1));
    seen.eta.col(k) = place.eta;
    seen.mean.col(k) = 0.5 * (one + other);
    seen.difference.col(k) = 0.5 * (one - other);
    seen.count[k] = place.count();
    seen.group[k] = static_cast<int>(place.group);
  }
  auto polynomial = fit_polynomial(region, seen, reach, INFINITY);
  if (!polynomial) return std::nullopt;
  const EmbeddingEmulator emulator(region, {std::move(*polynomial)}, seen);
  const Eigen::Index p = region.size(), all = mass ? p + 1 : p;
  Eigen::VectorXd level;
  Eigen::MatrixXd slopes;
  const Eigen::VectorXd centre = Eigen::VectorXd::Zero(p);
  emulator.at(centre, level, &slopes);
  Eigen::MatrixXd moves(level.size(), all);
  moves.leftCols(p) = slopes;
  if (mass) moves.col(p) = level;
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
  const Neighbours near = neighbours_of(pool, region, reach + 1.0);
  if (near.rows.rows() < 32) return std::nullopt;
  return factor_of_least_variance(problem, median_rule(near.rows), [&](const Kernel& kernel) {
    return variance(kernel, problem.settings->mass == Mass::free, pool, region, near, reach);
  });
}

}  // namespace surefoot
