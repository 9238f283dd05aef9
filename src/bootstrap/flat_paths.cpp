#include "bootstrap/flat_paths.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/random/noise.hpp>

#include "bootstrap/curvature.hpp"
#include "bootstrap/other_simulations.hpp"
#include "bootstrap/place_in_box.hpp"

namespace surefoot {
namespace {

constexpr int stations = 5;             // on the way to each end
constexpr double wide_spread = 0.05;    // of the box, by which draws of a candidate spread
constexpr double least_stretch = 0.05;  // of the box, that a path must cover
constexpr double least_noisy = 0.5;     // the same of one that is flat against noise alone
constexpr double no_rise = 1e-3;        // of the fall from the mode to the minimum of a draw
constexpr double indistinct = 3.0;      // standard errors of a mean change that may be none
constexpr double of_the_design = 0.3;   // of that fall: what Sobol points may change by themselves
constexpr double following = 0.02;      // of the box, by which a parameter must move to follow

/// The same problem in doubles, whose rounding is far below what any draw sees.
Problem in_doubles(const Problem& problem) {
  if (problem.settings->precision == Precision::full) return problem;
  FitConfig settings = *problem.settings;
  settings.precision = Precision::full;
  Comparison comparison = *problem.comparison;
  comparison.noise = 1e-12;
  Problem other = problem;
  other.settings = std::make_shared<const FitConfig>(std::move(settings));
  other.comparison = std::make_shared<const Comparison>(std::move(comparison));
  return other;
}

std::vector<PlaceInBox> places_in(const SearchSpace& space) {
  std::vector<PlaceInBox> places;
  for (std::size_t k = 0; k < space.eta_scale.size(); ++k) places.emplace_back(space, k);
  return places;
}

/// The metric at a mode in tenths of the box: the Hessian, or that of Gauss-Newton; empty if
/// neither is known.
Eigen::MatrixXd metric_in_tenths(const Mode& mode, const Eigen::VectorXd& tenth) {
  const Eigen::Index p = tenth.size();
  if (!mode.linear.jacobian.empty()) {
    const auto rows = static_cast<Eigen::Index>(mode.linear.jacobian.size()) / p;
    const Eigen::MatrixXd jacobian =
        Eigen::Map<const Eigen::MatrixXd>(mode.linear.jacobian.data(), rows, p) *
        tenth.asDiagonal();
    return 2.0 * jacobian.transpose() * jacobian;
  }
  if (mode.hessian.empty()) return {};
  return tenth.asDiagonal() * Eigen::Map<const Eigen::MatrixXd>(mode.hessian.data(), p, p) *
         tenth.asDiagonal();
}

class FlatSearch {
 public:
  FlatSearch(const Problem& problem, const Modes& modes, std::stop_token stop)
      : problem_(in_doubles(problem)),
        mode_(modes.list.front()),
        optimiser_(modes.optimiser == OptimiserName::gauss_newton ? OptimiserName::gauss_newton
                                                                  : OptimiserName::bfgs),
        noise_(problem.comparison->noise),
        stop_(std::move(stop)),
        objective_(make_draw_objective(problem_, stop_)),
        places_(places_in(*problem.space)) {
    objective_->begin_data();
    value_ = (*objective_)(mode_.eta, {});
    size_ = std::abs(value_);
  }

  std::vector<FlatPath> paths() {
    std::vector<FlatPath> found;
    if (!std::isfinite(value_)) return found;
    const std::vector<std::size_t> list = candidates();
    // Parameters that do not matter by themselves come first: they would seem to follow others.
    for (const bool alone : {true, false}) {
      alone_ = alone;
      for (const std::size_t k : list) {
        if (std::find(held_.begin(), held_.end(), k) != held_.end()) continue;
        auto path = path_along(k);
        if (!path || runs_along(*path, found)) continue;
        found.push_back(std::move(*path));
        held_.push_back(k);
      }
    }
    return found;
  }

  /// Whether no value that was seen differs from another by more than rounding.
  bool same_everywhere() const { return same_; }
  std::int64_t simulator_calls() const {
    std::int64_t calls = objective_->simulator_calls();
    for (const auto& others : {&alike_, &independent_})
      if (*others) calls += (*others)->simulator_calls();
    return calls;
  }

  Eigen::VectorXd tenths() const {
    Eigen::VectorXd tenth(static_cast<Eigen::Index>(mode_.eta.size()));
    for (std::size_t k = 0; k < mode_.eta.size(); ++k)
      tenth[static_cast<Eigen::Index>(k)] = places_[k].tenth(mode_.eta[k]);
    return tenth;
  }

