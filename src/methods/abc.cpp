
#include <fmt/format.h>

#include <surefoot/abc/distance.hpp>
#include <surefoot/abc/smc.hpp>
#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/prior/parameter_prior.hpp>

#include "bootstrap/common_settings.hpp"
#include "methods/run.hpp"
#include "settings/setting_rows.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// The particles are the draws, whichever of the two the user has set.
void settle_particles(FitConfig& s) {
  if (!s.draws.is_given()) return;
  if (s.particles && *s.particles != s.draws)
    throw Error(Fault::usage, fmt::format("the draws of {} are its particles, but draws is {} and "
                                          "particles is {}; one of them is enough",
                                          to_word(s.method), s.draws.value(), *s.particles));
  if (s.draws < 2)
    throw Error(Fault::usage, fmt::format("{} needs at least 2 draws, but draws is {}",
                                          to_word(s.method), s.draws.value()));
  s.particles = s.draws;
}

void settle_abc(Run& run) {
  FitConfig& s = run.settings;
  settle_particles(s);
  if (s.preset == Preset::paper) {
    const PaperSettings& paper = paper_settings(run.model);
    unless_given(s.prior, paper.prior);
    unless_given(s.particles, paper.particles);
    unless_given(s.max_simulations, paper.max_simulations);
    unless_given(s.max_trials, paper.max_trials);
  }
  unless_given(s.prior, "");
  unless_given(s.particles, default_of<&FitConfig::particles>());
  unless_given(s.max_simulations, default_of<&FitConfig::max_simulations>());
  unless_given(s.max_trials, default_of<&FitConfig::max_trials>());
  s.draws = *s.particles;
}

/// Those of Bernton et al.'s code, not the model's: another use of the MMD, another kernel.
Kernel choose_kernel(Run& run) {
  FitConfig& s = run.settings;
  unless_given(s.kernel, default_of<&FitConfig::kernel, Method::mmd_abc>());
  unless_given(s.lengthscale, default_of<&FitConfig::lengthscale, Method::mmd_abc>());
  return settle_kernel(
      s, run.kernel,
      [&](const std::string& rule) {
        refuse_auto_lengthscale(rule);
        return choose_lengthscale(rule, run.observations, s.seed);
      },
      run.result.lengthscales);
}

DistanceFactory settle_distance(Run& run, const AbcData& data) {
  FitConfig& s = run.settings;
  if (s.method == Method::mmd_abc) {
    run.result.evaluator = to_word(Evaluator::pairs);
    return mmd_distance(data, choose_kernel(run));
  }
  unless_given(s.order, default_of<&FitConfig::order>());
  s.transport = choose_transport(s.transport.value_or(default_of<&FitConfig::transport>()),
                                 run.model.dimension);
  run.result.evaluator = to_word(*s.transport);
  return wasserstein_distance(data, *s.transport, *s.order);
}

/// What the user should know of how it ended.
void explain(const Run& run, const SmcResult& smc) {
  if (smc.history.empty()) return;
  const double threshold = smc.history.back().threshold;
  if (smc.ending == SmcEnding::stuck)
    run.events.warning(fmt::format(
        "no particle found a better place in the last steps, so the run ended at threshold {:.4g}; "
        "more particles or max-trials, or another prior, may bring it further",
        threshold));
  if (smc.ending != SmcEnding::stopped && smc.history.size() == 1)
    run.events.warning(fmt::format(
        "the run ended after {} simulations, before the first move, so the draws are those of the "
        "prior; a larger max-simulations or max-seconds would let them move",
        smc.all_simulations));
  else if (run.settings.threshold && smc.ending != SmcEnding::threshold)
    run.note(fmt::format("threshold {:.4g} was not reached: the run ended at {:.4g}",
                         *run.settings.threshold, threshold));
}

void keep(Run& run, const SmcResult& smc) {
  Fit& fit = run.result;
  const auto n = static_cast<std::int64_t>(run.observations.size());
  std::vector<double> theta(static_cast<std::size_t>(run.space.size()));
  fit.simulator_calls = n * smc.all_simulations;  // less what is the particles' own
  for (std::size_t i = 0; i < smc.particles.size(); ++i) {
    const auto& particle = smc.particles[i];
    run.space.to_natural(particle.eta, theta);
    fit.draws.index.push_back(static_cast<std::uint32_t>(i));
    fit.draws.values.insert(fit.draws.values.end(), theta.begin(), theta.end());
    DrawInfo info;
    info.objective = particle.distance;
    info.mmd2 = run.settings.method == Method::mmd_abc ? particle.distance : unknown;
    info.gradient_norm = unknown;
    info.evaluations = smc.trials[i];
    info.simulator_calls = n * smc.simulations[i];
    fit.simulator_calls -= info.simulator_calls;
    fit.draws.info.push_back(info);
  }
  fit.history = smc.history;
  fit.simulations_per_draw = static_cast<int>(n);
  fit.partial = smc.ending == SmcEnding::stopped;
}

}  // namespace

void abc(Run& run) {
  FitConfig& s = run.settings;
  settle_abc(run);
  const ParameterPrior prior =
      make_parameter_prior(*s.prior, run.model, run.space, run.observations);
  const AbcData data{run.model, run.space, run.observations,
                     precision_for(run.model, run.observations)};
  const AbcTarget target{
      .dimension = prior.size(),
      .draw_prior = [&](Noise& noise, std::span<double> eta) { prior.draw(noise, eta); },
      .log_prior = [&](std::span<const double> eta) { return prior.log_density(eta); },
      .make_distance = settle_distance(run, data)};
  SmcSettings settings{.particles = *s.particles,
                       .max_simulations = *s.max_simulations,
                       .max_trials = *s.max_trials,
                       .seed = s.seed,
                       .threads = s.threads};
  if (s.max_seconds) settings.max_seconds = *s.max_seconds;
  if (s.threshold) settings.threshold = *s.threshold;
  const SmcResult smc = run_smc(target, settings, run.events, run.stop);
  if (smc.failure) run.fail(*smc.failure);
  explain(run, smc);
  keep(run, smc);
}

}  // namespace surefoot
