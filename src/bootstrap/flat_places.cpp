#include "bootstrap/flat_places.hpp"

#include <Eigen/Core>
#include <algorithm>

#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

/// A point of a path.
std::vector<double> at_place(const Problem& problem, const FlatPath& path, double place) {
  place = std::clamp(place, path.position.front(), path.position.back());
  const auto after = std::upper_bound(path.position.begin() + 1, path.position.end() - 1, place);
  const auto i = static_cast<std::size_t>(after - path.position.begin());
  const double share = (place - path.position[i - 1]) / (path.position[i] - path.position[i - 1]);
  std::vector<double> eta = path.eta[i - 1];
  for (std::size_t j = 0; j < eta.size(); ++j) eta[j] += share * (path.eta[i][j] - eta[j]);
  eta[path.coordinate] = PlaceInBox(*problem.space, path.coordinate).eta(place);
  return eta;
}

/// From one end of a path to the other, in parts of the box, as a unit vector.
Eigen::VectorXd direction_of(const FlatPath& path, std::span<const PlaceInBox> places) {
  Eigen::VectorXd chord(std::ssize(places));
  for (std::size_t j = 0; j < places.size(); ++j)
    chord[static_cast<Eigen::Index>(j)] =
        places[j].of(path.eta.back()[j]) - places[j].of(path.eta.front()[j]);
  return chord.normalized();
}

}  // namespace

bool runs_along(const FlatPath& path, const std::vector<FlatPath>& others,
                std::span<const PlaceInBox> places) {
  constexpr double same = 0.3;
  std::vector<Eigen::VectorXd> basis;
  const auto without = [&](Eigen::VectorXd v) {
    for (const Eigen::VectorXd& b : basis) v -= b.dot(v) * b;
    return v;
  };
  for (const FlatPath& other : others)
    basis.push_back(without(direction_of(other, places)).normalized());
  return without(direction_of(path, places)).norm() < same;
}

std::vector<double> moved_along_paths(const Problem& problem, const Modes& modes, std::size_t mode,
                                      std::span<const double> place) {
  const std::vector<double>& best = modes.list.front().eta;
  std::vector<double> eta = modes.list[mode].eta;
  for (std::size_t i = 0; i < modes.flat.size(); ++i) {
    const std::vector<double> there = at_place(problem, modes.flat[i], place[i]);
    for (std::size_t j = 0; j < eta.size(); ++j) eta[j] += there[j] - best[j];
  }
  for (std::size_t i = 0; i < modes.flat.size(); ++i) {
    const std::size_t k = modes.flat[i].coordinate;
    eta[k] = at_place(problem, modes.flat[i], place[i])[k];
  }
  const Box box = problem.box();
  for (std::size_t j = 0; j < eta.size(); ++j)
    eta[j] = std::clamp(eta[j], box.lower[j], box.upper[j]);
  return eta;
}

std::vector<double> start_on_flat_paths(const Problem& problem, const Modes& modes,
                                        std::size_t mode, std::uint32_t draw) {
  Noise noise({problem.settings->seed, draw, 0, 0, Purpose::start});
  std::vector<double> place;
  for (const FlatPath& path : modes.flat)
    place.push_back(path.position.front() +
                    noise.uniform() * (path.position.back() - path.position.front()));
  return moved_along_paths(problem, modes, mode, place);
}

}  // namespace surefoot
