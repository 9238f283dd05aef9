#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/draw_loop.hpp"

namespace surefoot {
namespace {

struct RankedMode {
  double value;  // of this draw's objective there
  std::size_t mode;
};

/// The modes, the most promising for this draw first.
std::vector<RankedMode> ranked_modes(const Modes& modes, DrawObjective& objective) {
  std::vector<RankedMode> ranked;
  for (std::size_t k = 0; k < modes.list.size(); ++k)
    ranked.push_back({modes.list.size() == 1 ? 0.0 : objective(modes.list[k].eta, {}), k});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.value < b.value; });
  return ranked;
}

/// How far the value can fall between a mode and the draw's minimum: twice what it just did,
/// or does typically.  First-order rules say too little about where they are heading, and every
/// start gets its turn.
double reach_of_descent(const Problem& problem, const Mode& mode, double fall) {
  if (!problem.kernel->bounded() || !follows_modes(*problem.settings.optimiser) || mode.sd.empty())
    return std::numeric_limits<double>::infinity();
  return 2.0 * std::max(fall, mode.fall);
}

/// Solves from starts that know nothing of the modes; keeps what is better.
void solve_again(const Problem& problem, const Modes& modes, DrawObjective& objective,
                 Minimum& best, DrawInfo& info) {
  info.resolved = true;
  const int all = *problem.settings.steps;
  const int steps = modes.optimiser == OptimiserName::bfgs ? std::min(all, steps_again) : all;
  for (const Mode& start : modes.others) {
    Mode from = modes.list[static_cast<std::size_t>(info.mode)];
    from.hessian.clear();
    Minimum found = solve(problem, modes.optimiser, objective, from, start.eta, steps);
    refine(problem, modes, objective, from, found);
    constexpr double worth_telling = 1e-6;  // of the value
    if (found.ending == Ending::failed ||
        !(found.value < best.value - worth_telling * std::abs(best.value)))
      continue;
    best = found;
    info.improved = true;
  }
}

DrawRow one_draw(const Problem& problem, const Modes& modes, std::uint32_t draw,
                 DrawObjective& objective) {
  DrawRow row = failed_row(static_cast<std::size_t>(problem.space.size()));
  Minimum best;
  double reach = std::numeric_limits<double>::infinity();
  int solves = 0;
  for (const auto& [value, k] : ranked_modes(modes, objective)) {
    if (value - reach > best.value) break;  // too far behind to catch up
    if (solves++ == most_solves(problem, modes.optimiser)) break;
    const Minimum found = solve(problem, modes.optimiser, objective, modes.list[k],
                                modes.list[k].eta, *problem.settings.steps);
    if (found.ending == Ending::failed) continue;
    if (best.ending != Ending::failed && !(found.value < best.value)) continue;
    best = found;
    row.info.mode = static_cast<int>(k);
    reach = reach_of_descent(problem, modes.list[k], value - found.value);
  }
  if (best.ending != Ending::failed)
    refine(problem, modes, objective, modes.list[static_cast<std::size_t>(row.info.mode)], best);
  if (best.ending != Ending::failed && !modes.others.empty() &&
      solved_again(problem.settings.seed, draw))
    solve_again(problem, modes, objective, best, row.info);
  if (best.ending != Ending::failed) {
    row.info.status = status_of(problem.space, best);
    row.info.objective = best.value;
    row.info.gradient_norm = best.gradient_norm;
    row.info.remaining_move = best.remaining;
    problem.space.to_natural(best.eta, row.theta);
    const auto report = objective.report(best.eta);
    row.info.mass = report.mass;
    row.info.mmd2 = report.mmd2;
  }
  return row;
}

}  // namespace

int most_solves(const Problem& problem, OptimiserName optimiser) {
  constexpr int along_valleys = 4;
  if (optimiser != OptimiserName::gauss_newton) return std::numeric_limits<int>::max();
  return std::max(*problem.settings.starts, along_valleys);
}

DrawStatus status_of(const ParameterSpace& space, const Minimum& minimum) {
  if (minimum.ending == Ending::failed) return DrawStatus::simulator_failed;
  if (!std::isfinite(minimum.gradient_norm)) return DrawStatus::diverged;
  if (minimum.ending == Ending::step_limit) return DrawStatus::step_limit;
  return space.at_edge(minimum.eta) ? DrawStatus::box_edge : DrawStatus::converged;
}

Drawn bootstrap(const Problem& problem, const Modes& modes, DrawRange range, const Events& events,
                std::stop_token stop) {
  return make_draws<DrawObjective>(
      {problem.space, range, problem.settings.threads, events, stop},
      [&] { return make_draw_objective(problem, stop); },
      [&](DrawObjective& objective, std::uint32_t draw) {
        return one_draw(problem, modes, draw, objective);
      });
}

}  // namespace surefoot
