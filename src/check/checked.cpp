#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/checked.hpp>
#include <surefoot/error.hpp>
#include <surefoot/model.hpp>
#include <surefoot/simulators/process.hpp>

#include "bootstrap/prior_weight.hpp"
#include "check/check.hpp"
#include "check/checkable.hpp"
#include "simulators/isolated_simulator.hpp"

namespace surefoot {
void require_checkable(const Model& model, const Fit& fit) {
  if (fit.settings.method != Method::npl_mmd)
    throw Error(Fault::usage,
                fmt::format("only fits by npl-mmd can be checked, but this is one by {}",
                            to_word(fit.settings.method)));
  if (model.parameters.names() != fit.draws.names)
    throw Error(
        Fault::usage,
        fmt::format("the model must have the parameters of the fit, {}, but has {}",
                    fmt::join(fit.draws.names, ", "), fmt::join(model.parameters.names(), ", ")));
  if (model.source != fit.model_source)
    throw Error(Fault::usage,
                fmt::format("the code of model {} is not that of the fit", model.name));
  if (fit.draws.rows() == 0 || fit.modes.empty())
    throw Error(Fault::data, "the fit has no draws to check");
}

namespace {

/// The settings of the fit, from its best mode on.
FitConfig settings_at_best(const Fit& fit) {
  FitConfig settings = fit.settings;
  settings.device = Device::cpu;
  settings.part.reset();
  settings.start.clear();
  for (std::size_t k = 0; k < fit.draws.names.size(); ++k)
    if (!settings.fixed.contains(fit.draws.names[k]))
      settings.start[fit.draws.names[k]] = fit.modes[k];
  return settings;
}

}  // namespace

Fit checked(const Model& model, Fit fit, int replicates, const Events& events,
            std::stop_token stop) {
  require_checkable(model, fit);
  const FitConfig settings = settings_at_best(fit);
  const Model isolated = isolated_where_wanted(model, settings, events.note);
  Problem problem = make_problem(stoppable(isolated, stop), fit.observations, settings);
  Modes modes = find_modes(problem, stop);
  problem = with_shares(problem, modes.shares);
  if (settings.prior) {
    problem = with_prior(problem, prior_weight(problem, modes, stop));
    modes = modes_under_prior(problem, std::move(modes), stop);
  }
  fit.scores.reset();
  fit.check.reset();
  const std::int64_t before = fit.simulator_calls;
  check_fit(problem, modes, replicates, events, std::move(stop), fit);
  fit.simulator_calls = before;  // those of the run that made the draws
  return fit;
}

}  // namespace surefoot
