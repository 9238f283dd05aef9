#include "methods/emulated_npl_mmd.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>

#include "emulator/learn_embedding.hpp"
#include "settings/setting_rows.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

/// Calls visit(row) for each setting of draws that simulate, for which an emulated fit has no use.
template <class Visit>
void for_each_direct_setting(Visit visit) {
  constexpr std::string_view names[] = {"simulations", "design", "evaluator", "noise",
                                        "resample",    "steps",  "optimiser", "step-size",
                                        "starts",      "start",  "screening"};
  for_each_setting([&](const auto& row) {
    if (std::find(std::begin(names), std::end(names), row.name) != std::end(names)) visit(row);
  });
}

void refuse_settings(const FitConfig& settings) {
  const FitConfig open;
  for_each_direct_setting([&](const auto& row) {
    if (get(settings, row.name) != get(open, row.name))
      throw Error(
          Fault::usage,
          fmt::format("{} belongs to draws that simulate, and embedding emulated makes none; "
                      "embedding direct will do",
                      row.name));
  });
  if (settings.prior)
    throw Error(
        Fault::usage,
        "a prior is not yet weighed against an emulated embedding; embedding direct will do");
  if (settings.device == Device::cuda)
    throw Error(Fault::usage, "an emulated embedding is learnt on the CPU; device cpu will do");
}

/// Observations that the simulator makes in so many seconds on the threads of the run, by trying.
std::int64_t observations_in(double seconds, const Problem& problem) {
  const Model& model = problem.simulation->model;
  std::vector<double> theta(static_cast<std::size_t>(model.parameters.size()));
  for (std::size_t k = 0; k < theta.size(); ++k)
    theta[k] = 0.5 * (problem.space->search_box[k].lower + problem.space->search_box[k].upper);
  using Clock = std::chrono::steady_clock;
  const auto elapsed = [](Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  };
  const double enough = std::min(0.02 * seconds, 1.0);
  int count = 4;
  for (;; count *= 4) {
    const auto began = Clock::now();
    try {
      simulate_iid(model, theta, count,
                   {problem.settings->seed, 0xfffffff9U, 0, 0, Purpose::start});
    } catch (const Error&) {
      // It took its time nevertheless.
    }
    const double took = elapsed(began);
    if (took < enough && count < 1 << 20) continue;
    const double each = std::max(took / count, 1e-9);
    return static_cast<std::int64_t>(seconds * problem.settings->threads / each);
  }
}

std::int64_t budget_of(const Problem& problem) {
  const auto& given = problem.settings->budget;
  const std::int64_t usual =
      usual_budget(problem.space->eta_scale.size(), problem.data->observations->size());
  if (!given) return usual;
  if (!given->is_time) return static_cast<std::int64_t>(given->amount);
  return std::clamp<std::int64_t>(observations_in(given->amount, problem), 1000, 4 * usual);
}

DrawRow row_of(const ParameterSpace& space, const EmulatedPosterior::Draw& drawn) {
  constexpr double settled = 0.01;  // posterior standard deviations
  const EmulatedMinimum& minimum = drawn.minimum;
  const std::span<const double> eta(minimum.eta.data(),
                                    static_cast<std::size_t>(minimum.eta.size()));
  DrawRow row = failed_row(static_cast<std::size_t>(space.size()));
  space.to_natural(eta, row.theta);
  row.prior_cut = drawn.prior_cut;
  row.info.objective = minimum.value;
  row.info.mmd2 = drawn.mmd2;
  row.info.gradient_norm = minimum.gradient_norm;
  row.info.mass = minimum.mass;
  row.info.evaluations = minimum.evaluations;
  row.info.remaining_move = minimum.remaining;
  row.info.status = minimum.at_reach || minimum.remaining > settled ? DrawStatus::step_limit
                    : space.at_edge(eta)                            ? DrawStatus::box_edge
                                                                    : DrawStatus::converged;
  return row;
}

void tell(const LearntEmbedding& learnt, std::int64_t budget, const Events& events) {
  const double share = learnt.simulation_share;
  constexpr double noticeable = 0.1, wrong = 0.3;
  std::string text = fmt::format(
      "the embedding was learnt from {} simulated observations at {} places; its error is {:.2g} % "
      "of the posterior variance",
      learnt.simulator_calls, learnt.places, 100.0 * share);
  if (share > noticeable)
    text += fmt::format("; a budget of {} would make it about {:.2g} %", 4 * budget, 25.0 * share);
  if (events.note) events.note(text);
  if (learnt.unknown_error > wrong)
    events.warning(fmt::format(
        "fresh simulations at some draws are off by {:.2g} posterior sd from what was learnt, "
        "beyond "
        "the error that is accounted for; a larger budget or embedding direct is needed",
        learnt.unknown_error));
}

}  // namespace

bool wants_emulator(const FitConfig& settings) {
  if (settings.embedding == EmbeddingWay::direct && settings.budget)
    throw Error(
        Fault::usage,
        "a budget is spent by embedding emulated; embedding direct simulates for every draw");
  return settings.embedding == EmbeddingWay::emulated ||
         (settings.embedding == EmbeddingWay::automatic && settings.budget.has_value());
}

void emulated_npl_mmd(Run& run) {
  refuse_settings(run.settings);
  const Problem problem =
      make_problem(run.model, run.observations, run.settings, run.kernel, run.events);
  if (!problem.comparison->kernel.bounded())
    throw Error(Fault::usage,
                fmt::format("embedding emulated needs a bounded kernel, which {} is not; "
                            "embedding direct will do",
                            problem.comparison->kernel.text()));
  const std::int64_t budget = budget_of(problem);
  const std::optional<std::string> kernel = run.settings.kernel;
  const auto with_lengthscale = [&](double lengthscale) {
    FitConfig chosen = run.settings;
    chosen.lengthscale = shortest(lengthscale);
    return make_problem(run.model, run.observations, chosen, run.kernel);
  };
  const LearntEmbedding learnt =
      learn_embedding(problem, budget, with_lengthscale, run.events, run.stop);
  run.space = learnt.problem.space->parameters;
  run.settings = *learnt.problem.settings;
  for_each_direct_setting(
      [&](const auto& row) { run.settings.*row.member = FitConfig{}.*row.member; });
  // The search saw the pilot's lengthscale, so a run that is to repeat this one must choose it,
  // too.
  if (problem.comparison->pilot) {
    run.settings.lengthscale = auto_lengthscale;
    run.settings.kernel = kernel;
  }
  run.settings.embedding = EmbeddingWay::emulated;
  run.settings.budget = Budget{static_cast<double>(budget), false};
  if (run.settings.device == Device::automatic) run.settings.device = Device::cpu;
  run.result.evaluator = "emulator";
  run.result.lengthscales = learnt.problem.comparison->lengthscales;
  run.result.simulator_calls = learnt.simulator_calls;
  run.result.simulation_share = learnt.simulation_share;
  const Eigen::VectorXd& best = learnt.posterior->best().eta;
  run.describe({Mode{.eta = {best.begin(), best.end()}, .value = learnt.posterior->best().value}});
  tell(learnt, budget, run.events);
  const DrawJob job = run.begin_draws();
  run.keep(make_draws(job, [&](std::uint32_t number) {
    return row_of(run.space, learnt.posterior->draw(number));
  }));
  if (run.settings.check != Check::none)
    run.note(
        "an emulated fit is not checked after its draws; the verb check does it by simulating");
}

}  // namespace surefoot
