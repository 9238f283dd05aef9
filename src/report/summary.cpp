#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/data/statistics.hpp>
#include <surefoot/mcmc/diagnostics.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/version.hpp>

#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

constexpr double alarming_fraction = 0.05;  // of failed draws

ParameterSummary describe(std::string name, std::vector<double> values) {
  ParameterSummary s{.name = std::move(name)};
  if (values.empty()) return s;
  const auto count = static_cast<double>(values.size());
  std::sort(values.begin(), values.end());
  s.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() > 1) {
    double squares = 0.0;
    for (const double v : values) squares += (v - s.mean) * (v - s.mean);
    s.sd = std::sqrt(squares / (count - 1.0));
    s.mcse = s.sd / std::sqrt(count);
  }
  s.q025 = quantile(values, 0.025);
  s.q05 = quantile(values, 0.05);
  s.q25 = quantile(values, 0.25);
  s.q50 = quantile(values, 0.5);
  s.q75 = quantile(values, 0.75);
  s.q95 = quantile(values, 0.95);
  s.q975 = quantile(values, 0.975);
  return s;
}

/// The same of a quantity that lies chain by chain.
ParameterSummary describe_chains(std::string name, const std::vector<double>& values, int chains) {
  ParameterSummary s = describe(std::move(name), values);
  s.ess = bulk_ess(values, chains);
  s.rhat = rank_rhat(values, chains);
  s.mcse = s.sd / std::sqrt(mean_ess(values, chains));
  return s;
}

/// The same of particles, of which only the distinct ones say something.
ParameterSummary describe_particles(std::string name, const std::vector<double>& values,
                                    int distinct) {
  ParameterSummary s = describe(std::move(name), values);
  s.mcse = s.sd / std::sqrt(static_cast<double>(distinct));
  return s;
}

ParameterSummary describe_parameter(const Fit& fit, std::string name,
                                    const std::vector<double>& values) {
  if (fit.chains > 0) return describe_chains(std::move(name), values, fit.chains);
  if (!fit.history.empty())
    return describe_particles(std::move(name), values, fit.history.back().unique);
  return describe(std::move(name), values);
}

template <class Value>
std::vector<double> gather(const std::vector<std::size_t>& rows, Value&& value) {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const std::size_t r : rows) values.push_back(value(r));
  return values;
}

std::vector<std::pair<DrawStatus, std::size_t>> count_statuses(const Draws& draws) {
  std::vector<std::pair<DrawStatus, std::size_t>> counts;
  for (const DrawStatus s :
       {DrawStatus::converged, DrawStatus::box_edge, DrawStatus::undetermined,
        DrawStatus::step_limit, DrawStatus::diverged, DrawStatus::simulator_failed}) {
    const auto count = std::count_if(draws.info.begin(), draws.info.end(),
                                     [s](const DrawInfo& info) { return info.status == s; });
    counts.emplace_back(s, static_cast<std::size_t>(count));
  }
  return counts;
}

std::string alarm(std::size_t failed, std::size_t draws) {
  const double fraction = static_cast<double>(failed) / static_cast<double>(draws);
  if (!(fraction > alarming_fraction)) return {};  // also without draws, where it is NaN
  return fmt::format(
      "{} of {} draws failed ({:.1f} %): the posterior below is that of the others and may mislead",
      failed, draws, 100.0 * fraction);
}

void describe_minimisation(const Fit& fit, Summary& s) {
  const std::size_t p = fit.draws.names.size();
  for (std::size_t k = 0; k < fit.mode_objectives.size() && (k + 1) * p <= fit.modes.size(); ++k) {
    const auto from = fit.modes.begin() + static_cast<std::ptrdiff_t>(k * p);
    s.modes.push_back({{from, from + static_cast<std::ptrdiff_t>(p)}, fit.mode_objectives[k], 0});
  }
  for (const DrawInfo& info : fit.draws.info) {
    if (is_failed(info.status)) continue;
    if (static_cast<std::size_t>(info.mode) < s.modes.size())
      ++s.modes[static_cast<std::size_t>(info.mode)].draws;
    s.solved_again += info.resolved;
    s.improved += info.improved;
    if (is_converged(info.status) && !(info.remaining_move <= s.remaining_move))
      s.remaining_move = info.remaining_move;
  }
  s.simulation_share = fit.simulation_share;
  s.blind = fit.blind;
  s.data_weight = fit.data_weight;
  s.prior_shares = fit.prior_shares;
  s.undetermined = fit.undetermined;
}

}  // namespace

