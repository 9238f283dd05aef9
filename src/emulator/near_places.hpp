#pragma once

#include <Eigen/Dense>
#include <vector>

#include "emulator/embedding_emulator.hpp"
#include "emulator/embedding_picture.hpp"
#include "emulator/simulation_pool.hpp"

namespace surefoot {

/// Simulated places around the middle of a region.
struct NearPlaces {
  const SimulationPool* pool = nullptr;
  std::vector<const SimulatedPlace*> places;
  Eigen::Index parameters = 0;
  Eigen::MatrixXd rows;  // simulated observations of the nearest, one a row
};

/// At most so many places within `cut` of the middle, with at most so many observations of them.
NearPlaces places_near(const SimulationPool& pool, const Region& region, double cut,
                       std::size_t most_places, Eigen::Index most_rows);

/// What a picture shows of the model there.
SeenPictures seen_near(const NearPlaces& near, const EmbeddingPicture& picture);

/// The same, and of E k(z, Y)^2 at the landmarks.
struct SeenMoments {
  SeenPictures mean, square;
};
SeenMoments seen_moments_near(const NearPlaces& near, const EmbeddingPicture& picture);

}  // namespace surefoot
