#include "emulator/emulated_scores.hpp"

#include <surefoot/parallel/threads.hpp>

#include "check/influences.hpp"
#include "check/score_observations.hpp"
#include "emulator/emulated_curvature.hpp"

namespace surefoot {
namespace {

Eigen::VectorXd place_of(const EmulatedPosterior& posterior, std::span<const double> theta) {
  Eigen::VectorXd eta(posterior.emulator().region().size());
  posterior.problem().space->parameters.to_optimiser(
      theta, {eta.data(), static_cast<std::size_t>(eta.size())});
  return posterior.emulator().region().u(eta);
}

std::vector<double> influences_by(const EmulatedPosterior& posterior) {
  const EmulatedMinimum& best = posterior.best();
  const EmulatedCurvature curvature = curvature_of(posterior);
  if (!posterior.modes().flat.empty()) return {};
  BestFit fit;
  fit.eta = {best.eta.data(), static_cast<std::size_t>(best.eta.size())};
  fit.hessian = curvature.hessian;
  const Eigen::MatrixXd outputs = posterior.outputs().cast<double>();
  const Eigen::VectorXd field = outputs.transpose() * curvature.level;
  fit.field.assign(field.begin(), field.end());
  fit.slopes = outputs.transpose() * curvature.slopes;
  fit.shares = posterior.shares();
  fit.mass = best.mass;
  fit.mass_setting = *posterior.problem().settings->mass;
  return influences_on(fit, posterior.problem().space->parameters);
}

}  // namespace

std::vector<double> inlier_at_best(const EmulatedPosterior& posterior,
                                   const EmulatedPosterior& scored) {
  const Problem& problem = scored.problem();
  const auto n = static_cast<Eigen::Index>(problem.data->observations->size());
  const Eigen::VectorXd best = scored.emulator().region().u(posterior.best().eta);
  std::vector<double> inlier;
  explained_shares(scored.atom_fields(best, Eigen::VectorXd::Constant(n, 1.0 / double(n))),
                   posterior.best().mass, problem.settings->trim->tau,
                   scored.observations_worth(best), inlier);
  return inlier;
}

ObservationScores emulated_scores(const EmulatedPosterior& posterior,
                                  const EmulatedPosterior& scored, const Draws& draws) {
  const Problem& problem = scored.problem();
  const std::vector<std::size_t> rows = rows_to_score(draws);
  ObservationScores scores;
  if (rows.empty()) return scores;
  const std::size_t n = problem.data->observations->size();
  const auto all = static_cast<Eigen::Index>(n);
  std::vector<std::vector<double>> shares(rows.size());
  for_each_index(problem.settings->threads, rows.size(), [&](std::size_t i) {
    DirichletDraw weights;
    dirichlet_process_draw(problem.data->prior, n, problem.settings->seed, draws.index[rows[i]],
                           weights);
    const Eigen::VectorXd u = place_of(scored, draws.row(rows[i]));
    const Eigen::VectorXd w = Eigen::Map<const Eigen::VectorXd>(weights.weights.data(), all);
    explained_shares(scored.atom_fields(u, w), draws.info[rows[i]].mass,
                     problem.settings->trim->tau, scored.observations_worth(u), shares[i]);
  });
  take_shares(shares, n, scores);
  const Eigen::VectorXd best = scored.emulator().region().u(posterior.best().eta);
  scores.witness =
      witness_scores(scored.atom_fields(best, Eigen::VectorXd::Constant(all, 1.0 / double(n))),
                     posterior.best().mass, scored.observations_worth(best));
  scores.influence = influences_by(posterior);
  return scores;
}

}  // namespace surefoot
