#include "methods/weighted_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/error.hpp>
#include <surefoot/optim/bfgs.hpp>
#include <surefoot/optim/derivative_free.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/value_search.hpp"
#include "bootstrap/workers.hpp"

namespace surefoot {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of differences that stand for derivatives, in scales of the box: the error of both the formula
/// and the rounding is then about 1e-10.
constexpr double small_step = 1e-5;

struct Start {
  std::vector<double> eta;
  double value = infinity;
};

using Party = Workers<WeightedObjective>;

/// The best of the model's own start and some points of the search box, without those that have no
/// value.
std::vector<Start> screened(const WeightedProblem& problem, Party& party) {
  constexpr int for_each_parameter = 64, most = 512;
  constexpr std::size_t kept = 6;
  const Run& run = problem.run;
  auto places =
      spread_points(run.space, problem.search.box,
                    std::min(for_each_parameter * run.space.free_size(), most), run.settings.seed);
  if (run.model.data_start) places.push_back(run.model.data_start(run.observations));
  std::vector<Start> starts(places.size());
  party.run(places.size(), [&](std::size_t i, WeightedObjective& objective) {
    objective.begin_data();  // so that it remembers nothing of other points
    starts[i].eta.resize(static_cast<std::size_t>(run.space.free_size()));
    run.space.to_optimiser(places[i], starts[i].eta);
    starts[i].value = objective(starts[i].eta, {});
  });
  std::erase_if(starts, [](const Start& s) { return !std::isfinite(s.value); });
  std::stable_sort(starts.begin(), starts.end(),
                   [](const Start& a, const Start& b) { return a.value < b.value; });
  if (starts.size() > kept) starts.resize(kept);
  return starts;
}

/// The Hessian by differences of gradients `reach` scales away to both sides.
std::vector<double> curvature_at(const WeightedProblem& problem, Objective& objective,
                                 std::span<const double> eta, double reach) {
  constexpr double usual = 1e-3;  // of a difference Hessian
  Box box = problem.box();
  std::vector<double> scale(box.scale.begin(), box.scale.end());
  for (double& s : scale) s *= reach / usual;
  box.scale = scale;
  return difference_hessian(objective, eta, box);
}

/// Whether the slope where BFGS ended promises something still.  It takes the kinks of a function
/// for strong curvature, and may end at one that is not the minimum.
bool promising(const Minimum& end, const Box& box) {
  constexpr double step = 0.01, gain = 1e-5;  // scales; of the value
  const double scale = *std::max_element(box.scale.begin(), box.scale.end());
  return end.gradient_norm * step * scale > gain * std::abs(end.value);
}

Minimum by_bfgs(const WeightedProblem& problem, Objective& objective, const Origin& origin,
                std::span<const double> start, const Accuracy& accuracy, int steps) {
  const Box box = problem.box();
  const Bfgs bfgs{.steps = steps,
                  .tolerance = accuracy.tolerance,
                  .noise = accuracy.noise,
                  .unit = origin.unit,
                  .small_move = 1e-4};
  std::vector<double> hessian = origin.hessian;
  Minimum best = minimise(bfgs, objective, start, box, hessian);
  if (best.ending == Ending::failed || best.steps >= steps) return best;
  if (best.ending == Ending::converged && !promising(best, box)) return best;
  const DerivativeFreeSearch simplex{.algorithm = DerivativeFree::sbplx,
                                     .evaluations = 100 * static_cast<int>(start.size()),
                                     .tolerance = 1e-6,
                                     .first = 0.05};
  const Minimum found = minimise(simplex, objective, best.eta, box);
  best.ending = found.ending;
  best.remaining = std::numeric_limits<double>::quiet_NaN();
  if (found.value < best.value) {
    best.eta = found.eta;
    best.value = found.value;
  }
  return best;
}

}  // namespace

void check_optimiser(const FitConfig& settings) {
  const auto wanted = settings.optimiser.value_or(OptimiserName::automatic);
  if (wanted == OptimiserName::automatic || wanted == OptimiserName::bfgs ||
      is_derivative_free(wanted))
    return;
  throw Error(Fault::usage, fmt::format("method {} has no optimiser {}; auto, bfgs, bobyqa, sbplx, "
                                        "nelder-mead, crs2 and powell will do",
                                        to_word(settings.method), to_word(wanted)));
}

WeightedProblem::WeightedProblem(const Run& a_run)
    : run(a_run),
      prior(make_prior(run.settings, run.model, run.space, run.observations)),
      search(make_search_box(run.model, run.space, run.observations, run.settings.start, 1.0)) {}

WeightedObjective::WeightedObjective(const WeightedProblem& problem)
    : problem_(problem),
      atoms_(problem.run.observations, problem.prior, problem.run.settings.seed),
      theta_(static_cast<std::size_t>(problem.run.space.size())),
      theta_gradient_(theta_.size()) {}

