#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/bootstrap/doubling.hpp>
#include <surefoot/error.hpp>

#include "methods/choose_device.hpp"
#include "methods/run.hpp"

namespace surefoot {
namespace {

void warn_of_blindness(const Modes& modes, const Events& events) {
  if (modes.blind.empty()) return;
  events.warning(fmt::format(
      "the simulator's derivatives miss effects of {}: simulations that change their course "
      "altogether; {}",
      fmt::join(modes.blind, ", "),
      modes.optimiser == OptimiserName::gauss_newton
          ? "minimising by Gauss-Newton with differences instead"
          : "optimiser auto or gauss-newton would see them"));
}

/// The check by twice the simulations; where that fails the draws are none the worse.
std::optional<Doubling> checked_doubling(const Problem& problem, const Modes& modes,
                                         const Draws& draws, const Events& events,
                                         std::stop_token stop) {
  try {
    return double_simulations(problem, modes, draws, std::move(stop));
  } catch (const Error& error) {
    events.warning(fmt::format("what twice the simulations would change could not be checked: {}",
                               error.what()));
    return std::nullopt;
  }
}

/// Whether the number of simulations shows in the draws.
void check_simulations(const Problem& problem, const Modes& modes, Fit& fit, const Events& events,
                       std::stop_token stop) {
  if (!fit.failure.empty()) return;  // what failed would fail again
  const auto doubling = checked_doubling(problem, modes, fit.draws, events, std::move(stop));
  if (!doubling) return;
  fit.simulation_share = doubling->share;
  fit.simulator_calls += doubling->simulator_calls;
  constexpr double worth_telling = 0.1;
  if (doubling->share > worth_telling)
    events.warning(fmt::format(
        "with twice the simulations some draws move by {:.2g} posterior sd: about {:.0f} % of the "
        "posterior variance is simulation error; more than {} simulations reduce it",
        std::sqrt(doubling->share /
                  (problem.simulation->design->statistic() == Statistic::u ? 2.0 : 1.0)),
        100.0 * std::min(doubling->share, 1.0), problem.simulations()));
}

}  // namespace

void npl_mmd(Run& run) {
  const Events& events = run.events;
  Fit& result = run.result;
  const Problem problem =
      make_problem(run.model, run.observations, run.settings, run.kernel, events);
  run.space = problem.space->parameters;  // the paper's starts widen some boxes
  run.settings = *problem.settings;
  run.settings.optimiser = first_optimiser(run.settings);
  if (run.settings.device == Device::automatic) run.settings.device = Device::cpu;
  result.evaluator =
      problem.comparison->closed_form ? "closed-form" : problem.comparison->evaluation.text();
  result.lengthscales = problem.comparison->lengthscales;
  result.simulations_per_draw = problem.simulations();

  const bool may_use_device = may_accelerate(problem, events, run.stop);
  const Modes modes = find_modes(problem, run.stop);
  run.settings.optimiser = modes.optimiser;
  result.simulator_calls = modes.simulator_calls;
  result.blind = modes.blind;
  warn_of_blindness(modes, events);
  run.describe(modes.list);
  if (const Accelerator* device = choose_device(problem, modes, may_use_device, events, run.stop)) {
    run.settings.device = Device::cuda;
    result.device = fmt::format("cuda ({})", device->name());
    result.evaluator = device->evaluator(problem);
    auto outcome = device->bootstrap(problem, modes, run.job().range, events, run.stop);
    run.keep({std::move(outcome.draws)});
    if (!outcome.failure.empty()) run.fail(Error(Fault::device, outcome.failure));
    result.device_seconds = outcome.seconds;
  } else {
    run.keep(bootstrap(problem, modes, run.job().range, events, run.stop));
  }
  check_simulations(problem, modes, result, events, run.stop);
}

}  // namespace surefoot
