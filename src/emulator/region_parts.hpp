#pragma once

#include <vector>

#include "emulator/pictured_places.hpp"
#include "emulator/place_design.hpp"

namespace surefoot {

/// Parts of a region, in each of which one polynomial follows the map.
struct RegionParts {
  std::vector<PolynomialFit> fits;
  int halvings = 0;  // by which they were made
};

/// How far around a region places count, and draws go, in its coordinates.
struct RegionSize {
  double cut = 0.0, reach = 0.0;
};

/// Bisects a region and the draws in it, across the widest direction of each part, as often as
/// makes the error of the map at the draws smallest, but no more than `most` times.  Stays with the
/// whole where one polynomial leaves nothing to be seen against the chance of the data.  No parts
/// if places are too few for even one polynomial.
RegionParts parts_of(const Region& whole, std::vector<Eigen::VectorXd> draws,
                     const PicturedPlaces& seen, const PlaceDesign& design, RegionSize size,
                     int most);

}  // namespace surefoot
