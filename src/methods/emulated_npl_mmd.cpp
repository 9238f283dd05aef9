#include "methods/emulated_npl_mmd.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>

#include "emulator/emulated_check.hpp"
#include "emulator/emulated_prior.hpp"
#include "emulator/learn_from_table.hpp"
#include "methods/budget_spending.hpp"
#include "methods/early_scores.hpp"
#include "methods/kept_simulations.hpp"
#include "methods/learnt_draws.hpp"
#include "settings/setting_rows.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

/// A time as people say it.
std::string time_text(double seconds) {
  constexpr double minute = 60.0, hour = 3600.0, day = 86400.0;
  if (seconds < 2 * minute) return fmt::format("{:.2g} s", seconds);
  if (seconds < 2 * hour) return fmt::format("{:.0f} minutes", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.0f} hours", seconds / hour);
  return fmt::format("{:.0f} days", seconds / day);
}

void tell_why_it_is_emulated(const SlowSimulator& slow, std::int64_t budget, const Run& run) {
  const double spent = double(budget) / observations_in(1.0, slow.pace);
  run.note(
      fmt::format("with this simulator, draws that simulate would take about {}, so it is "
                  "simulated once for all draws, with a budget of {} observations, which take "
                  "about {}; embedding direct simulates for every draw",
                  time_text(slow.direct_seconds), budget, time_text(spent)));
}

void tell_why_it_is_emulated(const std::vector<std::string>& blind, const Run& run) {
  run.note(
      fmt::format("the simulator's derivatives miss effects of {}: simulations that change their "
                  "course altogether; so it is simulated once for all draws; embedding direct "
                  "simulates for every draw",
                  fmt::join(blind, ", ")));
}

/// Says that draws simulate although that was not the first choice.
void tell_why_it_is_direct(const EmulationReason& reason, const std::string& why, const Run& run) {
  if (reason.slow)
    run.events.warning(
        fmt::format("the embedding of this slow simulator could not be learnt once for all draws, "
                    "so every draw simulates, which may take about {}: {}",
                    time_text(reason.slow->direct_seconds), why));
  else
    run.note(fmt::format(
        "the model could not be learnt once for all draws, so every draw simulates: {}", why));
}

/// The same problem with another lengthscale.
std::function<Problem(double)> making_problems(const FitConfig& settings, const Run& run) {
  return [&](double lengthscale) {
    FitConfig chosen = settings;
    chosen.lengthscale = shortest(lengthscale);
    return make_problem(run.model, run.observations, chosen, run.kernel);
  };
}

/// Nothing if an embedding that nobody asked for cannot be learnt.
std::optional<LearntEmbedding> learn(const Problem& problem, const FitConfig& settings, Run& run,
                                     std::int64_t budget, const EmulationReason& reason,
                                     SimulationStore* store) {
  Crew* crew = run.continuation.crew;
  const auto save = [&] {
    if (store && (!crew || crew->searcher() == 0)) store->save(run.events);
  };
  try {
    auto learnt = learn_embedding(problem, budget, making_problems(settings, run), run.events,
                                  run.stop, store, crew);
    save();
    const DirectDraws direct{simulation_share_of_direct_draws(run), !reason.blind.empty()};
    const std::string doubts = reason.is_replaceable() ? doubts_about(learnt, direct) : "";
    if (doubts.empty()) return learnt;
    run.result.simulator_calls = learnt.simulator_calls;
    tell_why_it_is_direct(reason, doubts, run);
  } catch (const Interrupted&) {
    save();
    throw;
  } catch (const Error& error) {
    save();
    if (reason.wanted) throw;
    tell_why_it_is_direct(reason, error.what(), run);
  }
  return std::nullopt;
}

/// Learns from a table alone, so that nothing is simulated unless somebody asks for it.
LearntEmbedding learn_table(const Problem& problem, const FitConfig& settings, Run& run) {
  const SimulationTable table =
      SimulationTable::read(*settings.simulations_from, run.model, problem.space->parameters);
  if (table.left_out() > 0)
    run.note(
        fmt::format("{}: {} of {} rows lie outside the box of the parameters, and are left out",
                    table.path().string(), table.left_out(), table.left_out() + table.rows()));
  const TableEmbedding found =
      learn_from_table(problem, table, making_problems(settings, run), run.events, run.stop);
  constexpr double many = 0.05;
  if (found.uncovered > many)
    run.events.warning(fmt::format(
        "{:.2g} % of the draws lie beyond the simulations of {}, where nothing is known "
        "of the model: simulations further out are needed",
        100.0 * found.uncovered, table.path().string()));
  return found.learnt;
}

