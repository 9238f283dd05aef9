#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/checked.hpp>
#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/model.hpp>
#include <surefoot/simulators/process.hpp>

#include "bootstrap/prior_weight.hpp"
#include "check/check.hpp"
#include "check/checkable.hpp"
#include "check/whole_refits.hpp"
#include "simulators/isolated_simulator.hpp"
#include "text.hpp"

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
  settings.embedding = EmbeddingWay::direct;  // whatever the draws were made by
  settings.budget.reset();
  settings.keep_simulations.reset();
  settings.simulations_from.reset();
  if (settings.lengthscale == auto_lengthscale && !fit.lengthscales.empty())
    settings.lengthscale = shortest(fit.lengthscales.front());
  settings.start.clear();
  for (std::size_t k = 0; k < fit.draws.names.size(); ++k)
    if (!settings.fixed.contains(fit.draws.names[k]))
      settings.start[fit.draws.names[k]] = fit.modes[k];
  return settings;
}

void require_plan(const CheckPlan& plan, const Fit& fit) {
  require_whole(plan.replicates, 19, 100'000, "replicates");
  constexpr int least = 20;  // whose standard deviation is known to 16 %
  const auto most = static_cast<int>(fit.draws.rows());
  if (plan.refit == 0 || (plan.refit >= least && plan.refit <= most)) return;
  throw Error(Fault::usage,
              most < least ? fmt::format("refit needs a fit of at least {} draws, but this has {}",
                                         least, most)
                           : fmt::format("refit must be from {} to the {} draws of the fit, but is "
                                         "{}",
                                         least, most, plan.refit));
}

}  // namespace

Fit checked(const Model& model, Fit fit, const CheckPlan& plan, const Events& events,
            std::stop_token stop) {
  require_checkable(model, fit);
  require_plan(plan, fit);
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
  check_fit(problem, modes, plan.replicates, events, stop, fit);
  if (plan.refit > 0) refit_choices(model, problem, plan.refit, events, std::move(stop), fit);
  fit.simulator_calls = before;  // those of the run that made the draws
  return fit;
}

}  // namespace surefoot
