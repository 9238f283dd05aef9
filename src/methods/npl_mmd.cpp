#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/bootstrap/doubling.hpp>
#include <surefoot/bootstrap/search_steps.hpp>
#include <surefoot/error.hpp>

#include "bootstrap/flat_groups.hpp"
#include "bootstrap/flat_paths.hpp"
#include "bootstrap/lengthscale_search.hpp"
#include "bootstrap/prior_weight.hpp"
#include "bootstrap/simulation_error.hpp"
#include "check/check.hpp"
#include "check/score_observations.hpp"
#include "methods/choose_device.hpp"
#include "methods/device_draws.hpp"
#include "methods/early_scores.hpp"
#include "methods/emulated_npl_mmd.hpp"
#include "methods/posterior_edges.hpp"
#include "methods/run.hpp"
#include "methods/simulation_share.hpp"
#include "methods/tell_undetermined.hpp"

namespace surefoot {
namespace {

/// Simulators without derivatives are minimised by differences anyway.
void warn_of_blindness(const Problem& problem, const Modes& modes, const Events& events) {
  const bool by_differences = modes.optimiser == OptimiserName::gauss_newton;
  const bool has_derivatives = problem.simulation->model.simulator->differentiable();
  if (modes.blind.empty() || (by_differences && !has_derivatives)) return;
  events.warning(fmt::format(
      "the simulator's derivatives miss effects of {}: simulations that change their course "
      "altogether; {}",
      fmt::join(modes.blind, ", "),
      by_differences ? "minimising by Gauss-Newton with differences instead"
                     : "optimiser auto or gauss-newton would see them"));
}

/// Weighs the prior against the data, and finds the minima that it leaves.
void take_prior(Problem& problem, Modes& modes, Run& run) {
  if (!problem.settings->prior || modes.list.empty()) return;
  const double weight = prior_weight(problem, modes, run.stop);
  problem = with_prior(problem, weight);
  modes = modes_under_prior(problem, std::move(modes), run.stop);
  run.result.data_weight = 1.0 / (weight * static_cast<double>(run.observations.size()));
  if (!modes.list.empty()) run.result.prior_shares = prior_shares(problem, modes);
}

/// What the data leave open.  First-order rules only screen, and leave no minimum to look from.
Undetermined look_for_undetermined(const Problem& problem, Modes& modes, const Events& events,
                                   const std::stop_token& stop) {
  if (!follows_modes(modes.optimiser)) return {};
  const std::int64_t before = modes.simulator_calls;
  const bool everywhere = find_flat_paths(problem, modes, stop);
  Undetermined result = undetermined_by(problem, modes);
  result.everywhere = everywhere;
  result.simulator_calls = modes.simulator_calls - before;
  tell_undetermined(result, events);
  return result;
}

/// Says before the draws that their simulations are few.  Whoever counts the calls of a simulator
/// has none to spare for that.
void look_at_simulations(const Problem& problem, const Modes& modes, Run& run) {
  if (run.settings.max_calls) return;
  const auto error = predict_simulation_error(problem, modes, run.stop);
  if (!error) return;
  run.result.forecast_calls = error->simulator_calls;
  run.result.simulator_calls += error->simulator_calls;
  warn_of_few_simulations(*error, problem.simulations(), *run.settings.noise, run.events.warning);
}

/// Whether the number of simulations shows in the draws; where that cannot be found out they are
/// none the worse.
void check_simulations(const Problem& problem, const Modes& modes, Run& run) {
  if (!run.goes_on()) return;
  try {
    run.result.doubled = double_simulations(problem, modes, run.result.draws, run.stop);
  } catch (const Error& error) {
    run.events.warning(fmt::format(
        "what twice the simulations would change could not be checked: {}", error.what()));
  }
  run.result.settings = run.settings;
  if (!run.settings.part) judge_simulations(run.result, run.events.warning);
}

/// Whether the simulator fails beside the draws, as above.
void check_neighbours(const Problem& problem, const Modes& modes, Run& run) {
  if (!run.goes_on()) return;
  try {
    run.result.neighbours = try_neighbours(problem, modes, run.result.draws, run.stop);
  } catch (const Error& error) {
    run.events.warning(fmt::format(
        "whether the simulator fails beside the draws could not be checked: {}", error.what()));
  }
  if (!run.settings.part) judge_neighbours(run.result, run.events.warning);
}

/// Looks back at the whole of a run: at its observations, and at its model.
void look_back(const Problem& problem, const Modes& modes, Run& run) {
  if (!run.looks_back()) return;
  const bool full = run.settings.check == Check::full;
  check_fit(problem, modes, full ? usual_replicates(run.result.draws.rows()) : 0, run.events,
            run.stop, run.result);
}

/// Whether the draws were made from an embedding that is learnt once for all of them, since the
/// search for minima has found that derivatives miss much.  `asked` are the settings before
/// anything was put into force.
bool draws_by_emulator_instead(const FitConfig& asked, const Modes& modes, Run& run) {
  if (modes.blind.empty()) return false;
  FitConfig in_force = std::exchange(run.settings, asked);
  if (is_learnt_where_blind(run)) {
    const std::int64_t before = std::exchange(run.result.simulator_calls, 0);
    const bool learnt = emulated_npl_mmd(run, {.blind = modes.blind});
    run.result.simulator_calls += before;
    if (learnt) {
      run.result.simulator_calls += modes.simulator_calls;
      return true;
    }
  }
  run.settings = std::move(in_force);
  return false;
}

}  // namespace

void npl_mmd(Run& run) {
  const auto reason = reason_to_emulate(run);
  if (reason && emulated_npl_mmd(run, *reason)) return;
  const FitConfig asked = run.settings;
  const Events& events = run.events;
  Fit& result = run.result;
  const bool may_trim = !run.settings.trim;
  auto [problem, pilot_calls] =
      make_problem_with_best_lengthscale(run.model, run.observations, run.settings, run.kernel,
                                         events, run.continuation.crew, run.stop);
  run.space = problem.space->parameters;  // the paper's starts widen some boxes
  run.settings = *problem.settings;
  run.settings.embedding = EmbeddingWay::direct;
  run.settings.optimiser = first_optimiser(run.settings);
  if (run.settings.device == Device::automatic) run.settings.device = Device::cpu;

  const bool may_use_device = may_accelerate(problem, events, run.stop);
  SearchSteps steps(events, "steps of the search");
  Modes modes = find_modes(problem, run.stop, &steps);
  result.simulator_calls += pilot_calls;
  if (!reason && draws_by_emulator_instead(asked, modes, run)) return;
  result.evaluator =
      problem.comparison->closed_form ? "closed-form" : problem.comparison->evaluation.text();
  result.lengthscales = problem.comparison->lengthscales;
  result.simulations_per_draw = problem.simulations();
  problem = with_shares(problem, modes.shares);
  take_prior(problem, modes, run);
  run.settings.optimiser = modes.optimiser;
  result.undetermined = look_for_undetermined(problem, modes, events, run.stop);
  result.simulator_calls += modes.simulator_calls;
  result.blind = modes.blind;
  warn_of_blindness(problem, modes, events);
  look_at_simulations(problem, modes, run);
  run.describe(modes.list);
  tell_scores(run, [&, &problem = problem] { return inlier_at_best(problem, modes, run.stop); });
  if (const auto chosen = choose_device(problem, modes, may_use_device, events, run.stop)) {
    if (run.settings.device != Device::cuda) run.settings.device = Device::cuda;
    result.device = fmt::format("cuda ({})", chosen->device.name());
    result.evaluator = chosen->device.evaluator(problem);
    if (may_trim && problem.settings->mass == Mass::free && events.note)
      events.note(
          "devices do not trim, so data that the model does not explain stay in; device cpu leaves "
          "them out");
    draw_on(*chosen, problem, modes, run);
  } else {
    const DrawJob job = run.begin_draws();
    run.keep(bootstrap(problem, modes, job.numbers, events, run.stop, job.crew));
  }
  check_simulations(problem, modes, run);
  check_neighbours(problem, modes, run);
  look_back(problem, modes, run);
}

}  // namespace surefoot
