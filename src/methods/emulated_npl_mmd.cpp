#include "methods/emulated_npl_mmd.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>

#include "emulator/learn_from_table.hpp"
#include "methods/choose_embedding.hpp"
#include "methods/kept_simulations.hpp"
#include "settings/setting_rows.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

void refuse_settings(const FitConfig& settings) {
  if (const auto name = direct_setting_in(settings); !name.empty())
    throw Error(Fault::usage,
                fmt::format("{} belongs to draws that simulate, and embedding emulated makes none; "
                            "embedding direct will do",
                            name));
  if (settings.prior)
    throw Error(
        Fault::usage,
        "a prior is not yet weighed against an emulated embedding; embedding direct will do");
  if (settings.device == Device::cuda)
    throw Error(Fault::usage, "an emulated embedding is learnt on the CPU; device cpu will do");
}

/// What becomes of a budget.
struct Spending {
  std::int64_t budget = 0;
  std::int64_t predictive = 0;  // of it, for data that are simulated at some of the draws
  std::int64_t timing = 0;      // beyond it, to find out how slow the simulator is

  /// Programs and Python's functions are tried out before the fit, by a few observations.
  static constexpr std::int64_t trial = 32;

  std::int64_t learning() const { return budget - predictive - trial; }
};

constexpr std::int64_t fewest_predictive_draws = 10;  // that make a picture

/// What predictive data may cost: a tenth of a budget, or nothing where that is too little for a
/// picture.  What is learnt from the rest decides the draws, so this must not depend on settings
/// that may change when a run is resumed.
std::int64_t predictive_share(std::int64_t budget, std::size_t observations) {
  const FitConfig usual;
  const auto each = std::min<std::int64_t>(usual.predictive_observations,
                                           static_cast<std::int64_t>(observations));
  const std::int64_t draws = std::min<std::int64_t>(usual.predictive_draws, budget / 10 / each);
  return draws < fewest_predictive_draws ? 0 : draws * each;
}

/// Observations that a simulator makes in so many seconds, where each call is for a few dozen.
double observations_in(double seconds, const SimulatorPace& pace) {
  constexpr double together = 32.0;
  return seconds * together / std::max(pace.seconds(1.0, together), 1e-9);
}

