#include "bootstrap/flat_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>

#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/flat_candidates.hpp"
#include "bootstrap/flat_places.hpp"
#include "bootstrap/other_simulations.hpp"
#include "bootstrap/place_in_box.hpp"

namespace surefoot {
namespace {

constexpr int stations = 5;             // on the way to each end
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
    const std::vector<std::size_t> list =
        flat_candidates(mode_, places_, *objective_, value_, noise_);
    // Parameters that do not matter by themselves come first: they would seem to follow others.
    for (const bool alone : {true, false}) {
      alone_ = alone;
      for (const std::size_t k : list) {
        if (std::find(held_.begin(), held_.end(), k) != held_.end()) continue;
        auto path = path_along(k);
        if (!path || runs_along(*path, found, places_)) continue;
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

}  // namespace

FlatSearchResult search_flat_paths(const Problem& problem, const Modes& modes,
                                   std::stop_token stop) {
  FlatSearch search(problem, modes, std::move(stop));
  FlatSearchResult found;
  found.paths = search.paths();
  found.same_everywhere = search.same_everywhere();
  found.simulator_calls = search.simulator_calls();
  return found;
}

}  // namespace surefoot
