#include "check/whole_refits.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/settings_given.hpp>

#include "check/other_choices.hpp"
#include "check/spreads.hpp"

namespace surefoot {
namespace {

/// The settings that the fit was given, with one choice made otherwise and what would follow from
/// the data as it was in the fit.
FitConfig settings_with(const OtherChoice& choice, const Fit& fit, int draws) {
  FitConfig settings = settings_given(fit);
  const Problem& problem = choice.problem;
  settings.kernel = problem.comparison->kernel.text();  // its lengthscales included
  settings.lengthscale.reset();
  settings.mass = problem.settings->mass;
  settings.trim = problem.settings->trim;
  if (problem.simulation->design && settings.embedding != EmbeddingWay::emulated)
    settings.simulations = problem.simulations();
  // What computes the sums of one kernel need not serve another.
  if (choice.setting == "kernel") settings.evaluator = Evaluator::automatic;
  settings.draws = draws;
  settings.part.reset();
  settings.keep_simulations.reset();  // which one fit at a time may write
  settings.threads = fit.settings.threads;
  settings.device = Device::cpu;
  settings.check = Check::none;
  settings.predictive_draws = 0;
  return settings;
}

/// The rows of one fit and of another that have the same number and did not fail.
std::vector<std::pair<std::size_t, std::size_t>> rows_in_common(const Draws& a, const Draws& b) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t r = 0, s = 0; r < a.rows() && s < b.rows();) {
    if (a.index[r] != b.index[s]) {
      a.index[r] < b.index[s] ? ++r : ++s;
      continue;
    }
    if (!is_failed(a.info[r].status) && !is_failed(b.info[s].status)) pairs.emplace_back(r, s);
    ++r;
    ++s;
  }
  return pairs;
}

/// Sets what `there`, the fit with another choice, makes of the posterior.
void compare_posteriors(const Draws& here, const Draws& there, const std::vector<double>& sd,
                        Sensitivity& sensitivity) {
  const auto pairs = rows_in_common(here, there);
  const auto count = static_cast<double>(pairs.size());
  for (std::size_t k = 0; k < sd.size(); ++k) {
    std::vector<double> before, after;
    double move = 0.0;
    for (const auto& [r, s] : pairs) {
      before.push_back(here.row(r)[k]);
      after.push_back(there.row(s)[k]);
      move += (after.back() - before.back()) / count;
    }
    sensitivity.mean_moves.push_back(pairs.empty() ? std::numeric_limits<double>::quiet_NaN()
                                     : move == 0.0 ? 0.0
                                                   : move / sd[k]);
    sensitivity.sd_ratios.push_back(standard_deviation(after) / standard_deviation(before));
  }
}

}  // namespace

void refit_choices(const Model& model, const Problem& problem, int draws, const Events& events,
                   std::stop_token stop, Fit& fit) {
  const std::vector<OtherChoice> list = other_choices(problem);
  const std::vector<double> sd = spreads(fit.draws);
  const std::vector<double> unknown(sd.size(), std::numeric_limits<double>::quiet_NaN());
  if (!fit.check) fit.check.emplace();
  fit.check->refit_draws = draws;
  auto& sensitivities = fit.check->sensitivities;
  if (sensitivities.size() != list.size()) {
    sensitivities.clear();
    for (const OtherChoice& choice : list)
      sensitivities.push_back({choice.setting, choice.value, unknown});
  }
  std::size_t failed = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (stop.stop_requested()) throw Interrupted{};
    try {
      const Fit again =
          surefoot::fit(model, fit.observations, settings_with(list[i], fit, draws), {}, stop);
      if (again.partial && again.failure.empty()) throw Interrupted{};
      compare_posteriors(fit.draws, again.draws, sd, sensitivities[i]);
    } catch (const Error& error) {
      ++failed;
      sensitivities[i].mean_moves = sensitivities[i].sd_ratios = unknown;
      if (events.warning)
        events.warning(fmt::format("the fit with {} {} could not be made: {}", list[i].setting,
                                   list[i].value, error.what()));
    }
    if (events.progress) events.progress({i + 1, list.size(), failed, "fits"});
  }
}

}  // namespace surefoot