 private:
  enum class Verdict { level, flat, differs, fails };  // flat: against noise alone

  static bool is_flat(Verdict verdict) {
    return verdict == Verdict::level || verdict == Verdict::flat;
  }

  /// The way towards one end.
  struct Side {
    std::vector<double> place;             // of the flat stations, the mode's first
    std::vector<std::vector<double>> eta;  // there
    bool level = true;                     // all of them
    Verdict verdict = Verdict::level;      // of the station that came last
    double last_place = 0.0;
    std::vector<double> last = {};
  };

  /// Coordinates along which the data may decide nothing, the most likely first.
  std::vector<std::size_t> candidates() {
    const std::size_t p = mode_.eta.size();
    std::vector<std::size_t> list;
    const auto add = [&](std::size_t k) {
      if (std::find(list.begin(), list.end(), k) == list.end()) list.push_back(k);
    };
    const Eigen::VectorXd tenth = tenths();
    const Eigen::MatrixXd metric = metric_in_tenths(mode_, tenth);
    if (metric.size() == 0 || mode_.sd.empty()) {
      for (std::size_t k = 0; k < p; ++k) add(k);
      return list;
    }
    // Differences of gradients a thousandth of a tenth away have that much rounding in them.
    const double rounding = 1e4 * noise_ * size_;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(metric);
    const double least = std::max(1e-4 * eigen.eigenvalues().cwiseAbs().maxCoeff(), rounding);
    for (Eigen::Index j = 0; j < eigen.eigenvalues().size(); ++j) {
      if (eigen.eigenvalues()[j] > least) continue;
      Eigen::VectorXd length = eigen.eigenvectors().col(j).cwiseAbs();
      for (const std::size_t k : list) length[static_cast<Eigen::Index>(k)] = 0.0;
      Eigen::Index longest = 0;
      length.maxCoeff(&longest);
      add(static_cast<std::size_t>(longest));
    }
    const std::vector<std::size_t> near = near_though_far();
    for (std::size_t k = 0; k < p; ++k)
      if (mode_.sd[k] >= 10.0 * wide_spread * tenth[static_cast<Eigen::Index>(k)] ||
          std::find(near.begin(), near.end(), k) != near.end())
        add(k);
    return list;
  }

  /// Coordinates that change the objective by little more than draws do half the longer way towards
  /// an end of the box; of many those that change it least.  Simulation error bends an objective
  /// that is flat, so its curvature may not tell.
  std::vector<std::size_t> near_though_far() {
    constexpr double little_more = 10.0;  // three standard deviations of a draw
    constexpr std::size_t most = 8;
    std::vector<std::pair<double, std::size_t>> changes;
    objective_->begin_data();
    for (std::size_t k = 0; k < mode_.eta.size(); ++k) {
      const double here = places_[k].of(mode_.eta[k]), end = here < 0.5 ? 1.0 : 0.0;
      std::vector<double> eta = mode_.eta;
      eta[k] = places_[k].eta(0.5 * (here + end));
      const double change = std::abs((*objective_)(eta, {}) - value_);
      if (change <= little_more * mode_.fall) changes.emplace_back(change, k);
    }
    std::sort(changes.begin(), changes.end());
    changes.resize(std::min(changes.size(), most));
    std::vector<std::size_t> list;
    for (const auto& [change, k] : changes) list.push_back(k);
    return list;
  }

  /// Downhill from a point whose coordinate k is held at a place.  Those that lead along other
  /// paths stay where they are: that they do not matter must not be taken for following.
  Minimum follow(std::vector<double> start, std::size_t k, double place) {
    const Box whole = problem_.box();
    std::vector<double> lower(whole.lower.begin(), whole.lower.end());
    std::vector<double> upper(whole.upper.begin(), whole.upper.end());
    start[k] = lower[k] = upper[k] =
        std::clamp(places_[k].eta(place), whole.lower[k], whole.upper[k]);
    for (const std::size_t j : held_) start[j] = lower[j] = upper[j] = mode_.eta[j];
    objective_->begin_data();
    if (alone_ || start.size() == 1) {
      Minimum here;
      here.value = (*objective_)(start, {});
      here.eta = std::move(start);
      return here;
    }
    constexpr int steps = 20;
    Minimum found = solve_in({lower, upper, whole.scale}, problem_, optimiser_, *objective_, mode_,
                             start, steps);
    if (found.ending == Ending::failed) found.value = std::numeric_limits<double>::infinity();
    return found;
  }

