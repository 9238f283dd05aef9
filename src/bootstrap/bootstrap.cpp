#include <cmath>

#include <surefoot/bootstrap/bootstrap.hpp>

#include "bootstrap/draw_loop.hpp"
#include "bootstrap/flat_places.hpp"
#include "bootstrap/host_evaluator.hpp"
#include "bootstrap/host_plan.hpp"

namespace surefoot {
namespace {

DrawRow one_draw(const Problem& problem, const HostPlan& host, const DrawPlan& plan,
                 std::uint32_t draw, DrawObjective& objective) {
  using Algorithm = DrawAlgorithm<HostEvaluator>;
  DrawRow row = failed_row(static_cast<std::size_t>(problem.space->parameters.size()));
  HostEvaluator evaluate(problem, objective, host.landmarks());
  Algorithm::Found best(plan.parameters);
  const DrawEnd end = Algorithm(plan, edges_of(problem.box()), evaluate).run(draw, best);
  const std::span<const double> eta(static_cast<const double*>(best.eta),
                                    static_cast<std::size_t>(plan.parameters));
  row.info = info_of(problem.space->parameters, end, eta);
  if (end.end.ending != Ending::failed)
    problem.space->parameters.to_natural(eta, row.theta);
  else if (row.info.mode < plan.modes)
    row.failed_at =
        natural_place(problem.space->parameters, {plan.mode[row.info.mode].eta, eta.size()});
  return row;
}

/// The same where the data leave something open: from a random place of it.  Other places are as
/// good as that where the draw ends, so it does not count as converged.
DrawRow one_undetermined_draw(const Problem& problem, const Modes& modes, const HostPlan& host,
                              std::uint32_t draw, DrawObjective& objective) {
  DrawPlan plan = host.plan();
  std::vector<ModeFacts> facts(plan.mode, plan.mode + plan.modes);
  std::vector<std::vector<double>> starts;
  for (std::size_t k = 0; k < facts.size(); ++k) {
    starts.push_back(start_on_flat_paths(problem, modes, k, draw));
    facts[k].eta = starts[k].data();
  }
  plan.mode = facts.data();
  DrawRow row = one_draw(problem, host, plan, draw, objective);
  if (is_converged(row.info.status)) row.info.status = DrawStatus::undetermined;
  return row;
}

}  // namespace

DrawStatus status_of(const ParameterSpace& space, const Minimum& minimum) {
  if (minimum.ending == Ending::failed) return DrawStatus::simulator_failed;
  if (!std::isfinite(minimum.gradient_norm)) return DrawStatus::diverged;
  if (minimum.ending == Ending::step_limit) return DrawStatus::step_limit;
  return space.at_edge(minimum.eta) ? DrawStatus::box_edge : DrawStatus::converged;
}

DrawInfo info_of(const ParameterSpace& space, const DrawEnd& draw, std::span<const double> eta) {
  const bool failed = draw.end.ending == Ending::failed;
  DrawInfo info;
  info.objective = failed ? NAN : draw.end.value;
  info.mmd2 = draw.mmd2;
  info.gradient_norm = failed ? NAN : draw.end.gradient_norm;
  info.mass = draw.mass;
  info.mode = draw.mode;
  info.remaining_move = failed ? NAN : draw.end.remaining;
  info.resolved = draw.resolved;
  info.improved = draw.improved;
  info.status = status_of(space, minimum_at({eta.begin(), eta.end()}, draw.end));
  return info;
}

Drawn bootstrap(const Problem& problem, const Modes& modes, const DrawNumbers& numbers,
                const Events& events, std::stop_token stop, Crew* crew) {
  const HostPlan plan(problem, modes);
  return make_draws<DrawObjective>(
      {problem.space->parameters, numbers, problem.settings->threads, events, stop, crew},
      [&] { return make_draw_objective(problem, stop); },
      [&](DrawObjective& objective, std::uint32_t draw) {
        return modes.flat.empty() ? one_draw(problem, plan, plan.plan(), draw, objective)
                                  : one_undetermined_draw(problem, modes, plan, draw, objective);
      });
}

}  // namespace surefoot