Spending spending_of(const Problem& problem, const Run& run,
                     const std::optional<SlowSimulator>& slow) {
  const auto& given = run.settings.budget;
  const std::size_t n = run.observations.size();
  const std::int64_t usual = usual_budget(problem.space->eta_scale.size(), n);
  const auto within = [](double budget, std::int64_t least, std::int64_t most) {
    return static_cast<std::int64_t>(std::clamp(budget, double(least), double(most)));
  };
  Spending spending;
  if (slow) {
    constexpr double a_minute = 60.0;
    // A sixth of what is usual can still be learnt from, with errors that show.
    spending.budget = within(observations_in(a_minute, slow->pace), usual / 6, usual);
    spending.timing = slow->pace.simulated;
  } else if (given && given->is_time) {
    constexpr int most_at_once = 4096;
    const SimulatorPace pace = time_simulator(run.model, middle_of(run.space), run.settings.threads,
                                              most_at_once, run.settings.seed);
    spending.budget = within(observations_in(given->amount, pace), 1000, 4 * usual);
    spending.timing = pace.simulated;
  } else {
    spending.budget = given ? static_cast<std::int64_t>(given->amount) : usual;
  }
  spending.predictive = predictive_share(spending.budget, n);
  return spending;
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

void tell_what_was_learnt(const LearntEmbedding& learnt, std::int64_t budget,
                          const Events& events) {
  const double share = learnt.simulation_share;
  constexpr double noticeable = 0.1, wrong = 0.3;
  std::string text = fmt::format(
      "the embedding was learnt from {} simulated observations at {} places; its error is {:.2g} % "
      "of the posterior variance",
      learnt.simulator_calls + learnt.reused.observations, learnt.places, 100.0 * share);
  if (share > noticeable && budget > 0)
    text += fmt::format("; a budget of {} would make it about {:.2g} %", 4 * budget, 25.0 * share);
  if (events.note) events.note(text);
  if (learnt.unknown_error > wrong)
    events.warning(fmt::format(
        "{} are off by {:.2g} posterior sd from what was learnt, "
        "beyond "
        "the error that is accounted for; {} needed",
        budget > 0 ? "fresh simulations at some draws" : "simulations that were left out",
        learnt.unknown_error,
        budget > 0 ? "a larger budget or embedding direct is"
                   : "more simulations around the posterior are"));
}

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

/// Simulates predictive data at as many draws as the budget has a share for, unless somebody said
/// how many.
void limit_predictive_draws(Run& run, std::int64_t share) {
  FitConfig& settings = run.settings;
  const auto each = std::min<std::int64_t>(settings.predictive_observations,
                                           static_cast<std::int64_t>(run.observations.size()));
  if (each == 0 || settings.predictive_draws == 0) return;
  const std::int64_t paid = share / each;
  if (is_given(settings, "predictive-draws")) {
    if (settings.predictive_draws > paid)
      run.note(fmt::format("predictive data at {} draws are simulated beyond the budget",
                           settings.predictive_draws.value()));
    return;
  }
  settings.predictive_draws =
      otherwise(paid < fewest_predictive_draws
                    ? 0
                    : static_cast<int>(std::min<std::int64_t>(settings.predictive_draws, paid)));
  run.note(settings.predictive_draws == 0
               ? "the budget is too small for predictive data; predictive-draws has some "
                 "simulated beyond it"
               : fmt::format("the budget has predictive data simulated at {} draws; "
                             "predictive-draws has more simulated beyond it",
                             settings.predictive_draws.value()));
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
std::optional<LearntEmbedding> learn(const Problem& problem, const FitConfig& settings,
                                     const Run& run, std::int64_t budget,
                                     const std::optional<SlowSimulator>& slow,
                                     SimulationStore* store) {
  try {
    const auto learnt = learn_embedding(problem, budget, making_problems(settings, run), run.events,
                                        run.stop, store);
    if (store) store->save(run.events);
    return learnt;
  } catch (const Interrupted&) {
    if (store) store->save(run.events);
    throw;
  } catch (const Error& error) {
    if (store) store->save(run.events);
    if (!slow) throw;
    run.events.warning(
        fmt::format("the embedding of this slow simulator could not be learnt once for all draws, "
                    "so every draw simulates, which may take about {}: {}",
                    time_text(slow->direct_seconds), error.what()));
    return std::nullopt;
  }
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

}  // namespace

bool emulated_npl_mmd(Run& run, const std::optional<SlowSimulator>& slow) {
  refuse_settings(run.settings);
  FitConfig settings = run.settings;
  settings.precision = Precision::full;  // all of it, whether the simulator has derivatives or not
  const Problem problem =
      make_problem(run.model, run.observations, settings, run.kernel, run.events);
  if (!problem.comparison->kernel.bounded())
    throw Error(Fault::usage,
                fmt::format("embedding emulated needs a bounded kernel, which {} is not; "
                            "embedding direct will do",
                            problem.comparison->kernel.text()));
  const bool from_table = run.settings.simulations_from.has_value();
  const Spending spending = from_table ? Spending{} : spending_of(problem, run, slow);
  if (slow) tell_why_it_is_emulated(*slow, spending.budget, run);
  const std::optional<std::string> kernel = run.settings.kernel;
  const auto store = open_simulations(run, problem, spending.budget);
  const auto found = from_table
                         ? learn_table(problem, settings, run)
                         : learn(problem, settings, run, spending.learning(), slow, store.get());
  if (!found) return false;
  const LearntEmbedding& learnt = *found;
  run.space = learnt.problem.space->parameters;
  run.settings = *learnt.problem.settings;
  const auto direct = settings_of_direct_draws();
  for_each_setting([&](const auto& row) {
    if (std::find(direct.begin(), direct.end(), row.name) != direct.end())
      run.settings.*row.member = FitConfig{}.*row.member;
  });
  // The search saw the pilot's lengthscale, so a run that is to repeat this one must choose it,
  // too.
  if (problem.comparison->pilot) {
    run.settings.lengthscale = auto_lengthscale;
    run.settings.kernel = kernel;
  }
  run.settings.embedding = EmbeddingWay::emulated;
  if (!from_table) run.settings.budget = Budget{static_cast<double>(spending.budget), false};
  if (run.settings.device == Device::automatic) run.settings.device = Device::cpu;
  run.result.evaluator = "emulator";
  run.result.lengthscales = learnt.problem.comparison->lengthscales;
  run.result.simulator_calls = learnt.simulator_calls + spending.timing;
  run.result.simulation_share = learnt.simulation_share;
  const Eigen::VectorXd& best = learnt.posterior->best().eta;
  run.describe({Mode{.eta = {best.begin(), best.end()}, .value = learnt.posterior->best().value}});
  tell_what_was_learnt(learnt, spending.budget, run.events);
  if (store) tell_what_was_reused(*store, learnt, run);
  if (from_table)
    leave_out_predictive_draws(run);
  else
    limit_predictive_draws(run, spending.predictive);
  const DrawJob job = run.begin_draws();
  run.keep(make_draws(job, [&](std::uint32_t number) {
    return row_of(run.space, learnt.posterior->draw(number));
  }));
  if (run.settings.check != Check::none)
    run.note(
        "an emulated fit is not checked after its draws; the verb check does it by simulating");
  return true;
}

}  // namespace surefoot
