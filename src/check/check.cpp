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

void check_fit(const Problem& problem, const Modes& modes, int replicates, const Events& events,
               std::stop_token stop, Fit& fit) {
  const bool none = std::all_of(fit.draws.info.begin(), fit.draws.info.end(),
                                [](const DrawInfo& info) { return is_failed(info.status); });
  if (none || modes.list.empty()) return;
  // What fails here is told, and takes nothing from the draws.
  const auto attempt = [&](const char* what, const auto& work) {
    try {
      work();
    } catch (const Error& error) {
      if (events.warning) events.warning(fmt::format("{}: {}", what, error.what()));
    }
  };
  if (problem.comparison->kernel.bounded())
    attempt("the observations could not be scored", [&] {
      fit.scores = score_observations(problem, modes, fit.draws, fit.simulator_calls, stop);
    });
  if (replicates == 0) return;
  ModelCheck check;
  attempt("whether the model fits could not be tested", [&] {
    check.test = composite_test(problem, modes, replicates, fit.simulator_calls, stop);
  });
  if (problem.comparison->kernel.bounded())
    attempt("where the model does not fit could not be looked for",
            [&] { check.places = witness_places(problem, modes, fit.simulator_calls, stop); });
  attempt("what other choices would change could not be found out", [&] {
    check.sensitivities =
        sensitivities(problem, modes, spreads(fit.draws), fit.simulator_calls, stop);
  });
  fit.check = std::move(check);
}

}  // namespace surefoot