  Verdict judge(const Minimum& at) {
    if (!std::isfinite(at.value)) return Verdict::fails;
    size_ = std::max(size_, std::abs(at.value));
    const double rounding = 10.0 * problem_.comparison->noise * size_;
    const double change = at.value - value_;
    same_ &= std::abs(change) <= rounding;
    if (std::abs(change) <= std::max(rounding, no_rise * mode_.fall)) return Verdict::level;
    const auto& design = problem_.simulation->design;
    if (!design || !design->random()) return Verdict::differs;
    const Design own = *problem_.settings->design;
    const auto found = others_of(own).change_to(at.eta);
    if (!found) return Verdict::fails;
    if (may_be_none(*found, change)) return Verdict::flat;
    if (own == Design::iid || found->mean > of_the_design * mode_.fall) return Verdict::differs;
    const auto independent = others_of(Design::iid).change_to(at.eta);
    if (!independent) return Verdict::fails;
    return may_be_none(*independent, change) ? Verdict::flat : Verdict::differs;
  }

  /// Whether chance explains a change that the problem's own simulations show.  A mode is low by
  /// them, too; a place that is lower is another minimum.
  static bool may_be_none(const MeanChange& found, double change) {
    const double reach = indistinct * found.error;
    return change > 0.0 ? found.mean <= reach : found.mean >= -reach;
  }

  OtherSimulations& others_of(Design design) {
    auto& others = design == Design::iid ? independent_ : alike_;
    if (!others) others.emplace(problem_, design, mode_.eta, stop_);
    return *others;
  }

  Side walk(std::size_t k, double end) {
    const double begin = places_[k].of(mode_.eta[k]);
    Side side{{begin}, {mode_.eta}};
    if (begin == end) return side;
    for (int i = 1; i <= stations; ++i) {
      std::vector<double> start = side.eta.back();
      if (i > 1)  // as the others have followed until here
        for (std::size_t j = 0; j < start.size(); ++j)
          start[j] += side.eta.back()[j] - side.eta[side.eta.size() - 2][j];
      side.last_place = begin + (end - begin) * i / stations;
      const Minimum found = follow(std::move(start), k, side.last_place);
      side.verdict = judge(found);
      side.last = found.eta;
      if (!is_flat(side.verdict)) break;
      side.level &= side.verdict == Verdict::level;
      side.place.push_back(side.last_place);
      side.eta.push_back(found.eta);
    }
    return side;
  }

  /// Whether coordinate j moves along the way.
  bool follows(std::size_t j, const Side& side) const {
    const auto moved = [&](const std::vector<double>& eta) {
      return std::abs(places_[j].of(eta[j]) - places_[j].of(mode_.eta[j])) > following;
    };
    return std::any_of(side.eta.begin(), side.eta.end(), moved);
  }

  /// Whether it is the box that ends a way: a parameter that follows can do so no longer.
  bool ends_by_box(const Side& side, const Side& other, std::size_t k) const {
    const Box box = problem_.box();
    for (std::size_t j = 0; j < side.last.size(); ++j) {
      const bool on_edge = side.last[j] <= box.lower[j] || side.last[j] >= box.upper[j];
      if (j != k && on_edge && (follows(j, side) || follows(j, other))) return true;
    }
    return false;
  }

  /// Finds where between its last two stations a way ends.
  void refine_end(std::size_t k, Side& side) {
    constexpr int halvings = 4;
    double beyond = side.last_place;
    for (int i = 0; i < halvings; ++i) {
      const double middle = 0.5 * (side.place.back() + beyond);
      const Minimum found = follow(side.eta.back(), k, middle);
      if (!is_flat(judge(found))) {
        beyond = middle;
        continue;
      }
      side.place.push_back(middle);
      side.eta.push_back(found.eta);
    }
  }

  std::optional<FlatPath> path_along(std::size_t k) {
    const double here = places_[k].of(mode_.eta[k]);
    const double low = std::min(here, 0.0), high = std::max(here, 1.0);
    const bool down_first = here - low > high - here;  // the longer way tells more
    Side first = walk(k, down_first ? low : high);
    if (first.verdict == Verdict::differs && !any_on_edge(first.last, k)) return std::nullopt;
    Side second = walk(k, down_first ? high : low);
    if (!ends_well(k, first, second) || !ends_well(k, second, first)) return std::nullopt;
    const auto& [down, up] = down_first ? std::tie(first, second) : std::tie(second, first);
    const double least = down.level && up.level ? least_stretch : least_noisy;
    if (up.place.back() - down.place.back() < least) return std::nullopt;
    FlatPath path{
        k, {down.place.rbegin(), down.place.rend()}, {down.eta.rbegin(), down.eta.rend()}};
    path.position.insert(path.position.end(), up.place.begin() + 1, up.place.end());
    path.eta.insert(path.eta.end(), up.eta.begin() + 1, up.eta.end());
    path.alone = alone_;
    return path;
  }

