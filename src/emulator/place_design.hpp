#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/random/noise.hpp>

#include "emulator/region.hpp"
#include "emulator/simulation_store.hpp"

namespace surefoot {

/// Where in the box of the parameters a model is simulated.
class PlaceDesign {
 public:
  explicit PlaceDesign(const Problem& problem);

  /// A tenth of the box, for each coordinate.
  const Eigen::VectorXd& unit() const { return unit_; }

  /// So many places all over the box.
  std::vector<Eigen::VectorXd> everywhere(int count) const;

  /// Coordinates in which so many of them are about one unit apart.
  PlaceCoordinates coordinates(std::int64_t count) const;

  /// So many places that are normal in a region.
  std::vector<Eigen::VectorXd> in(const Region& region, int count, const Coordinates& at) const;

  /// So many places around points, so that they follow the shape of these, as far from each as the
  /// region that belongs to it is wide.
  std::vector<Eigen::VectorXd> around(
      std::span<const Eigen::VectorXd> points,
      const std::function<Region(const Eigen::VectorXd&)>& region_at, std::int64_t count,
      const Coordinates& at) const;

  /// Where some points are, so many times as wide.
  Region region_of(std::span<const Eigen::VectorXd> points, double widened) const;

 private:
  Eigen::VectorXd inside(Eigen::VectorXd eta) const;

  std::shared_ptr<const SearchSpace> space_;
  std::uint64_t seed_;
  Eigen::VectorXd lower_, upper_, unit_;
};

}  // namespace surefoot
