#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/optim/adam.hpp>
#include <surefoot/optim/bfgs.hpp>
#include <surefoot/optim/derivative_free.hpp>
#include <surefoot/optim/first_order.hpp>
#include <surefoot/optim/gauss_newton.hpp>
#include <surefoot/optim/pattern_search.hpp>
#include <surefoot/optim/sgd.hpp>

namespace surefoot {
namespace {

/// The residual s mu_theta - mu_W of a draw, as its picture.
class DrawResidual final : public LeastSquares {
 public:
  DrawResidual(DrawObjective& objective, const Landmarks& landmarks)
      : objective_(objective), landmarks_(landmarks), target_(landmarks.of_target(objective)) {}

  int residuals() const override { return landmarks_.size(); }
  double operator()(std::span<const double> eta, std::span<double> residual) override {
    const double value = objective_(eta, {});
    if (!std::isfinite(value)) return value;
    const auto model = landmarks_.of_model(objective_);
    const double mass = objective_.last_mass();
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] = mass * model[i] - target_[i];
    return value;
  }

 private:
  DrawObjective& objective_;
  const Landmarks& landmarks_;
  std::vector<double> target_;
};

Minimum by_bfgs(const Problem& problem, DrawObjective& objective, const Mode& mode,
                std::span<const double> start, int steps) {
  const Bfgs bfgs{
      .steps = steps, .tolerance = mode.tolerance, .noise = problem.noise, .unit = mode.sd};
  std::vector<double> hessian = mode.hessian;
  Minimum found = minimise(bfgs, objective, start, problem.box(), hessian);
  if (found.ending == Ending::step_limit && found.remaining <= certified_move)
    found.ending = Ending::converged;
  // Nothing is left to gain, though some direction may not matter at all: no move to speak of.
  if (found.ending == Ending::converged && found.remaining > certified_move)
    found.remaining = std::numeric_limits<double>::quiet_NaN();
  return found;
}

/// Values alone, where gradients lead nowhere.
Minimum by_pattern(const Problem& problem, DrawObjective& objective, const Mode& mode,
                   const Minimum& start, int steps) {
  const PatternSearch search{.evaluations = 5 * steps, .noise = problem.noise};
  Minimum found = minimise(search, objective, start.eta, problem.box());
  if (!mode.sd.empty() && found.ending == Ending::converged) {
    found.remaining = 0.0;
    for (std::size_t k = 0; k < mode.sd.size(); ++k)
      found.remaining =
          std::max(found.remaining, search.mesh * problem.box().scale[k] / mode.sd[k]);
  }
  return found.value <= start.value ? found : start;
}

/// By NLopt, with as many evaluations as the settings allow steps.
Minimum by_values(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
                  std::span<const double> start, int evaluations) {
  DerivativeFreeSearch search{.evaluations = evaluations, .seed = problem.settings.seed};
  switch (optimiser) {
    case OptimiserName::bobyqa:
      search.algorithm = DerivativeFree::bobyqa;
      break;
    case OptimiserName::sbplx:
      search.algorithm = DerivativeFree::sbplx;
      break;
    case OptimiserName::nelder_mead:
      search.algorithm = DerivativeFree::nelder_mead;
      break;
    default:
      search.algorithm = DerivativeFree::crs2;
  }
  return minimise(search, objective, start, problem.box());
}

/// Damped steps along the pathwise gradient in the metric of the embedding, J'J: what those
/// derivatives do see, they see exactly, where differences only see it on average.
void polish(const Problem& problem, DrawObjective& objective, const Mode& mode, Minimum& best) {
  constexpr int most_steps = 4;
  constexpr double damping = 0.1;
  const auto p = static_cast<Eigen::Index>(best.eta.size());
  const Box box = problem.box();
  const Eigen::Map<const Eigen::VectorXd> scale(box.scale.data(), p);
  const auto rows = static_cast<Eigen::Index>(mode.linear.jacobian.size()) / p;
  const Eigen::MatrixXd jacobian =
      Eigen::Map<const Eigen::MatrixXd>(mode.linear.jacobian.data(), rows, p) * scale.asDiagonal();
  Eigen::MatrixXd metric = 2.0 * jacobian.transpose() * jacobian;
  metric.diagonal() *= 1.0 + damping;
  metric.diagonal().array() += 1e-6 * metric.diagonal().maxCoeff();
  const Eigen::LDLT<Eigen::MatrixXd> solver(metric);

  std::vector<double> eta = best.eta, gradient(eta.size());
  for (int step = 0; step <= most_steps; ++step) {
    const double value = objective(eta, gradient);
    if (step > 0 && !(value < best.value)) return;
    best.value = std::min(best.value, value);
    best.eta = eta;
    best.gradient_norm = projected_norm(eta, gradient, box);
    if (step == most_steps) return;
    const Eigen::VectorXd move = scale.cwiseProduct(
        solver.solve(scale.cwiseProduct(Eigen::Map<const Eigen::VectorXd>(gradient.data(), p))));
    if (!move.allFinite()) return;
    for (std::size_t k = 0; k < eta.size(); ++k)
      eta[k] = std::clamp(eta[k] - move[static_cast<Eigen::Index>(k)], box.lower[k], box.upper[k]);
  }
}

/// Goes on from where the mode's Jacobian led nowhere, by differences there.
void step_by_own_jacobian(const Problem& problem, DrawObjective& objective, const Mode& mode,
                          DrawResidual& residual, const GaussNewton& settings, Minimum& best) {
  const Box box = problem.box();
  std::vector<double> step(mode.sd.size());
  for (std::size_t k = 0; k < step.size(); ++k)
    step[k] = std::clamp(0.5 * mode.sd[k] / box.scale[k], 0.01, 0.5);
  const auto own = difference_jacobian(problem, *mode.linear.landmarks, objective, best.eta, step);
  if (own.empty()) return;
  const Minimum found = minimise(settings, residual, best.eta, box, own);
  if (found.ending != Ending::failed && found.value <= best.value) best = found;
}

/// Steps by the Jacobian of the mode, which sees what pathwise derivatives miss; then, for what
/// could still win, by those.
Minimum by_gauss_newton(const Problem& problem, DrawObjective& objective, const Mode& mode,
                        std::span<const double> start, int steps, double to_beat) {
  DrawResidual residual(objective, *mode.linear.landmarks);
  const GaussNewton settings{.steps = steps, .unit = mode.sd};
  Minimum best = minimise(settings, residual, start, problem.box(), mode.linear.jacobian);
  if (best.ending == Ending::failed) return best;
  const double promising = 2e-4 * std::abs(best.value);  // what the rest may gain
  if (best.ending != Ending::converged && best.value - promising < to_beat)
    step_by_own_jacobian(problem, objective, mode, residual, settings, best);
  if (problem.model.simulator->differentiable() && best.value - promising < to_beat)
    polish(problem, objective, mode, best);
  if (best.ending == Ending::step_limit && best.steps < steps &&
      best.remaining <= certified_move_of_jumps)
    best.ending = Ending::converged;
  return best;
}

}  // namespace

Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& mode, std::span<const double> start, int steps, double to_beat) {
  const FitConfig& s = problem.settings;
  const Box box = problem.box();
  switch (optimiser) {
    case OptimiserName::adam:
      return minimise(Adam{.step_size = *s.step_size}, steps, objective, start, box);
    case OptimiserName::sgd:
      return minimise(Sgd{.step_size = *s.step_size}, steps, objective, start, box);
    case OptimiserName::bobyqa:
    case OptimiserName::sbplx:
    case OptimiserName::nelder_mead:
    case OptimiserName::crs2:
      return by_values(problem, optimiser, objective, start, steps);
    case OptimiserName::gauss_newton:
      return by_gauss_newton(problem, objective, mode, start, steps, to_beat);
    default: {
      const Minimum found = by_bfgs(problem, objective, mode, start, steps);
      if (found.ending != Ending::step_limit || found.steps >= steps) return found;
      return by_pattern(problem, objective, mode, found, steps);
    }
  }
}

Minimum solve_by_differences(const Problem& problem, DrawObjective& objective,
                             std::span<const double> start) {
  constexpr int rounds = 4, steps = 15;
  const Box box = problem.box();
  Minimum best;
  best.eta.assign(start.begin(), start.end());
  for (int round = 0; round < rounds; ++round) {
    const std::vector<double> step(start.size(), round < 2 ? 0.3 : 0.1);
    if (!std::isfinite(objective(best.eta, {}))) return best;
    const Landmarks landmarks(problem, objective, best.eta);
    DrawResidual residual(objective, landmarks);
    const auto jacobian = difference_jacobian(problem, landmarks, objective, best.eta, step);
    if (jacobian.empty()) return best;
    const Minimum found = minimise(GaussNewton{.steps = steps}, residual, best.eta, box, jacobian);
    if (found.ending == Ending::failed) return best;
    const bool moved =
        best.ending == Ending::failed || found.value < best.value - 1e-4 * std::abs(best.value);
    best = found;
    if (!moved) break;
  }
  return best;
}

}  // namespace surefoot
