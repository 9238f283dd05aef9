#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "methods/chains.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// log prior + sum of log densities.
class LogPosterior final : public LogTarget {
 public:
  LogPosterior(const Run& run, const ParameterPrior& prior)
      : likelihood_(*run.model.likelihood),
        observations_(run.observations),
        prior_(prior),
        theta_(static_cast<std::size_t>(prior.space().size())),
        log_densities_(run.observations.size()) {}

  double operator()(std::span<const double> eta) override {
    const double log_prior = prior_.log_density(eta);
    if (log_prior == -infinite) return -infinite;
    prior_.space().to_natural(eta, theta_);
    likelihood_.log_densities(theta_, observations_, log_densities_);
    return std::accumulate(log_densities_.begin(), log_densities_.end(), log_prior);
  }

 private:
  const Likelihood& likelihood_;
  const Sample& observations_;
  const ParameterPrior& prior_;
  std::vector<double> theta_, log_densities_;
};

/// Independent draws of a posterior that is known to be normal.
void draw_exactly(Run& run, const ParameterPrior& prior, const Likelihood::Normal& posterior) {
  LogPosterior target(run, prior);
  std::vector<double> theta(posterior.mean.size());
  std::vector<double> eta(static_cast<std::size_t>(prior.size()));
  for (std::uint32_t b = 0; b < static_cast<std::uint32_t>(run.settings.draws); ++b) {
    if (run.stop.stop_requested()) return;
    Noise noise({run.settings.seed, b, 0, 0, Purpose::proposal});
    for (std::size_t k = 0; k < theta.size(); ++k)
      theta[k] = posterior.mean[k] + posterior.sd[k] * noise.normal();
    DrawInfo info;
    run.space.to_optimiser(theta, eta);
    try {
      info.objective = -target(eta);
    } catch (const Error& error) {
      return run.fail(error);
    }
    info.mmd2 = info.gradient_norm = std::numeric_limits<double>::quiet_NaN();
    info.evaluations = 1;
    run.result.draws.add(b, theta, info);
  }
}

}  // namespace

void bayes(Run& run) {
  if (!run.model.likelihood)
    throw Error(Fault::usage,
                fmt::format("method bayes needs a density, and model {} has none that can be "
                            "computed; npl-mmd, npl-wasserstein, wabc, mmd-abc and mmd-bayes need "
                            "none",
                            run.model.name));
  const ParameterPrior prior = settle_prior(run);
  if (const auto normal = run.model.likelihood->posterior(prior, run.observations)) {
    run.settings.chains.reset();
    run.settings.warmup.reset();
    run.settings.thin.reset();
    return draw_exactly(run, prior, *normal);
  }
  settle_chains(run);
  draw_by_chains(
      run, prior, [&](std::uint32_t) { return std::make_unique<LogPosterior>(run, prior); }, 0);
}

}  // namespace surefoot