void WeightedObjective::begin_draw(std::uint32_t draw) {
  atoms_.take_draw(draw);
  begin(draw);
}

void WeightedObjective::begin_data() {
  atoms_.take_data();
  begin(DrawObjective::common_draw);
}

double WeightedObjective::operator()(std::span<const double> eta, std::span<double> gradient) {
  if (!gradient.empty() && !differentiable()) return by_differences(eta, gradient);
  return checked_value(eta, gradient);
}

double WeightedObjective::checked_value(std::span<const double> eta, std::span<double> gradient) {
  const Run& run = problem_.run;
  if (run.stop.stop_requested()) throw Interrupted{};
  ++evaluations_;
  run.space.to_natural(eta, theta_);
  std::fill(theta_gradient_.begin(), theta_gradient_.end(), 0.0);
  const double f =
      value(theta_, gradient.empty() ? std::span<double>{} : std::span(theta_gradient_));
  if (!gradient.empty()) run.space.pull_back(theta_, theta_gradient_, gradient);
  return std::isfinite(f) ? f : infinity;
}

double WeightedObjective::by_differences(std::span<const double> eta, std::span<double> gradient) {
  const Box box = problem_.box();
  std::vector<double> at(eta.begin(), eta.end());
  for (std::size_t k = 0; k < at.size(); ++k) {
    const double up = std::min(eta[k] + small_step * box.scale[k], box.upper[k]);
    const double down = std::max(eta[k] - small_step * box.scale[k], box.lower[k]);
    at[k] = up;
    const double above = checked_value(at, {});
    at[k] = down;
    gradient[k] = (above - checked_value(at, {})) / (up - down);
    at[k] = eta[k];
  }
  return checked_value(eta, {});
}

Origin find_origin(const WeightedProblem& problem, const MakeObjective& make,
                   const Accuracy& accuracy) {
  const Run& run = problem.run;
  Origin origin;
  if (!run.settings.start.empty()) {
    origin.eta = start_in(run.space, problem.search.box, run.settings.start);
    return origin;
  }
  Party party(run.settings.threads, make);
  const auto starts = screened(problem, party);
  std::vector<Minimum> ends(starts.size());
  party.run(starts.size(), [&](std::size_t i, WeightedObjective& objective) {
    constexpr int steps = 100;
    objective.begin_data();
    ends[i] = by_bfgs(problem, objective, {}, starts[i].eta, accuracy, steps);
  });
  double least = infinity;
  for (const Minimum& end : ends) {
    if (end.ending == Ending::failed || !(end.value < least)) continue;
    least = end.value;
    origin.eta = end.eta;
  }
  if (!origin.eta.empty())
    party.run(1, [&](std::size_t, WeightedObjective& objective) {
      objective.begin_data();
      origin.hessian = curvature_at(problem, objective, origin.eta, accuracy.reach);
    });
  origin.simulator_calls = party.simulator_calls();
  return origin;
}

Minimum descend(const WeightedProblem& problem, Objective& objective, const Origin& origin,
                std::span<const double> start, const Accuracy& accuracy) {
  const FitConfig& s = problem.run.settings;
  if (is_derivative_free(*s.optimiser))
    return minimise_values(*s.optimiser, *s.steps, s.seed, objective, start, problem.box());
  return by_bfgs(problem, objective, origin, start, accuracy, *s.steps);
}

DrawRow row_of(const ParameterSpace& space, const Minimum& minimum) {
  DrawRow row = failed_row(static_cast<std::size_t>(space.size()));
  row.info.status = status_of(space, minimum);
  if (is_failed(row.info.status)) return row;
  space.to_natural(minimum.eta, row.theta);
  row.info.objective = minimum.value;
  row.info.gradient_norm = minimum.gradient_norm;
  row.info.remaining_move = minimum.remaining;
  return row;
}

Drawn weighted_bootstrap(const WeightedProblem& problem, const MakeObjective& make,
                         const std::function<DrawRow(WeightedObjective&)>& one_draw) {
  const Run& run = problem.run;
  tbb::enumerable_thread_specific<std::unique_ptr<WeightedObjective>> objectives(make);
  Drawn drawn = make_draws(run.space.names(), {0, static_cast<std::uint32_t>(run.settings.draws)},
                           run.settings.threads, run.events, run.stop, [&](std::uint32_t draw) {
                             WeightedObjective& objective = *objectives.local();
                             const int evaluations = objective.evaluations();
                             const std::int64_t calls = objective.simulator_calls();
                             objective.begin_draw(draw);
                             DrawRow row = one_draw(objective);
                             row.info.evaluations = objective.evaluations() - evaluations;
                             row.info.simulator_calls = objective.simulator_calls() - calls;
                             return row;
                           });
  const bool cut = std::any_of(objectives.begin(), objectives.end(),
                               [](const auto& objective) { return objective->atoms().cut(); });
  if (cut) run.events.warning(prior_cut_warning);
  return drawn;
}

}  // namespace surefoot