  /// Whether a way is flat for as long as the box lets it go on; finds that end.
  bool ends_well(std::size_t k, Side& side, const Side& other) {
    if (is_flat(side.verdict)) return true;
    if (side.verdict == Verdict::differs && !ends_by_box(side, other, k)) return false;
    refine_end(k, side);
    return true;
  }

  bool any_on_edge(const std::vector<double>& eta, std::size_t k) const {
    const Box box = problem_.box();
    for (std::size_t j = 0; j < eta.size(); ++j)
      if (j != k && (eta[j] <= box.lower[j] || eta[j] >= box.upper[j])) return true;
    return false;
  }

  Eigen::VectorXd direction(const FlatPath& path) const {
    Eigen::VectorXd chord(static_cast<Eigen::Index>(mode_.eta.size()));
    for (std::size_t j = 0; j < mode_.eta.size(); ++j)
      chord[static_cast<Eigen::Index>(j)] =
          places_[j].of(path.eta.back()[j]) - places_[j].of(path.eta.front()[j]);
    return chord.normalized();
  }

  /// Whether a path leads nowhere that the others together do not.
  bool runs_along(const FlatPath& path, const std::vector<FlatPath>& others) const {
    constexpr double same = 0.3;
    Eigen::VectorXd rest = direction(path);
    std::vector<Eigen::VectorXd> basis;
    const auto without = [&](Eigen::VectorXd v) {
      for (const Eigen::VectorXd& b : basis) v -= b.dot(v) * b;
      return v;
    };
    for (const FlatPath& other : others) basis.push_back(without(direction(other)).normalized());
    return without(rest).norm() < same;
  }

  const Problem problem_;
  const Mode& mode_;
  const OptimiserName optimiser_;
  const double noise_;  // of the objective that the modes were found with
  std::stop_token stop_;
  std::unique_ptr<DrawObjective> objective_;
  std::optional<OtherSimulations> alike_, independent_;  // placed as the problem's are, or not
  std::vector<PlaceInBox> places_;
  std::vector<std::size_t> held_;    // coordinates that lead along paths
  bool alone_ = false;               // no other parameter follows
  double value_ = 0.0, size_ = 0.0;  // at the mode; the largest that was seen
  bool same_ = true;
};

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

/// A mode moved to a place of each path.
std::vector<double> moved_to(const Problem& problem, const Modes& modes, std::size_t mode,
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

/// Drops modes that are places of the paths themselves.
void drop_modes_on_paths(const Problem& problem, Modes& modes) {
  constexpr double one_place = 0.02;  // of the box
  const auto places = places_in(*problem.space);
  const auto on_path = [&](const Mode& mode) {
    std::vector<double> place;
    for (const FlatPath& path : modes.flat)
      place.push_back(places[path.coordinate].of(mode.eta[path.coordinate]));
    const std::vector<double> there = moved_to(problem, modes, 0, place);
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
  FlatSearch search(problem, modes, stop);
  modes.flat = search.paths();
  modes.simulator_calls += search.simulator_calls();
  if (modes.flat.empty()) return false;
  const Eigen::VectorXd tenth = search.tenths();
  drop_modes_on_paths(problem, modes);
  const auto objective = make_draw_objective(problem, std::move(stop));
  stiffen(problem, modes, tenth, *objective);
  modes.simulator_calls += objective->simulator_calls();
  return search.same_everywhere() && modes.flat.size() == problem.space->eta_scale.size();
}

std::vector<double> start_on_flat_paths(const Problem& problem, const Modes& modes,
                                        std::size_t mode, std::uint32_t draw) {
  Noise noise({problem.settings->seed, draw, 0, 0, Purpose::start});
  std::vector<double> place;
  for (const FlatPath& path : modes.flat)
    place.push_back(path.position.front() +
                    noise.uniform() * (path.position.back() - path.position.front()));
  return moved_to(problem, modes, mode, place);
}

}  // namespace surefoot
