#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/kernels/lengthscale.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/float_limits.hpp"
#include "data/quantiles.hpp"
#include "methods/chains.hpp"
#include "methods/kernel_score.hpp"
#include "methods/prior_lengthscale.hpp"
#include "methods/score_weight.hpp"
#include "settings/setting_rows.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// log prior - w S(theta): the posterior of Pacchiardi and Dutta.
class ScorePosterior final : public LogTarget {
 public:
  ScorePosterior(const ParameterPrior& prior, double weight, std::unique_ptr<KernelScore> score)
      : prior_(prior),
        weight_(weight),
        score_(std::move(score)),
        theta_(static_cast<std::size_t>(prior.space().size())) {}

  double operator()(std::span<const double> eta) override {
    const double log_prior = prior_.log_density(eta);
    if (log_prior == -infinite) return -infinite;
    prior_.space().to_natural(eta, theta_);
    return log_prior - weight_ * (*score_)(theta_);
  }
  void refresh(std::uint32_t step) override { score_->refresh(step); }
  void restore() override { score_->restore(); }

 private:
  const ParameterPrior& prior_;
  double weight_;
  std::unique_ptr<KernelScore> score_;
  std::vector<double> theta_;
};

/// A wide prior has simulations at quite another scale than the observations.
void warn_about_scale(const Run& run, double lengthscale) {
  constexpr double far = 10.0;
  std::vector<double> ranges;
  for (int c = 0; c < run.observations.dimension(); ++c)
    ranges.push_back(column_quantile(run.observations, c, 0.75) -
                     column_quantile(run.observations, c, 0.25));
  const double widest = *std::max_element(ranges.begin(), ranges.end());
  if (lengthscale < far * widest && widest < far * lengthscale) return;
  run.events.warning(
      fmt::format("lengthscale median-prior is {:.3g}, but the middle half of the observations is "
                  "{:.3g} wide: the score will say little of them; a narrower prior or lengthscale "
                  "median-paper would help",
                  lengthscale, widest));
}

/// The rule of the lengthscale unless one is given.  A prior that is the model's own choice is so
/// wide that it says nothing of the scale of the data.
const char* usual_rule(const FitConfig& s) {
  return s.prior || s.preset == Preset::paper
             ? "median-prior"
             : default_of<&FitConfig::lengthscale, Method::mmd_bayes>();
}

Kernel choose_kernel(Run& run, const ParameterPrior& prior, const std::string& usual) {
  FitConfig& s = run.settings;
  const bool paper = s.preset == Preset::paper;
  unless_given(s.kernel, paper ? run.model.paper->kernel
                               : run.model.kernel.value_or(default_of<&FitConfig::kernel>()));
  unless_given(s.lengthscale, paper ? usual : run.model.lengthscale.value_or(usual));
  const auto lengthscale_of = [&](const std::string& rule) {
    refuse_auto_lengthscale(rule);
    if (rule != "median-prior") return choose_lengthscale(rule, run.observations, s.seed);
    const double lengthscale = median_prior_lengthscale(run, prior);
    warn_about_scale(run, lengthscale);
    return lengthscale;
  };
  return settle_kernel(s, run.kernel, lengthscale_of, run.result.lengthscales);
}

bool floats_suffice(const Run& run) {
  return !blurred_column(column_extents(run.observations, run.result.lengthscales), score_limits);
}

}  // namespace

void mmd_bayes(Run& run) {
  FitConfig& s = run.settings;
  const std::string rule = usual_rule(s);  // before the prior is filled in
  const ParameterPrior prior = settle_prior(run);
  settle_chains(run);
  const Kernel kernel = choose_kernel(run, prior, rule);
  std::shared_ptr<const ClosedForm> closed_form;
  if (!s.simulations && s.preset != Preset::paper && run.model.closed_form)
    closed_form = run.model.closed_form(kernel);
  if (!closed_form)
    unless_given(s.simulations, default_of<&FitConfig::simulations, Method::mmd_bayes>());
  const ScoreProblem problem{.model = run.model,
                             .kernel = kernel,
                             .closed_form = closed_form,
                             .simulations = s.simulations.value_or(0),
                             .seed = s.seed,
                             .floats = floats_suffice(run)};
  if (!s.score_weight && s.preset == Preset::paper) s.score_weight = run.model.paper->score_weight;
  if (!s.score_weight) s.score_weight = calibrate_score_weight(run, prior, problem);

  draw_by_chains(
      run, prior,
      [&](std::uint32_t chain) {
        return std::make_unique<ScorePosterior>(
            prior, *s.score_weight, make_kernel_score(problem, run.observations, chain));
      },
      problem.simulations);
  run.result.simulations_per_draw = problem.simulations;
  run.result.evaluator = closed_form ? "closed-form" : "pairs";
}

}  // namespace surefoot
