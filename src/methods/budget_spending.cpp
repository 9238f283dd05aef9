#include "methods/budget_spending.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "check/check.hpp"
#include "emulator/learn_embedding.hpp"

namespace surefoot {
namespace {

/// Programs and Python's functions are tried out before the fit, by a few observations.
constexpr std::int64_t trial = 32;

constexpr std::int64_t fewest_predictive_draws = 10;  // that make a picture
constexpr std::int64_t fewest_replicates = 19;        // whose test can be significant at 5 %
constexpr std::int64_t most_replicates = 99;

// What is learnt from the rest of a budget decides the draws, so no share of it may depend on
// settings that may change when a run is resumed.

/// What predictive data may cost: a tenth of a budget, or nothing where that is too little for a
/// picture.
std::int64_t predictive_share(std::int64_t budget, std::size_t observations) {
  const FitConfig usual;
  const auto each = std::min<std::int64_t>(usual.predictive_observations,
                                           static_cast<std::int64_t>(observations));
  const std::int64_t draws = std::min<std::int64_t>(usual.predictive_draws, budget / 10 / each);
  return draws < fewest_predictive_draws ? 0 : draws * each;
}

/// What data sets that are fitted again may cost: a twentieth of a budget, or nothing where that
/// is too little for a test.
std::int64_t check_share(std::int64_t budget, std::size_t observations) {
  const auto each = static_cast<std::int64_t>(observations);
  const std::int64_t replicates = std::min(most_replicates, budget / 20 / each);
  return replicates < fewest_replicates ? 0 : replicates * each;
}

}  // namespace

std::int64_t BudgetSpending::learning() const {
  return binds ? budget - predictive - checks - trial : budget;
}

double observations_in(double seconds, const SimulatorPace& pace) {
  constexpr double together = 32.0;
  return seconds * together / std::max(pace.seconds(1.0, together), 1e-9);
}

BudgetSpending spending_of(std::size_t parameters, const Run& run,
                           const std::optional<SlowSimulator>& slow) {
  const auto& given = run.settings.budget;
  const std::size_t n = run.observations.size();
  const std::int64_t usual = usual_budget(parameters, n);
  const auto within = [](double budget, std::int64_t least, std::int64_t most) {
    return static_cast<std::int64_t>(std::clamp(budget, double(least), double(most)));
  };
  BudgetSpending spending;
  spending.binds = slow || given;
  if (slow) {
    constexpr double a_minute = 60.0;
    // A sixth of what is usual can still be learnt from, with errors that show.
    spending.budget = within(observations_in(a_minute, slow->pace), usual / 6, usual);
    spending.timing = slow->pace.simulated;
  } else if (given && given->is_time) {
    constexpr int most_at_once = 4096;
    const SimulatorPace pace = time_simulator(run.model, middle_of(run.space), run.settings.threads,
                                              most_at_once, run.settings.seed);
    double observations = observations_in(given->amount, pace);
    if (Crew* crew =
            run.continuation.crew) {  // whose processes must agree, by the first one's clock
      observations = crew->searcher() == 0 ? observations * crew->searchers() : 0.0;
      crew->gather({&observations, 1}, std::nullopt);
    }
    spending.budget = within(observations, 1000, 4 * usual);
    spending.timing = pace.simulated;
  } else {
    spending.budget = given ? static_cast<std::int64_t>(given->amount) : usual;
  }
  if (spending.binds) {
    spending.predictive = predictive_share(spending.budget, n);
    spending.checks = check_share(spending.budget, n);
  }
  return spending;
}

void limit_predictive_draws(const BudgetSpending& spending, Run& run) {
  FitConfig& settings = run.settings;
  const auto each = std::min<std::int64_t>(settings.predictive_observations,
                                           static_cast<std::int64_t>(run.observations.size()));
  if (!spending.binds || each == 0 || settings.predictive_draws == 0) return;
  const std::int64_t paid = spending.predictive / each;
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

int replicates_within(const BudgetSpending& spending, std::size_t draws, const Run& run) {
  const int usual = usual_replicates(draws);
  if (!spending.binds || usual == 0) return usual;
  const auto each = static_cast<std::int64_t>(run.observations.size());
  if (spending.checks == 0)
    run.note(
        fmt::format("the budget is too small for a test of the model, which simulates {} data sets "
                    "of {} observations at least from a twentieth of it; the verb check makes it",
                    fewest_replicates, each));
  return static_cast<int>(std::min<std::int64_t>(usual, spending.checks / each));
}

}  // namespace surefoot