void leave_out_predictive_draws(Run& run) {
  if (is_given(run.settings, "predictive-draws")) return;
  run.settings.predictive_draws = otherwise(0);
  run.note("nothing is simulated beside a table, so there are no predictive data");
}

/// Looks back at the whole of a run: at its observations, and at its model.
void look_back(const LearntEmbedding& learnt, const BudgetSpending& spending, Run& run) {
  if (!run.looks_back()) return;
  if (run.settings.simulations_from)
    return run.note("nothing is simulated beside a table, so the fit is not checked");
  const bool full = run.settings.check == Check::full;
  const int replicates = full ? replicates_within(spending, run.result.draws.rows(), run) : 0;
  check_emulated_fit(learnt, replicates, run.events, run.stop, run.result);
}

}  // namespace

bool emulated_npl_mmd(Run& run, const EmulationReason& reason) {
  refuse_direct_settings(run.settings);
  if (run.settings.device == Device::cuda)
    throw Error(Fault::usage, "an emulated embedding is learnt on the CPU; device cpu will do");
  FitConfig settings = run.settings;
  settings.precision = Precision::full;  // all of it, whether the simulator has derivatives or not
  settings.embedding = EmbeddingWay::emulated;
  const Problem problem =
      make_problem(run.model, run.observations, settings, run.kernel, run.events);
  if (!problem.comparison->kernel.bounded())
    throw Error(Fault::usage,
                fmt::format("embedding emulated needs a bounded kernel, which {} is not; "
                            "embedding direct will do",
                            problem.comparison->kernel.text()));
  const bool from_table = run.settings.simulations_from.has_value();
  const BudgetSpending spending =
      from_table ? BudgetSpending{}
                 : spending_of(problem.space->eta_scale.size(), run, reason.slow);
  if (reason.slow) tell_why_it_is_emulated(*reason.slow, spending.budget, run);
  if (!reason.blind.empty()) tell_why_it_is_emulated(reason.blind, run);
  const std::optional<std::string> kernel = run.settings.kernel;
  const auto store = open_simulations(run, problem, spending.budget);
  const auto found = from_table
                         ? learn_table(problem, settings, run)
                         : learn(problem, settings, run, spending.learning(), reason, store.get());
  if (!found) return false;
  const LearntEmbedding& learnt = *found;
  run.space = learnt.problem.space->parameters;
  run.settings = *learnt.problem.settings;
  forget_direct_settings(run.settings);
  // The search saw the pilot's lengthscale, so a run that is to repeat this one must choose it,
  // too.
  if (problem.comparison->pilot) {
    run.settings.lengthscale = auto_lengthscale;
    run.settings.kernel = kernel;
  }
  run.settings.embedding = EmbeddingWay::emulated;
  if (spending.binds) run.settings.budget = Budget{static_cast<double>(spending.budget), false};
  if (run.settings.device == Device::automatic) run.settings.device = Device::cpu;
  run.result.evaluator = "emulator";
  run.result.lengthscales = learnt.problem.comparison->lengthscales;
  run.result.simulator_calls = learnt.simulator_calls + spending.timing;
  run.result.simulation_share = learnt.simulation_share;
  run.describe(learnt.modes());
  if (const auto& prior = learnt.problem.parameter_prior) {
    run.result.data_weight = 1.0 / (prior->weight() * static_cast<double>(run.observations.size()));
    run.result.prior_shares = emulated_prior_shares(*learnt.posterior);
  }
  tell_what_was_learnt(learnt, spending.budget, run.events);
  if (store) tell_what_was_reused(*store, learnt, run);
  run.result.undetermined = tell_limits(learnt, run.events);
  if (from_table)
    leave_out_predictive_draws(run);
  else
    limit_predictive_draws(spending, run);
  tell_scores(run, [&] { return emulated_inlier_at_best(learnt); });
  const DrawJob job = run.begin_draws();
  run.keep(make_draws(
      job, [&](std::uint32_t number) { return row_of(run.space, learnt.draw(number)); }));
  look_back(learnt, spending, run);
  return true;
}

}  // namespace surefoot
