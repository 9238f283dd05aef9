#include "bootstrap/flat_paths.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "bootstrap/curvature.hpp"
#include "bootstrap/flat_candidates.hpp"
#include "bootstrap/flat_places.hpp"
#include "bootstrap/flat_search.hpp"
#include "bootstrap/place_in_box.hpp"

namespace surefoot {
namespace {

/// Drops modes that are places of the paths themselves.
void drop_modes_on_paths(const Problem& problem, Modes& modes) {
  constexpr double one_place = 0.02;  // of the box
  const auto places = places_in(*problem.space);
  const auto on_path = [&](const Mode& mode) {
    std::vector<double> place;
    for (const FlatPath& path : modes.flat)
      place.push_back(places[path.coordinate].of(mode.eta[path.coordinate]));
    const std::vector<double> there = moved_along_paths(problem, modes, 0, place);
    for (std::size_t j = 0; j < there.size(); ++j)
      if (std::abs(places[j].of(there[j]) - places[j].of(mode.eta[j])) > one_place) return false;
    return true;
  };
  std::vector<Mode> kept = {modes.list.front()};
  for (std::size_t i = 1; i < modes.list.size(); ++i)
    if (!on_path(modes.list[i])) kept.push_back(modes.list[i]);
  modes.list = std::move(kept);
}

/// Gives the Hessians of the modes curvature along the paths, and the modes the spread that is left
/// then: rounding must not lead draws along them, and what is determined be told as closely as
/// ever.
void stiffen(const Problem& problem, Modes& modes, const Eigen::VectorXd& tenth,
             DrawObjective& objective) {
  const Eigen::Index p = tenth.size();
  for (Mode& mode : modes.list) {
    if (mode.hessian.empty()) continue;
    Eigen::Map<Eigen::MatrixXd> hessian(mode.hessian.data(), p, p);
    const double largest = (tenth.asDiagonal() * hessian * tenth.asDiagonal()).norm();
    for (const FlatPath& path : modes.flat) {
      Eigen::VectorXd chord = Eigen::Map<const Eigen::VectorXd>(path.eta.back().data(), p) -
                              Eigen::Map<const Eigen::VectorXd>(path.eta.front().data(), p);
      chord = chord.cwiseQuotient(tenth).normalized().cwiseQuotient(tenth);
      hessian += largest * chord * chord.transpose();
    }
    spread_by_hessian(problem, mode, objective);
  }
}

}  // namespace

bool find_flat_paths(const Problem& problem, Modes& modes, std::stop_token stop) {
  if (modes.list.empty()) return false;
  FlatSearchResult found = search_flat_paths(problem, modes, stop);
  modes.flat = std::move(found.paths);
  modes.simulator_calls += found.simulator_calls;
  if (modes.flat.empty()) return false;
  const Eigen::VectorXd tenth = tenths_at(modes.list.front(), places_in(*problem.space));
  drop_modes_on_paths(problem, modes);
  const auto objective = make_draw_objective(problem, std::move(stop));
  stiffen(problem, modes, tenth, *objective);
  modes.simulator_calls += objective->simulator_calls();
  return found.same_everywhere && modes.flat.size() == problem.space->eta_scale.size();
}

}  // namespace surefoot
