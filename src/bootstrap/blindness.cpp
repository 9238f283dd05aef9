#include "bootstrap/blindness.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "data/quantiles.hpp"

namespace surefoot {
namespace {

/// A length that all but outliers lie within, in units of the column scales.
double bulk_of_observations(const Problem& problem) {
  const Sample& x = *problem.data->observations;
  double widest = 0.0;
  for (int c = 0; c < x.dimension(); ++c)
    widest = std::max(widest, (column_quantile(x, c, 0.95) - column_quantile(x, c, 0.05)) /
                                  problem.data->column_scale[static_cast<std::size_t>(c)]);
  for (const double l : problem.comparison->lengthscales) widest = std::max(widest, l);
  return widest;
}

/// What a step there and back does to the simulations.
struct Moves {
  std::vector<double> coordinates, weights;
  double step;  // from there to back
};

/// Nothing if the simulator fails.
std::optional<Moves> moves_along(const Problem& problem, DrawObjective& objective,
                                 std::span<const double> eta, std::size_t k, double step) {
  const Box box = problem.box();
  std::vector<double> up(eta.begin(), eta.end()), down = up;
  up[k] = std::min(up[k] + step * box.scale[k], box.upper[k]);
  down[k] = std::max(down[k] - step * box.scale[k], box.lower[k]);
  const auto above = objective.model_at(up);
  if (!above) return std::nullopt;
  const auto below = objective.model_at(down);
  if (!below) return std::nullopt;
  Moves moves{above->coordinates(), above->weights(), up[k] - down[k]};
  const std::vector<double> low = below->coordinates();
  for (std::size_t i = 0; i < low.size(); ++i) moves.coordinates[i] -= low[i];
  return moves;
}

/// How simulations move with eta_k: by the simulator's derivatives, or by small
/// differences; empty if neither.
std::vector<double> slopes_along(const Problem& problem, DrawObjective& objective,
                                 std::span<const double> eta, std::size_t k) {
  if (problem.simulation->model.simulator->differentiable())
    return objective.pathwise_slopes(eta, k);
  auto small = moves_along(problem, objective, eta, k, small_step);
  if (!small) return {};
  for (double& move : small->coordinates) move /= small->step;
  return std::move(small->coordinates);
}

/// For each coordinate of eta, the part of what a step of `step` scales there
/// and back does to the simulations that their pathwise derivatives do not
/// explain: 0 for a simulator that follows them, 1 where they see nothing.
/// Empty if the simulator fails or has no derivatives to compare with.
std::vector<double> unexplained_moves(const Problem& problem, DrawObjective& objective,
                                      std::span<const double> eta, double step) {
  const double reach = bulk_of_observations(problem);
  std::vector<double> unexplained;
  for (std::size_t k = 0; k < eta.size(); ++k) {
    const auto moves = moves_along(problem, objective, eta, k, step);
    if (!moves) return {};
    const std::vector<double> slopes = slopes_along(problem, objective, eta, k);
    if (slopes.empty()) return {};
    double missed = 0.0, all = 0.0;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const double move = moves->coordinates[i], predicted = moves->step * slopes[i];
      const double weight = moves->weights[i % moves->weights.size()];
      missed += weight * std::min(std::abs(move - predicted), reach);
      all += weight * std::min(std::max(std::abs(move), std::abs(predicted)), reach);
    }
    unexplained.push_back(missed / (all + 1e-4 * reach));  // moves that matter, not rounding
  }
  return unexplained;
}

}  // namespace

std::vector<std::string> blind_parameters(const Problem& problem, const Mode& mode,
                                          DrawObjective& objective) {
  constexpr double most_unexplained = 0.3;
  objective.begin_data();
  if (!std::isfinite(objective(mode.eta, {}))) return {};
  // What only bends is explained better over a shorter step; what jumps is not.
  const auto far = unexplained_moves(problem, objective, mode.eta, large_step);
  const auto near = unexplained_moves(problem, objective, mode.eta, 0.25 * large_step);
  std::vector<std::string> names;
  std::size_t free = 0;
  for (int k = 0; k < problem.space->parameters.size() && free < std::min(far.size(), near.size());
       ++k) {
    if (problem.settings->fixed.contains(problem.space->parameters[k].name)) continue;
    if (far[free] > most_unexplained && near[free] > most_unexplained)
      names.push_back(problem.space->parameters[k].name);
    ++free;
  }
  return names;
}

}  // namespace surefoot
