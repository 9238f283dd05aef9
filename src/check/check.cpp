#include "check/check.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "check/composite_test.hpp"
#include "check/score_observations.hpp"
#include "check/sensitivity.hpp"
#include "check/witness.hpp"

namespace surefoot {
namespace {

/// The standard deviations of the draws that did not fail.
std::vector<double> spreads(const Draws& draws) {
  const std::size_t p = draws.names.size();
  std::vector<double> sum(p, 0.0), squares(p, 0.0);
  double count = 0.0;
  for (std::size_t r = 0; r < draws.rows(); ++r) {
    if (is_failed(draws.info[r].status)) continue;
    ++count;
    for (std::size_t k = 0; k < p; ++k) {
      const double before = draws.row(r)[k] - sum[k] / std::max(count - 1.0, 1.0);
      sum[k] += draws.row(r)[k];
      squares[k] += before * (draws.row(r)[k] - sum[k] / count);
    }
  }
  for (double& square : squares) square = std::sqrt(square / (count - 1.0));
  return squares;
}

}  // namespace

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
