#include "check/score_observations.hpp"

#include <algorithm>
#include <cmath>

#include "bootstrap/mmd_settings.hpp"
#include "bootstrap/trimming.hpp"
#include "bootstrap/workers.hpp"

namespace surefoot {
namespace {

double tau_of_scores(const Problem& problem) {
  return problem.settings->trim->on() ? problem.settings->trim->tau : usual_trim.tau;
}

/// The problem with the kernel that trimming looks with, whether it trims or not.
Problem scored_problem(const Problem& problem) {
  return with_robustness(problem, *problem.settings->mass, Trim{tau_of_scores(problem)});
}

/// A quantile of values that are put in order for it.
double sorted_quantile(std::vector<double>& values, double probability) {
  const auto at = static_cast<std::ptrdiff_t>(std::lround(probability * double(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

}  // namespace

std::vector<std::size_t> rows_to_score(const Draws& draws) {
  constexpr std::size_t one_in = 8, least = 8, most = 64;
  std::vector<std::size_t> usable;
  for (std::size_t r = 0; r < draws.rows(); ++r)
    if (!is_failed(draws.info[r].status)) usable.push_back(r);
  const std::size_t count =
      std::min(usable.size(), std::clamp(usable.size() / one_in, least, most));
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < count; ++k) rows.push_back(usable[k * usable.size() / count]);
  return rows;
}

void take_shares(const std::vector<std::vector<double>>& shares, std::size_t n,
                 ObservationScores& scores) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    values.clear();
    double sum = 0.0;
    for (const auto& draw : shares) {
      if (draw.empty()) continue;
      values.push_back(draw[i]);
      sum += draw[i];
    }
    scores.inlier.push_back(sum / static_cast<double>(values.size()));
    scores.inlier_low.push_back(sorted_quantile(values, 0.05));
    scores.inlier_high.push_back(sorted_quantile(values, 0.95));
  }
  scores.draws = static_cast<int>(values.size());
}

std::vector<double> inlier_at_best(const Problem& problem, const Modes& modes,
                                   std::stop_token stop) {
  if (!problem.comparison->kernel.bounded() || !follows_modes(modes.optimiser) ||
      modes.list.empty())
    return {};
  const Problem scored = scored_problem(problem);
  const auto objective = make_draw_objective(scored, std::move(stop));
  const std::vector<double>& eta = modes.list.front().eta;
  objective->begin_data();
  const double mass = objective->report(eta).mass;
  const std::size_t n = problem.data->observations->size();
  std::vector<double> inlier;
  if (const AtomFields* fields = objective->atom_fields(eta)) {
    explained_shares(*fields, mass, tau_of_scores(problem), n, inlier);
    inlier.resize(n);
  }
  return inlier;
}

ObservationScores score_observations(const Problem& problem, const Modes& modes, const Draws& draws,
                                     std::int64_t& simulator_calls, std::stop_token stop) {
  const std::vector<std::size_t> rows = rows_to_score(draws);
  ObservationScores scores;
  if (rows.empty()) return scores;
  const double tau = tau_of_scores(problem);
  const Problem scored = scored_problem(problem);
  const std::size_t n = problem.data->observations->size();
  Workers<DrawObjective> workers(problem.settings->threads, nullptr,
                                 [&] { return make_draw_objective(scored, stop); });

  std::vector<std::vector<double>> shares(rows.size());
  workers.run(rows.size(), [&](std::size_t i, DrawObjective& objective) {
    std::vector<double> eta(modes.list.front().eta.size());
    problem.space->parameters.to_optimiser(draws.row(rows[i]), eta);
    objective.begin_draw(draws.index[rows[i]]);
    if (const AtomFields* fields = objective.atom_fields(eta))
      explained_shares(*fields, draws.info[rows[i]].mass, tau, n, shares[i]);
  });
  const bool none = std::all_of(shares.begin(), shares.end(), [](auto& s) { return s.empty(); });
  if (!none) {
    take_shares(shares, n, scores);
    workers.run(1, [&](std::size_t, DrawObjective& objective) {
      objective.begin_data();
      const std::vector<double>& eta = modes.list.front().eta;
      const double mass = objective.report(eta).mass;
      if (const AtomFields* fields = objective.atom_fields(eta))
        scores.witness = witness_scores(*fields, mass, n);
      scores.influence = influences(problem, modes, objective);
    });
    scores.witness.resize(scores.witness.empty() ? 0 : n);
  }
  simulator_calls += workers.simulator_calls();
  return scores;
}

}  // namespace surefoot
