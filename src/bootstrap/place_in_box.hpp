#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <surefoot/bootstrap/search_space.hpp>

namespace surefoot {

/// Where a coordinate of eta lies in the search box: 0 at its lower end, 1 at its upper, in between
/// by the logarithm for a parameter that is optimised on that scale, and by its own value for
/// others, as screening spreads its points.
class PlaceInBox {
 public:
  PlaceInBox(const SearchSpace& space, std::size_t coordinate)
      : PlaceInBox(
            space.parameters[space.parameters.free()[coordinate]],
            space.search_box[static_cast<std::size_t>(space.parameters.free()[coordinate])]) {}

  double of(double eta) const { return (scaled(eta) - low_) / (high_ - low_); }
  double eta(double place) const {
    const double at = low_ + place * (high_ - low_);
    if (axis_.transform != Transform::logit) return at;
    const double share = (at - axis_.lower) / (axis_.upper - axis_.lower);
    return std::log(share / (1.0 - share));
  }

  /// How far eta goes while the place moves by a tenth; near the end of a logit not as far as it
  /// would.
  double tenth(double at_eta) const {
    constexpr double least_slope = 0.02;
    if (axis_.transform != Transform::logit) return 0.1 * (high_ - low_);
    const double slope = axis_.slope(axis_.to_theta(at_eta)) / (high_ - low_);
    return 0.1 / std::max(slope, least_slope);
  }

 private:
  PlaceInBox(const Parameter& parameter, const Interval& box)
      : axis_{parameter.transform, parameter.lower, parameter.upper},
        low_(parameter.transform == Transform::log ? std::log(box.lower) : box.lower),
        high_(parameter.transform == Transform::log ? std::log(box.upper) : box.upper) {}

  double scaled(double eta) const {
    return axis_.transform == Transform::logit ? axis_.to_theta(eta) : eta;
  }

  Axis axis_;
  double low_, high_;
};

/// One for each coordinate.
inline std::vector<PlaceInBox> places_in(const SearchSpace& space) {
  std::vector<PlaceInBox> places;
  for (std::size_t k = 0; k < space.eta_scale.size(); ++k) places.emplace_back(space, k);
  return places;
}

}  // namespace surefoot
