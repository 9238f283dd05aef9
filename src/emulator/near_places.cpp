#include "emulator/near_places.hpp"

#include <algorithm>

namespace surefoot {
namespace {

SeenPictures empty_pictures(const NearPlaces& near, Eigen::Index size) {
  const Eigen::Index count = near.u.cols();
  return {near.u, Eigen::MatrixXd(size, count), Eigen::MatrixXd(size, count),
          Eigen::VectorXd(count)};
}

/// Takes both halves of each place, which are next to each other.
void take_halves(const NearPlaces& near, const Eigen::MatrixXd& halves, SeenPictures& seen) {
  for (Eigen::Index k = 0; k < near.u.cols(); ++k) {
    seen.mean.col(k) = 0.5 * (halves.col(2 * k) + halves.col(2 * k + 1));
    seen.difference.col(k) = 0.5 * (halves.col(2 * k) - halves.col(2 * k + 1));
    seen.count[k] = near.places[static_cast<std::size_t>(k)]->count();
  }
}

std::vector<Points<double>> halves_of(const NearPlaces& near) {
  std::vector<Points<double>> halves;
  for (const SimulatedPlace* place : near.places)
    for (const int half : {0, 1}) halves.push_back(near.pool->points(*place, half));
  return halves;
}

}  // namespace

NearPlaces places_near(const SimulationPool& pool, const Region& region, double cut,
                       std::size_t most_places, Eigen::Index most_rows) {
  std::vector<std::pair<double, const SimulatedPlace*>> order;
  for (const SimulatedPlace& place : pool.places())
    if (!place.failed) {
      const double distance = region.u(place.eta).norm();
      if (distance < cut) order.emplace_back(distance, &place);
    }
  std::sort(order.begin(), order.end());
  if (order.size() > most_places) order.resize(most_places);
  NearPlaces near;
  near.pool = &pool;
  near.u.resize(region.size(), static_cast<Eigen::Index>(order.size()));
  near.rows.resize(most_rows, pool.dimension());
  Eigen::Index row = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const SimulatedPlace& place = *order[k].second;
    near.places.push_back(&place);
    near.u.col(static_cast<Eigen::Index>(k)) = region.u(place.eta);
    const auto stride = static_cast<std::size_t>(padded(place.half));
    for (int j = 0; j < place.half && row < most_rows; ++j, ++row)
      for (Eigen::Index c = 0; c < near.rows.cols(); ++c)
        near.rows(row, c) =
            place.y[0][static_cast<std::size_t>(c) * stride + static_cast<std::size_t>(j)];
  }
  near.rows.conservativeResize(row, Eigen::NoChange);
  return near;
}

SeenPictures seen_near(const NearPlaces& near, const EmbeddingPicture& picture) {
  SeenPictures seen = empty_pictures(near, picture.size());
  take_halves(near, picture.of(halves_of(near), nullptr), seen);
  return seen;
}

SeenMoments seen_moments_near(const NearPlaces& near, const EmbeddingPicture& picture) {
  SeenMoments seen{empty_pictures(near, picture.size()),
                   empty_pictures(near, picture.landmarks().rows())};
  Eigen::MatrixXd squares;
  take_halves(near, picture.of(halves_of(near), &squares), seen.mean);
  take_halves(near, squares, seen.square);
  return seen;
}

}  // namespace surefoot
