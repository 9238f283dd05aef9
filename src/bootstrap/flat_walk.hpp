#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include <surefoot/bootstrap/modes.hpp>

#include "bootstrap/flat_places.hpp"
#include "bootstrap/place_in_box.hpp"

namespace surefoot {

/// Looks for paths along which the data decide nothing: walks from one place along each parameter
/// towards both ends of its box, station by station, at first alone and then while the others
/// follow.  What the ground is like at a station is for those to say who can look at it.
class FlatWalk {
 protected:
  enum class Ground { level, flat, differs, unclear };  // flat: what changes may be chance

  struct Station {
    std::vector<double> eta;
    Ground ground;
  };

  /// The way towards one end.
  struct Side {
    std::vector<double> place;             // of the flat stations, that of the origin first
    std::vector<std::vector<double>> eta;  // there
    bool level = true;                     // all of them
    Ground ground = Ground::level;         // of the station that came last
    double last_place = 0.0;
    std::vector<double> last = {};
  };

  /// How far is far enough, in parts of the box.
  struct Stretches {
    double shortest_way;  // shorter ones are not walked
    double least_level;   // that a path must cover whose ground is level
    double least_flat;    // the same of other paths
  };

  FlatWalk(const Problem& problem, std::vector<double> origin, const Stretches& stretches)
      : places_(places_in(*problem.space)),
        box_(problem.box()),
        origin_(std::move(origin)),
        stretches_(stretches) {}
  ~FlatWalk() = default;

  /// The paths that some coordinates lead along.
  std::vector<FlatPath> paths_along(const std::vector<std::size_t>& coordinates) {
    std::vector<FlatPath> found;
    // Parameters that do not matter by themselves come first: they would seem to follow others.
    for (const bool alone : {true, false}) {
      alone_ = alone;
      for (const std::size_t k : coordinates) {
        if (std::find(held_.begin(), held_.end(), k) != held_.end()) continue;
        auto path = path_along(k);
        if (!path || runs_along(*path, found, places_)) continue;
        found.push_back(std::move(*path));
        held_.push_back(k);
      }
    }
    return found;
  }

  /// The station that is reached from a point while coordinate k is held at a place.  Those that
  /// lead along other paths stay where they are: that they do not matter must not be taken for
  /// following.
  virtual Station follow(std::vector<double> start, std::size_t k, double place) = 0;

  /// Whether a way that is not flat to its end is so for as long as the box lets it go on; finds
  /// that end.
  virtual bool ends_well(std::size_t k, Side& side, const Side& other) = 0;

  /// From where the next station of a way is reached.
  virtual std::vector<double> start_beyond(const Side& side) const { return side.eta.back(); }

  /// Whether it is the box that ends a way: a parameter that follows can do so no longer.
  bool ends_by_box(const Side& side, const Side& other, std::size_t k) const {
    return any_on_edge(side.last, k,
                       [&](std::size_t j) { return follows(j, side) || follows(j, other); });
  }

  /// Finds where between its last two stations a way ends.
  void refine_end(std::size_t k, Side& side) {
    constexpr int halvings = 4;
    for (int i = 0; i < halvings; ++i) {
      const double middle = 0.5 * (side.place.back() + side.last_place);
      const Station found = follow(side.eta.back(), k, middle);
      if (is_flat(found.ground)) {
        side.place.push_back(middle);
        side.eta.push_back(found.eta);
      } else {
        side.ground = found.ground;
        side.last_place = middle;
        side.last = found.eta;
      }
    }
  }

  const std::vector<PlaceInBox> places_;
  std::vector<std::size_t> held_;  // coordinates that lead along paths
  bool alone_ = false;             // no other parameter follows

 private:
  static bool is_flat(Ground ground) { return ground == Ground::level || ground == Ground::flat; }

  Side walk(std::size_t k, double end) {
    const double begin = places_[k].of(origin_[k]);
    Side side{{begin}, {origin_}};
    if (begin == end || std::abs(end - begin) < stretches_.shortest_way) return side;
    constexpr int stations = 5;
    for (int i = 1; i <= stations; ++i) {
      side.last_place = begin + (end - begin) * i / stations;
      const Station found = follow(start_beyond(side), k, side.last_place);
      side.ground = found.ground;
      side.last = found.eta;
      if (!is_flat(side.ground)) break;
      side.level &= side.ground == Ground::level;
      side.place.push_back(side.last_place);
      side.eta.push_back(found.eta);
    }
    return side;
  }

  /// Whether coordinate j moves along the way.
  bool follows(std::size_t j, const Side& side) const {
    constexpr double following = 0.02;  // of the box
    return std::any_of(side.eta.begin(), side.eta.end(), [&](const std::vector<double>& eta) {
      return std::abs(places_[j].of(eta[j]) - places_[j].of(origin_[j])) > following;
    });
  }

  /// Whether a coordinate other than k, for which `counts` holds, is on an edge of the box.
  template <class Counts>
  bool any_on_edge(const std::vector<double>& eta, std::size_t k, Counts counts) const {
    for (std::size_t j = 0; j < eta.size(); ++j)
      if (j != k && (eta[j] <= box_.lower[j] || eta[j] >= box_.upper[j]) && counts(j)) return true;
    return false;
  }

  std::optional<FlatPath> path_along(std::size_t k) {
    const double here = places_[k].of(origin_[k]);
    const double low = std::min(here, 0.0), high = std::max(here, 1.0);
    const bool down_first = here - low > high - here;  // the longer way tells more
    Side first = walk(k, down_first ? low : high);
    const auto any = [](std::size_t) { return true; };
    if (first.ground == Ground::differs && !any_on_edge(first.last, k, any)) return std::nullopt;
    Side second = walk(k, down_first ? high : low);
    if (!is_flat(first.ground) && !ends_well(k, first, second)) return std::nullopt;
    if (!is_flat(second.ground) && !ends_well(k, second, first)) return std::nullopt;
    const auto& [down, up] = down_first ? std::tie(first, second) : std::tie(second, first);
    const double least = down.level && up.level ? stretches_.least_level : stretches_.least_flat;
    if (up.place.back() - down.place.back() < least) return std::nullopt;
    FlatPath path{
        k, {down.place.rbegin(), down.place.rend()}, {down.eta.rbegin(), down.eta.rend()}};
    path.position.insert(path.position.end(), up.place.begin() + 1, up.place.end());
    path.eta.insert(path.eta.end(), up.eta.begin() + 1, up.eta.end());
    path.alone = alone_;
    return path;
  }

  const Box box_;
  const std::vector<double> origin_;
  const Stretches stretches_;
};

}  // namespace surefoot
