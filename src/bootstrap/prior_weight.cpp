#include "bootstrap/prior_weight.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include <surefoot/error.hpp>

#include "bootstrap/curvature.hpp"
#include "bootstrap/screening.hpp"

namespace surefoot {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Eigen::Map<const Matrix> jacobian_of(const Mode& mode) {
  const auto p = static_cast<Eigen::Index>(mode.eta.size());
  return {mode.linear.jacobian.data(), static_cast<Eigen::Index>(mode.linear.jacobian.size()) / p,
          p};
}

/// The Hessian at a mode, or what Gauss-Newton takes for it; empty if unknown.
Matrix curvature_of(const Mode& mode) {
  const auto p = static_cast<Eigen::Index>(mode.eta.size());
  if (mode.linear.landmarks) return 2.0 * jacobian_of(mode).transpose() * jacobian_of(mode);
  if (mode.hessian.empty()) return {};
  return Eigen::Map<const Matrix>(mode.hessian.data(), p, p);
}

/// The gradient of the objective in force at a mode, in scales of the box; nothing where it has
/// none.
std::optional<Vector> gradient_at(const Mode& mode, const Vector& scale, DrawObjective& objective) {
  Vector gradient(scale.size());
  if (mode.linear.landmarks) {
    const auto model = objective.model_at(mode.eta);
    if (!model) return std::nullopt;
    const auto residual = residual_of(mode, objective, *model);
    gradient =
        2.0 * jacobian_of(mode).transpose() *
        Eigen::Map<const Vector>(residual.data(), static_cast<Eigen::Index>(residual.size()));
  } else if (!std::isfinite(objective(
                 mode.eta, {gradient.data(), static_cast<std::size_t>(gradient.size())}))) {
    return std::nullopt;
  }
  gradient.array() *= scale.array();
  if (!gradient.allFinite()) return std::nullopt;
  return gradient;
}

/// The mean fall of draws from a mode for each direction that is not flat; nothing if all are.
std::optional<double> fall_of_draws(const Mode& mode, const Vector& scale,
                                    DrawObjective& objective) {
  objective.begin_data();
  const auto centre = gradient_at(mode, scale, objective);
  if (!centre) return std::nullopt;
  return fall_per_direction(
      curvature_of(mode), scale,
      [&](std::uint32_t draw, const Matrix& directions) -> std::optional<Vector> {
        objective.begin_draw(draw);
        const auto gradient = gradient_at(mode, scale, objective);
        if (!gradient) return std::nullopt;
        return directions.transpose() * (*gradient - *centre);
      });
}

}  // namespace

double prior_weight(const Problem& problem, Modes& modes, std::stop_token stop) {
  const Mode& mode = modes.list.front();
  const Box box = problem.box();
  const Vector scale =
      Eigen::Map<const Vector>(box.scale.data(), static_cast<Eigen::Index>(box.scale.size()));
  if (!curvature_of(mode).allFinite() || curvature_of(mode).size() == 0)
    throw Error(Fault::data,
                "a prior is weighed by the curvature at the minimum on the observations, but the "
                "simulator fails beside it; bounds that leave that place out, another start or no "
                "prior will do");
  std::optional<double> fall;
  SearchWorkers workers = search_workers(problem, std::move(stop));
  workers.run(1, [&](std::size_t, DrawObjective& objective) {
    fall = fall_of_draws(mode, scale, objective);
  });
  modes.simulator_calls += workers.simulator_calls();
  return weight_of_fall(problem, fall);
}

std::optional<double> fall_per_direction(
    const Matrix& hessian, const Vector& scale,
    const std::function<std::optional<Vector>(std::uint32_t draw, const Matrix& directions)>&
        gradient_along) {
  constexpr double flat = 1e-6;  // of the largest curvature, in scales of the box
  // Enough to know the fall to 9 %: it is a mean of squares, one a direction and draw.
  constexpr int squares = 256, fewest = 32;
  const auto p = static_cast<int>(scale.size());
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scale.asDiagonal() * hessian *
                                                    scale.asDiagonal());
  const Vector& rises = eigen.eigenvalues();
  const double least = flat * rises.maxCoeff();
  const auto directions = (rises.array() > least).count();
  if (directions == 0) return std::nullopt;
  double total = 0.0;
  int draws = 0;
  for (int k = 0; k < std::max(squares / p, fewest); ++k) {
    const auto along = gradient_along(
        BootstrapObjective::common_draw - 1 - static_cast<std::uint32_t>(k), eigen.eigenvectors());
    if (!along) continue;
    for (Eigen::Index i = 0; i < rises.size(); ++i)
      if (rises[i] > least) total += 0.5 * (*along)[i] * (*along)[i] / rises[i];
    ++draws;
  }
  if (draws == 0) return std::nullopt;
  return total / (static_cast<double>(directions) * draws);
}

double weight_of_fall(const Problem& problem, std::optional<double> fall) {
  // Where data say nothing any weight gives the prior; this is the size of MMD^2 between samples.
  const double usual = 1e7 * first_tolerance(problem), least = 1e-6 * usual;
  return fall ? std::max(*fall, least) : usual;
}

std::vector<double> prior_shares(const Problem& problem, const Modes& modes) {
  const Mode& mode = modes.list.front();
  return prior_shares(*problem.parameter_prior, problem.space->parameters.size(), mode.eta,
                      curvature_of(mode));
}

std::vector<double> prior_shares(const RandomisedPrior& prior, int parameters,
                                 std::span<const double> eta, const Matrix& hessian) {
  std::vector<double> shares(static_cast<std::size_t>(parameters), 0.0);
  const Matrix inverse = hessian.inverse();
  for (const RandomisedPrior::Term& term : prior.terms()) {
    const double slope = prior.score(term, eta).slope;
    const auto k = static_cast<Eigen::Index>(term.coordinate);
    // The minimum under a prior is none of the data alone, which may bend downwards there.
    const double share = 2.0 * prior.weight() * slope * slope * inverse(k, k);
    shares[term.parameter] = std::clamp(share, 0.0, 1.0);
  }
  return shares;
}

}  // namespace surefoot
