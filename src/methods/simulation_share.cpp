#include "methods/simulation_share.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/bootstrap/doubling.hpp>

namespace surefoot {

void warn_of_few_simulations(const SimulationError& error, int simulations, NoisePolicy noise,
                             const std::function<void(const std::string&)>& warn) {
  constexpr double too_much = 0.25;
  if (!(error.share > too_much)) return;
  const std::string consequence =
      noise == NoisePolicy::shared
          ? "which draws that share them do not show"
          : fmt::format("so that {:.0f} % of the posterior variance will be simulation error",
                        100.0 * error.share);
  warn(fmt::format(
      "{} simulations are few: others would move the best fit by about {:.2g} posterior sd, {}; "
      "with about {} it would be a tenth of the variance",
      simulations, error.move, consequence, error.enough));
}

void judge_simulations(Fit& fit, const std::function<void(const std::string&)>& warn) {
  if (fit.doubled.size() > most_doubled) fit.doubled.resize(most_doubled);
  const auto doubling = doubling_of(fit.doubled);
  if (!doubling) return;
  fit.simulation_share = doubling->share;
  fit.simulator_calls += doubling->simulator_calls;
  constexpr double worth_telling = 0.1;
  if (!(doubling->share > worth_telling)) return;
  const double moved = doubling->share / (fit.settings.design == Design::iid ? 2.0 : 1.0);
  warn(fmt::format(
      "with twice the simulations some draws move by {:.2g} posterior sd: about {:.0f} % of the "
      "posterior variance is simulation error; more than {} simulations reduce it",
      std::sqrt(moved), 100.0 * std::min(doubling->share, 1.0), fit.simulations_per_draw));
}

}  // namespace surefoot
