#include "emulator/near_places.hpp"

#include <algorithm>
#include <set>

namespace surefoot {
namespace {

SeenPictures pictures_of_size(const NearPlaces& near, Eigen::Index size) {
  const auto count = std::ssize(near.places);
  SeenPictures seen(near.parameters, size, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const SimulatedPlace& place = *near.places[static_cast<std::size_t>(k)];
    seen.eta.col(k) = place.eta;
    seen.count[k] = place.count();
    seen.group[k] = static_cast<int>(place.group);
  }
  return seen;
}

/// Takes both halves of each place, which are next to each other.
void take_halves(const Eigen::MatrixXd& halves, SeenPictures& seen) {
  for (Eigen::Index k = 0; k < seen.count.size(); ++k) {
    seen.mean.col(k) = 0.5 * (halves.col(2 * k) + halves.col(2 * k + 1));
    seen.difference.col(k) = 0.5 * (halves.col(2 * k) - halves.col(2 * k + 1));
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
  near.parameters = region.size();
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
  // Places of a group follow each other.
  std::stable_sort(near.places.begin(), near.places.end(),
                   [](const auto* a, const auto* b) { return a->group < b->group; });
  near.rows.conservativeResize(row, Eigen::NoChange);
  return near;
}

SeenPictures seen_near(const NearPlaces& near, const EmbeddingPicture& picture) {
  SeenPictures seen = pictures_of_size(near, picture.size());
  take_halves(picture.of(halves_of(near), nullptr), seen);
  return seen;
}

SeenMoments seen_moments_near(const NearPlaces& near, const EmbeddingPicture& picture) {
  SeenMoments seen{pictures_of_size(near, picture.size()),
                   pictures_of_size(near, picture.landmarks().rows())};
  Eigen::MatrixXd squares;
  take_halves(picture.of(halves_of(near), &squares), seen.mean);
  take_halves(squares, seen.square);
  return seen;
}

}  // namespace surefoot
