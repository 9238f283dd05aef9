#include "methods/chains.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/mcmc/diagnostics.hpp>

#include "bootstrap/common_settings.hpp"
#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

/// Row r of chain c is draw c * kept + r.
void take_draws(Run& run, const Chains& chains, const ChainSettings& settings, int simulations) {
  Draws& draws = run.result.draws;
  const auto p = static_cast<std::size_t>(run.space.free_size());
  std::vector<double> theta(static_cast<std::size_t>(run.space.size()));
  for (std::size_t c = 0; c < chains.list.size(); ++c)
    for (std::size_t r = 0; r < static_cast<std::size_t>(chains.kept); ++r) {
      run.space.to_natural(std::span(chains.list[c].eta).subspan(r * p, p), theta);
      draws.values.insert(draws.values.end(), theta.begin(), theta.end());
      draws.index.push_back(
          static_cast<std::uint32_t>(c * static_cast<std::size_t>(settings.kept) + r));
      DrawInfo info;
      info.objective = -chains.list[c].log_density[r];
      info.mmd2 = info.gradient_norm = std::numeric_limits<double>::quiet_NaN();
      info.evaluations = settings.thin;
      info.simulator_calls = std::int64_t{settings.thin} * simulations;
      draws.info.push_back(info);
    }
  run.result.chains = draws.rows() > 0 ? settings.chains : 0;
  run.result.acceptance = chains.acceptance;
  // Those of warm-up and starts; the draws have their own.
  run.result.simulator_calls +=
      (chains.steps - static_cast<std::int64_t>(draws.rows()) * settings.thin) * simulations;
}

void warn_about_mixing(const Run& run) {
  constexpr double most_rhat = 1.01, fewest_per_chain = 100.0;  // as Vehtari et al. advise
  const Draws& draws = run.result.draws;
  const int chains = run.result.chains;
  if (chains == 0) return;
  std::vector<std::string> apart, few;
  for (const int k : run.space.free()) {
    std::vector<double> column;
    for (std::size_t r = 0; r < draws.rows(); ++r)
      column.push_back(draws.row(r)[static_cast<std::size_t>(k)]);
    const double rhat = rank_rhat(column, chains), ess = bulk_ess(column, chains);
    const std::string& name = draws.names[static_cast<std::size_t>(k)];
    if (rhat > most_rhat)
      apart.push_back(fmt::format("{} (R-hat {:.3f})", name, rhat));
    else if (ess < fewest_per_chain * chains)
      few.push_back(fmt::format("{} ({:.0f})", name, ess));
  }
  if (!apart.empty())
    run.events.warning(
        fmt::format("the chains do not agree on {}: R-hat should be at most {}; a longer warmup, "
                    "more thin or more draws are needed",
                    fmt::join(apart, ", "), most_rhat));
  if (!few.empty())
    run.events.warning(
        fmt::format("the {} draws are worth few independent ones of {}: {:.0f} for each chain are "
                    "advised; more thin or more draws are needed",
                    draws.rows(), fmt::join(few, ", "), fewest_per_chain));
}

}  // namespace

std::vector<double> prior_draw(const ParameterPrior& prior, std::uint64_t seed, PriorUse use,
                               std::uint32_t chain, std::uint32_t number) {
  Noise noise({seed, chain, number, static_cast<std::uint32_t>(use), Purpose::prior});
  std::vector<double> eta(static_cast<std::size_t>(prior.size()));
  prior.draw(noise, eta);
  return eta;
}

std::vector<double> prior_spread(const ParameterPrior& prior, std::uint64_t seed) {
  constexpr std::uint32_t many = 199;
  const auto p = static_cast<std::size_t>(prior.size());
  std::vector<std::vector<double>> columns(p);
  for (std::uint32_t i = 0; i < many; ++i) {
    const auto eta = prior_draw(prior, seed, PriorUse::start, ~0U, i);
    for (std::size_t k = 0; k < p; ++k) columns[k].push_back(eta[k]);
  }
  std::vector<double> spread;
  for (auto& column : columns) {
    std::sort(column.begin(), column.end());
    spread.push_back(std::max(0.5 * (column[5 * many / 6] - column[many / 6]), 1e-300));
  }
  return spread;
}

