#include "check/check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "check/composite_test.hpp"
#include "check/score_observations.hpp"
#include "check/sensitivity.hpp"
#include "check/spreads.hpp"
#include "check/witness.hpp"

namespace surefoot {
int usual_replicates(std::size_t draws) {
  constexpr std::size_t one_in = 16, least = 19, most = 99;
  if (draws < 100) return 0;
  return static_cast<int>(std::clamp(draws / one_in, least, most));
}

void carry_out_checks(const FitChecks& checks, const Events& events, Fit& fit) {
  const bool none = std::all_of(fit.draws.info.begin(), fit.draws.info.end(),
                                [](const DrawInfo& info) { return is_failed(info.status); });
  if (none) return;
  const auto attempt = [&](const char* what, const auto& work, auto& found) {
    if (!work) return;
    try {
      found = work();
    } catch (const Error& error) {
      if (events.warning) events.warning(fmt::format("{}: {}", what, error.what()));
    }
  };
  attempt("the observations could not be scored", checks.scores, fit.scores);
  if (!checks.test) return;
  ModelCheck check;
  attempt("whether the model fits could not be tested", checks.test, check.test);
  attempt("where the model does not fit could not be looked for", checks.places, check.places);
  attempt("what other choices would change could not be found out", checks.sensitivities,
          check.sensitivities);
  fit.check = std::move(check);
}

void check_fit(const Problem& problem, const Modes& modes, int replicates, const Events& events,
               std::stop_token stop, Fit& fit) {
  if (modes.list.empty()) return;
  std::int64_t& calls = fit.simulator_calls;
  const bool bounded = problem.comparison->kernel.bounded();
  FitChecks checks;
  if (bounded)
    checks.scores = [&] { return score_observations(problem, modes, fit.draws, calls, stop); };
  if (replicates > 0) {
    checks.test = [&] { return composite_test(problem, modes, replicates, calls, stop); };
    if (bounded) checks.places = [&] { return witness_places(problem, modes, calls, stop); };
    checks.sensitivities = [&] {
      return sensitivities(problem, modes, spreads(fit.draws), calls, stop);
    };
  }
  carry_out_checks(checks, events, fit);
}

}  // namespace surefoot
