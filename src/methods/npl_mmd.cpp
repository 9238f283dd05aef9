#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/bootstrap/doubling.hpp>
#include <surefoot/error.hpp>

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
        std::sqrt(doubling->share / (problem.design->statistic() == Statistic::u ? 2.0 : 1.0)),
        100.0 * std::min(doubling->share, 1.0), problem.simulations()));
}

/// About how long the host would draw (measured: docs/gpu.md).
double host_seconds(const Problem& problem, const Modes& modes) {
  constexpr double host_pairs = 2e9;  // a second and thread
  const FitConfig& s = problem.settings;
  const double n = static_cast<double>(problem.observations->size());
  const double m = std::max(problem.simulations(), 1), d = problem.model.dimension;
  const double evaluations =
      follows_modes(modes.optimiser)
          ? 8.0
          : static_cast<double>(*s.steps) * static_cast<double>(modes.list.size());
  double pairs = 0.0;
  for (const EvaluationPart& part : problem.evaluation.parts) {
    const double terms = static_cast<double>(std::max<std::size_t>(part.terms.size(), 1));
    const bool all = part.how == Evaluator::pairs && !problem.closed_form;
    pairs += terms * (all ? (n + 0.5 * m) * m * evaluations : 20.0 * (n + m * evaluations));
  }
  const double simulated = m * evaluations * static_cast<double>(problem.model.latents.size());
  return (pairs * std::max(d / 2.0, 1.0) + 10.0 * simulated) * s.draws / (host_pairs * s.threads);
}

/// Has the device made ready.  An interrupt also ends a compiler that we wait for: no fault of its.
void prepare(const Accelerator& device, const Events& events, const std::stop_token& stop) {
  try {
    device.prepare(events);
  } catch (const Error&) {
    if (stop.stop_requested()) throw Interrupted{};
    throw;
  }
}

/// Whether a device that nobody insists on is ready and finishes sooner, its start counted in.
bool device_pays(const Accelerator& device, const Problem& problem, const Modes& modes,
                 const Events& events, const std::stop_token& stop) {
  constexpr double start = 0.5;  // seconds
  const double host = host_seconds(problem, modes);
  if (host < 2.0 * start) return false;
  try {
    if (host < 2.0 * (start + device.preparation_seconds())) return false;
    prepare(device, events, stop);
    return true;
  } catch (const Error& error) {
    if (events.note) events.note(fmt::format("{}; so the CPU is used", error.what()));
    return false;
  }
}

/// Whether the draws could be computed on a device, as far as can be told before the search.
/// Throws Fault::device if it is asked for and there is none.
bool may_accelerate(const Problem& problem, const Events& events, const std::stop_token& stop) {
  const Device wanted = problem.settings.device;
  const Accelerator* device = problem.model.accelerator.get();
  if (wanted == Device::cpu) return false;
  if (!device) {
    if (wanted == Device::cuda)
      throw Error(Fault::device, fmt::format("device cuda: there is no code for model {} in this "
                                             "build; device cpu will do",
                                             problem.model.name));
    return false;
  }
  const std::string missing = device->missing();
  if (missing.empty()) {
    if (wanted == Device::cuda) prepare(*device, events, stop);
    return true;
  }
  if (wanted == Device::cuda)
    throw Error(Fault::device, fmt::format("device cuda: no device was found ({}); device cpu will "
                                           "do",
                                           missing));
  if (events.note) events.note(fmt::format("no CUDA device ({}), so the CPU is used", missing));
  return false;
}

/// The device that will compute the draws; null: the host.
const Accelerator* choose_device(Problem& problem, const Modes& modes, bool possible,
                                 const Events& events, const std::stop_token& stop) {
  const bool asked = problem.settings.device == Device::cuda;
  const Accelerator* device = possible ? problem.model.accelerator.get() : nullptr;
  const std::string refusal = device ? device->refusal(problem, modes) : "";
  if (!refusal.empty() && asked)
    throw Error(Fault::usage,
                fmt::format("device cuda does not serve {}; device cpu will do", refusal));
  if (!refusal.empty() && events.note)
    events.note(fmt::format("the device does not serve {}, so the CPU is used", refusal));
  const bool leave =
      device && !asked && refusal.empty() && !device_pays(*device, problem, modes, events, stop);
  if (!refusal.empty() || leave) device = nullptr;
  problem.settings.device = device ? Device::cuda : Device::cpu;
  return device;
}

}  // namespace

void npl_mmd(Run& run) {
  const Events& events = run.events;
  const std::stop_token& stop = run.stop;
  Fit& result = run.result;
  Problem problem = make_problem(run.model, run.observations, run.settings, run.kernel);
  run.space = problem.space;  // the paper's starts widen some boxes
  for (const auto& text : problem.warnings) events.warning(text);
  for (const auto& text : problem.notes) run.note(text);

  const Accelerator* device = nullptr;
  try {
    const bool may_use_device = may_accelerate(problem, events, stop);
    const Modes modes = find_modes(problem, stop);
    result.simulator_calls = modes.simulator_calls;
    problem.settings.optimiser = modes.optimiser;
    result.blind = modes.blind;
    warn_of_blindness(modes, events);
    run.describe(modes.list);
    const DrawRange range = run.job().range;
    device = choose_device(problem, modes, may_use_device, events, stop);
    if (device) {
      auto outcome = device->bootstrap(problem, modes, range, events, stop);
      run.keep({std::move(outcome.draws)});
      if (!outcome.failure.empty()) run.fail(Error(Fault::device, outcome.failure));
      result.device_seconds = outcome.seconds;
    } else {
      run.keep(bootstrap(problem, modes, range, events, stop));
    }
    check_simulations(problem, modes, result, events, stop);
  } catch (const Interrupted&) {
    // The search for a start, or a check of the draws, was not finished.
  }

  result.evaluator = device                ? device->evaluator(problem)
                     : problem.closed_form ? "closed-form"
                                           : problem.evaluation.text();
  if (device) result.device = fmt::format("cuda ({})", device->name());
  if (problem.settings.device == Device::automatic) problem.settings.device = Device::cpu;
  result.lengthscales = problem.lengthscales;
  result.simulations_per_draw = problem.simulations();
  run.settings = problem.settings;
}

}  // namespace surefoot
