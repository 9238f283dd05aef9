#include "bootstrap/flat_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/flat_candidates.hpp"
#include "bootstrap/flat_walk.hpp"
#include "bootstrap/other_simulations.hpp"

namespace surefoot {
namespace {

constexpr double no_rise = 1e-3;       // of the fall from the mode to the minimum of a draw
constexpr double indistinct = 3.0;     // standard errors of a mean change that may be none
constexpr double of_the_design = 0.3;  // of that fall: what Sobol points may change by themselves

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

class FlatSearch final : private FlatWalk {
 public:
  FlatSearch(const Problem& problem, const Modes& modes, std::stop_token stop)
      : FlatWalk(problem, modes.list.front().eta, stretches),
        problem_(in_doubles(problem)),
        mode_(modes.list.front()),
        optimiser_(modes.optimiser == OptimiserName::gauss_newton ? OptimiserName::gauss_newton
                                                                  : OptimiserName::bfgs),
        noise_(problem.comparison->noise),
        stop_(std::move(stop)),
        objective_(make_draw_objective(problem_, stop_)) {
    objective_->begin_data();
    value_ = (*objective_)(mode_.eta, {});
    size_ = std::abs(value_);
  }

  std::vector<FlatPath> paths() {
    if (!std::isfinite(value_)) return {};
    return paths_along(flat_candidates(mode_, places_, *objective_, value_, noise_));
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
  /// Goes downhill.
  Station follow(std::vector<double> start, std::size_t k, double place) override {
    const Box whole = problem_.box();
    std::vector<double> lower(whole.lower.begin(), whole.lower.end());
    std::vector<double> upper(whole.upper.begin(), whole.upper.end());
    start[k] = lower[k] = upper[k] =
        std::clamp(places_[k].eta(place), whole.lower[k], whole.upper[k]);
    for (const std::size_t j : held_) start[j] = lower[j] = upper[j] = mode_.eta[j];
    objective_->begin_data();
    Minimum found{.eta = start};
    if (alone_ || start.size() == 1) {
      found.value = (*objective_)(start, {});
    } else {
      constexpr int steps = 20;
      found = solve_in({lower, upper, whole.scale}, problem_, optimiser_, *objective_, mode_, start,
                       steps);
      if (found.ending == Ending::failed) found.value = std::numeric_limits<double>::infinity();
    }
    return {found.eta, ground_at(found)};
  }

  /// It is unclear where the simulator fails.
  Ground ground_at(const Minimum& at) {
    if (!std::isfinite(at.value)) return Ground::unclear;
    size_ = std::max(size_, std::abs(at.value));
    const double rounding = 10.0 * problem_.comparison->noise * size_;
    const double change = at.value - value_;
    same_ &= std::abs(change) <= rounding;
    if (std::abs(change) <= std::max(rounding, no_rise * mode_.fall)) return Ground::level;
    const auto& design = problem_.simulation->design;
    if (!design || !design->random()) return Ground::differs;
    const Design own = *problem_.settings->design;
    const auto found = others_of(own).change_to(at.eta);
    if (!found) return Ground::unclear;
    if (may_be_none(*found, change)) return Ground::flat;
    if (own == Design::iid || found->mean > of_the_design * mode_.fall) return Ground::differs;
    const auto independent = others_of(Design::iid).change_to(at.eta);
    if (!independent) return Ground::unclear;
    return may_be_none(*independent, change) ? Ground::flat : Ground::differs;
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

  /// On as the others have followed until here.
  std::vector<double> start_beyond(const Side& side) const override {
    std::vector<double> start = side.eta.back();
    if (side.eta.size() > 1)
      for (std::size_t j = 0; j < start.size(); ++j)
        start[j] += side.eta.back()[j] - side.eta[side.eta.size() - 2][j];
    return start;
  }

  bool ends_well(std::size_t k, Side& side, const Side& other) override {
    if (side.ground == Ground::differs && !ends_by_box(side, other, k)) return false;
    refine_end(k, side);
    return true;
  }

  static constexpr Stretches stretches{.shortest_way = 0.0, .least_level = 0.05, .least_flat = 0.5};

  const Problem problem_;
  const Mode& mode_;
  const OptimiserName optimiser_;
  const double noise_;  // of the objective that the modes were found with
  std::stop_token stop_;
  std::unique_ptr<DrawObjective> objective_;
  std::optional<OtherSimulations> alike_, independent_;  // placed as the problem's are, or not
  double value_ = 0.0, size_ = 0.0;                      // at the mode; the largest that was seen
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
