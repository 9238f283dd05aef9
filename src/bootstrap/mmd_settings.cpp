#include "bootstrap/mmd_settings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/error.hpp>

#include "bootstrap/common_settings.hpp"
#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

/// The settings of the paper's experiment with this model, where the user has not said otherwise.
void apply_paper_preset(FitConfig& s, const Model& model) {
  const PaperSettings& paper = paper_settings(model);
  unless_given(s.mass, Mass::fixed);
  unless_given(s.kernel, paper.kernel);
  unless_given(s.lengthscale, paper.lengthscale);
  unless_given(s.simulations, paper.simulations);
  unless_given(s.design, Design::iid);
  unless_given(s.noise, NoisePolicy::fresh);
  unless_given(s.optimiser, OptimiserName::adam);
  unless_given(s.steps, paper.steps);
  unless_given(s.step_size, paper.step_size);
  unless_given(s.starts, paper.starts);
  unless_given(s.screening, std::max(paper.screening, 1));
  apply_paper_start(s, model);
}

/// Refuses optimisers that leave nothing to weigh a prior by.
void settle_prior(FitConfig& s, const Model& model, OptimiserName optimiser) {
  if (!s.prior) return;
  if (!follows_modes(optimiser))
    throw Error(
        Fault::usage,
        fmt::format("a prior is weighed by the curvature at a minimum on the observations, "
                    "which optimiser {} does not look for; {} will do",
                    to_word(optimiser), optimiser_words(" and ", [](const OptimiserFacts& facts) {
                      return facts.follows_modes;
                    })));
  settle_randomised_prior(s, model);
}

}  // namespace

OptimiserName first_optimiser(const FitConfig& s) {
  if (*s.optimiser != OptimiserName::automatic) return *s.optimiser;
  return *s.noise == NoisePolicy::fresh ? OptimiserName::adam : OptimiserName::bfgs;
}

void settle_mmd_settings(FitConfig& s, const Model& model) {
  settle_common(s, model);
  if (s.preset == Preset::paper) apply_paper_preset(s, model);
  unless_given(s.kernel, model.kernel.value_or(default_of<&FitConfig::kernel>()));
  unless_given(s.lengthscale, model.lengthscale.value_or(default_of<&FitConfig::lengthscale>()));
  unless_given(s.noise, default_of<&FitConfig::noise>());
  unless_given(s.optimiser, OptimiserName::automatic);
  unless_given(s.design, default_of<&FitConfig::design>());
  const OptimiserName optimiser = first_optimiser(s);
  unless_given(s.steps, default_steps(optimiser));
  unless_given(s.step_size, default_of<&FitConfig::step_size>());
  unless_given(s.starts, follows_modes(optimiser) ? 3 : 1);
  unless_given(s.screening, default_of<&FitConfig::screening>());
  if (*s.noise == NoisePolicy::fresh && !takes_fresh_noise(optimiser))
    throw Error(Fault::usage, "noise fresh needs optimiser " + optimisers_for_fresh_noise() +
                                  ": a line search cannot follow an objective that changes at "
                                  "every step");
  settle_prior(s, model, optimiser);
}

void settle_robustness(FitConfig& s, bool bounded) {
  unless_given(s.mass, bounded ? Mass::free : Mass::fixed);
  if (s.mass == Mass::free && !bounded)
    throw Error(Fault::usage, "mass free needs a bounded kernel, and the energy kernel is not");
  const bool stays = *s.noise != NoisePolicy::fresh && !s.resample;
  unless_given(s.trim,
               s.mass == Mass::free && stays && s.device != Device::cuda ? usual_trim : Trim{});
  if (!s.trim->on()) return;
  if (s.mass == Mass::fixed)
    throw Error(Fault::usage,
                "trim needs mass free: a model of all the mass must explain all data; trim none or "
                "mass free will do");
  if (!stays)
    throw Error(Fault::usage,
                "trim needs weights and simulations that stay the same within a draw, which noise "
                "fresh and resample change at every step; trim none will do");
}

}  // namespace surefoot