ParameterPrior settle_prior(Run& run) {
  FitConfig& s = run.settings;
  if (s.preset == Preset::paper) {
    const PaperSettings& paper = paper_settings(run.model);
    const bool other = s.method == Method::bayes && !paper.bayes_prior.empty();
    unless_given(s.prior, other ? paper.bayes_prior : paper.prior);
  }
  std::string text = s.prior.value_or("");
  ParameterPrior prior = make_parameter_prior(text, run.model, run.space, run.observations);
  s.prior = text;
  return prior;
}

void settle_chains(Run& run) {
  FitConfig& s = run.settings;
  const bool paper = s.preset == Preset::paper;
  unless_given(s.chains, default_of<&FitConfig::chains>());
  unless_given(s.warmup, paper ? 40000 : default_of<&FitConfig::warmup>());
  unless_given(s.thin, paper ? 1 : default_of<&FitConfig::thin>());
  const int chains = *s.chains, rest = s.draws % chains;
  if (rest == 0) return;
  const int below = s.draws - rest, above = below + chains;
  throw Error(
      Fault::usage,
      fmt::format("draws must be a multiple of the {} chains, but is {}; {} would do", chains,
                  s.draws.value(), below > 0 && rest < chains - rest ? below : above));
}

std::vector<std::vector<double>> chain_starts(const Run& run, const ParameterPrior& prior,
                                              std::uint32_t chain) {
  constexpr std::uint32_t of_each = 10;
  const ParameterSpace& space = run.space;
  const std::uint64_t seed = run.settings.seed;
  std::vector<Interval> box;
  if (run.model.search_box) box = run.model.search_box(run.observations);
  std::vector<std::vector<double>> starts;
  std::vector<double> theta(static_cast<std::size_t>(space.size()));
  const auto add = [&](std::vector<double> eta) {
    space.to_natural(eta, theta);
    for (const auto& [name, value] : run.settings.start)
      theta[static_cast<std::size_t>(space.index(name))] = value;
    space.to_optimiser(theta, eta);
    starts.push_back(eta);
  };
  for (std::uint32_t i = 0; i < of_each; ++i)
    add(prior_draw(prior, seed, PriorUse::start, chain, i));
  for (std::uint32_t i = 0; i < of_each && !box.empty(); ++i) {
    Noise noise({seed, chain, i, 0, Purpose::start});
    for (std::size_t k = 0; k < box.size(); ++k)
      theta[k] = box[k].lower + noise.uniform() * (box[k].upper - box[k].lower);
    std::vector<double> eta(static_cast<std::size_t>(space.free_size()));
    space.to_optimiser(theta, eta);
    add(std::move(eta));
  }
  return starts;
}

void draw_by_chains(Run& run, const ParameterPrior& prior,
                    const std::function<std::unique_ptr<LogTarget>(std::uint32_t chain)>& target,
                    int simulations) {
  const FitConfig& s = run.settings;
  const ChainSettings settings{.chains = *s.chains,
                               .kept = s.draws / *s.chains,
                               .warmup = *s.warmup,
                               .thin = *s.thin,
                               .seed = s.seed,
                               .threads = s.threads,
                               .noisy_target = simulations > 0};
  const ChainProblem problem{
      .target = target,
      .starts = [&](std::uint32_t chain) { return chain_starts(run, prior, chain); },
      .spread = prior_spread(prior, s.seed)};
  // Users wait for draws, so the steps of warm-up count as shares of those.
  const auto all = static_cast<std::size_t>(s.draws);
  const auto progress = [&](std::int64_t done, std::int64_t total) {
    const double share = static_cast<double>(done) / static_cast<double>(total);
    if (run.events.progress)
      run.events.progress({static_cast<std::size_t>(share * static_cast<double>(all)), all, 0});
  };
  const Chains chains = run_chains(settings, problem, progress, run.stop);
  if (chains.failure) run.fail(*chains.failure);
  take_draws(run, chains, settings, simulations);
  warn_about_mixing(run);
}

}  // namespace surefoot