double normalised_error(std::span<const double> estimate, std::span<const double> theta) {
  double squares = 0.0, sum = 0.0;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    squares += (estimate[k] - theta[k]) * (estimate[k] - theta[k]);
    sum += theta[k];
  }
  return squares / sum;
}

std::vector<std::size_t> usable_rows(const Draws& draws) {
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < draws.rows(); ++r) {
    const auto row = draws.row(r);
    // A status and a row can disagree only through a fault of ours; believing the row as well
    // keeps a NaN out of every number.
    const bool finite =
        std::all_of(row.begin(), row.end(), [](double v) { return std::isfinite(v); });
    if (finite && !is_failed(draws.info[r].status)) rows.push_back(r);
  }
  return rows;
}

Summary summarise(const Fit& fit) {
  const Draws& draws = fit.draws;
  const auto rows = usable_rows(draws);
  Summary s;
  s.model = fit.model;
  s.method = to_word(fit.settings.method);
  s.draws = draws.rows();
  s.requested_draws = static_cast<std::size_t>(std::max(fit.settings.draws.value(), 0));
  s.partial = fit.partial;
  s.minimises = applies<&FitConfig::optimiser>(fit.settings.method);
  s.has_mmd2 = fit.settings.method == Method::npl_mmd;
  s.has_kernel = applies<&FitConfig::kernel>(fit.settings.method);
  s.chains = fit.chains;
  s.acceptance = fit.acceptance;
  s.history = fit.history;
  const bool with_data = fit.observations.size() > 0;
  s.observations = with_data ? fit.observations.size() : fit.left_out;
  s.dimension = with_data ? fit.observations.dimension() : fit.predictive.columns();
  s.seed = fit.settings.seed;
  for (std::size_t k = 0; k < draws.names.size(); ++k) {
    const auto values = gather(rows, [&](std::size_t r) { return draws.row(r)[k]; });
    s.parameters.push_back(describe_parameter(fit, draws.names[k], values));
  }
  if (fit.settings.mass == Mass::free)
    s.mass = describe("mass", gather(rows, [&](std::size_t r) { return draws.info[r].mass; }));
  const auto count_of = [&](DrawStatus status) {
    return static_cast<std::size_t>(
        std::count_if(draws.info.begin(), draws.info.end(),
                      [&](const DrawInfo& info) { return info.status == status; }));
  };
  s.converged = count_of(DrawStatus::converged);
  s.on_edge = count_of(DrawStatus::box_edge);
  s.failed = draws.rows() - rows.size();
  s.statuses = count_statuses(draws);
  s.mmd2 = describe("mmd2", gather(rows, [&](std::size_t r) { return draws.info[r].mmd2; }));
  if (s.minimises) describe_minimisation(fit, s);
  s.evaluator = fit.evaluator;
  s.lengthscales = fit.lengthscales;
  s.simulations_per_draw = fit.simulations_per_draw;
  s.simulator_calls = fit.simulator_calls;
  s.seconds = fit.seconds;
  s.threads = fit.threads;
  s.device = fit.device;
  s.settings = settings_in_force(fit.settings);
  s.given = fit.given;
  s.version = fit.version.empty() ? std::string(version()) : fit.version;
  s.alarm = alarm(s.failed, s.draws);
  s.findings = findings(fit);
  s.calibration = fit.calibration;
  if (fit.check) s.test = fit.check->test;
  s.warnings = fit.warnings;
  return s;
}

}  // namespace surefoot
