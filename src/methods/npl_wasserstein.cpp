#include <algorithm>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "bootstrap/common_settings.hpp"
#include "methods/transport_objective.hpp"
#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

/// As the paper ran it, where the user has not said otherwise.
void apply_paper_preset(Run& run) {
  FitConfig& s = run.settings;
  Run::unless_given(s.simulations, paper_settings(run.model).simulations);
  Run::unless_given(s.noise, NoisePolicy::fresh);
  Run::unless_given(s.optimiser, OptimiserName::powell);
  Run::unless_given(s.order, 1);
  constexpr int most = 20000;
  Run::unless_given(s.steps, most);
  apply_paper_start(s, run.model);
  run.space = bounded_space(run.model, s);
}

void check_transport(const FitConfig& s, const Model& model) {
  if (s.transport == Transport::hilbert)
    throw Error(Fault::usage,
                "transport hilbert pairs points of equal weight, and every draw weights its "
                "observations; exact and sinkhorn take weights");
  if (s.transport == Transport::sorted && model.dimension > 1)
    throw Error(Fault::usage, fmt::format("transport sorted needs observations of one column, but "
                                          "these have {}; exact takes any",
                                          model.dimension));
}

OptimiserName suited_optimiser(const FitConfig& s, const Model& model) {
  if (s.noise == NoisePolicy::fresh) return OptimiserName::powell;
  const bool gradient = s.transport != Transport::sinkhorn && model.simulator->differentiable();
  return gradient ? OptimiserName::bfgs : OptimiserName::sbplx;
}

void check_bfgs(const FitConfig& s) {
  if (s.optimiser != OptimiserName::bfgs) return;
  if (s.noise == NoisePolicy::fresh)
    throw Error(Fault::usage,
                "noise fresh needs an optimiser of values alone, such as powell: bfgs cannot "
                "follow an objective that changes at every evaluation");
  if (s.transport == Transport::sinkhorn)
    throw Error(Fault::usage,
                "optimiser bfgs needs the gradient of the exact cost; with transport sinkhorn "
                "sbplx will do");
}

void settle_transport(Run& run) {
  FitConfig& s = run.settings;
  check_optimiser(s);
  if (s.preset == Preset::paper) apply_paper_preset(run);
  check_transport(s, run.model);
  if (!s.transport || *s.transport == Transport::automatic)
    s.transport = run.model.dimension == 1 ? Transport::sorted : Transport::exact;
  Run::unless_given(s.order, default_of<&FitConfig::order>());
  Run::unless_given(s.noise, default_of<&FitConfig::noise>());
  // As many as observations: fewer add to the posterior variance.  Beyond a thousand a draw of
  // several columns takes seconds.
  constexpr std::size_t least = 2, most = 1000;
  Run::unless_given(s.simulations,
                    static_cast<int>(std::clamp(run.observations.size(), least, most)));
  if (!s.optimiser || *s.optimiser == OptimiserName::automatic)
    s.optimiser = suited_optimiser(s, run.model);
  check_bfgs(s);
  Run::unless_given(s.steps, default_steps(*s.optimiser));
}

}  // namespace

void npl_wasserstein(Run& run) {
  settle_transport(run);
  const FitConfig& s = run.settings;
  run.result.evaluator = to_word(*s.transport);
  run.result.simulations_per_draw = *s.simulations;
  const LatentDesign design(Design::iid, *s.simulations, run.model.latents);
  const WeightedProblem problem(run);
  const MakeObjective make = [&] { return std::make_unique<TransportObjective>(problem, design); };
  // Distances have kinks wherever two points meet, over which their slope is measured; squares
  // only where the plan changes.
  const Accuracy accuracy{.tolerance = *s.order == 1 ? 1e-8 : 1e-13, .noise = 1e-11, .reach = 0.1};
  const Modes modes = find_origin(problem, make, accuracy);
  run.result.simulator_calls = modes.simulator_calls;
  if (modes.list.empty()) run.events.warning(no_start_warning);
  run.keep(make_draws(run.begin_draws(), make, [&](WeightedObjective& objective, std::uint32_t) {
    Minimum found;
    for (const Mode& origin : modes.list)
      found = descend(problem, objective, origin, origin.eta, accuracy);
    found.value = wasserstein(found.value, *s.order);
    return row_of(run.space, found);
  }));
}

}  // namespace surefoot
