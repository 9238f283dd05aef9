#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/optim/adam.hpp>
#include <surefoot/optim/bfgs.hpp>
#include <surefoot/optim/derivative_free.hpp>
#include <surefoot/optim/first_order.hpp>
#include <surefoot/optim/gauss_newton.hpp>
#include <surefoot/optim/metric_loop.hpp>
#include <surefoot/optim/pattern_search.hpp>
#include <surefoot/optim/sgd.hpp>

#include "bootstrap/value_search.hpp"

namespace surefoot {
namespace {

/// The residual s mu_theta - mu_W of a draw, as its picture.
class DrawResidual final : public LeastSquares {
 public:
  DrawResidual(DrawObjective& objective, const Landmarks& landmarks)
      : objective_(objective), landmarks_(landmarks), target_(landmarks.of_target(objective)) {}

  int residuals() const override { return landmarks_.size(); }
  double operator()(std::span<const double> eta, std::span<double> residual) override {
    const auto model = objective_.model_at(eta);
    if (!model) return std::numeric_limits<double>::infinity();
    const auto picture = landmarks_.of_model(*model);
    for (std::size_t i = 0; i < residual.size(); ++i)
      residual[i] = model->mass * picture[i] - target_[i];
    return model->value;
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

/// Steps along the pathwise gradient in the metric of the embedding: what those derivatives do see,
/// they see exactly, where differences only see it on average.
void polish(const Problem& problem, DrawObjective& objective, const Mode& mode, Minimum& best) {
  const std::size_t p = best.eta.size();
  const MetricOfMode metric = metric_of(mode, problem.box());
  std::vector<double> memory(p * p + 3 * p);
  Call evaluate{objective, p};
  LoopEnd end{best.value, best.gradient_norm};
  metric_loop(evaluate, static_cast<int>(p), edges_of(problem.box()), metric.damped.data(),
              best.eta.data(), end, memory.data());
  best.value = end.value;
  best.gradient_norm = end.gradient_norm;
}

/// Goes on from where the mode's Jacobian led nowhere, by differences there.
void step_by_own_jacobian(const Problem& problem, DrawObjective& objective, const Mode& mode,
                          Minimum& best) {
  const Box box = problem.box();
  std::vector<double> step(mode.sd.size());
  for (std::size_t k = 0; k < step.size(); ++k)
    step[k] = std::clamp(0.5 * mode.sd[k] / box.scale[k], 0.01, 0.5);
  const auto own = difference_jacobian(problem, *mode.linear.landmarks, objective, best.eta, step);
  if (own.empty()) return;
  DrawResidual residual(objective, *mode.linear.landmarks);
  const GaussNewton settings{.steps = *problem.settings.steps, .unit = mode.sd};
  const Minimum found = minimise(settings, residual, best.eta, box, own);
  if (found.ending != Ending::failed && found.value <= best.value) best = found;
}

/// Steps by the Jacobian of the mode, which sees what pathwise derivatives miss.
Minimum by_gauss_newton(const Problem& problem, DrawObjective& objective, const Mode& mode,
                        std::span<const double> start, int steps) {
  DrawResidual residual(objective, *mode.linear.landmarks);
  const GaussNewton settings{.steps = steps, .unit = mode.sd};
  return minimise(settings, residual, start, problem.box(), mode.linear.jacobian);
}

/// A draw's objective around a point, as a function of how far to go along each column of a basis.
class AlongBasis final : public Objective {
 public:
  AlongBasis(DrawObjective& objective, const Box& box, Eigen::MatrixXd basis,
             std::vector<double> centre)
      : objective_(objective), box_(box), basis_(std::move(basis)), centre_(std::move(centre)) {}

  double operator()(std::span<const double> along, std::span<double>) override {
    return objective_(eta(along), {});
  }

  std::vector<double> eta(std::span<const double> along) const {
    const Eigen::VectorXd move =
        basis_ * Eigen::Map<const Eigen::VectorXd>(along.data(), basis_.cols());
    std::vector<double> at = centre_;
    for (std::size_t k = 0; k < at.size(); ++k)
      at[k] = std::clamp(at[k] + move[static_cast<Eigen::Index>(k)], box_.lower[k], box_.upper[k]);
    return at;
  }

 private:
  DrawObjective& objective_;
  Box box_;
  Eigen::MatrixXd basis_;
  std::vector<double> centre_;
};

/// The principal axes, each as long as raises the value by `rise`, but no longer than a scale of
/// the box.
Eigen::MatrixXd axes_of(const MetricOfMode& metric, double rise) {
  const auto p = static_cast<Eigen::Index>(metric.rises.size());
  Eigen::MatrixXd axes = Eigen::Map<const Eigen::MatrixXd>(metric.axes.data(), p, p);
  for (Eigen::Index k = 0; k < p; ++k)
    axes.col(k) *= axis_length(metric.rises[static_cast<std::size_t>(k)], rise);
  return axes;
}

/// A few values around the best point: among the jumps, lower ones lie where no derivative, and no
/// difference over many jumps, points to.
void look_around(const Problem& problem, DrawObjective& objective, const Mode& mode,
                 Minimum& best) {
  const std::size_t p = best.eta.size();
  const Box box = problem.box();
  AlongBasis around(objective, box,
                    axes_of(metric_of(mode, box), jump_of_values * std::abs(best.value)), best.eta);
  const std::vector<double> low(p, -10.0), high(p, 10.0), one(p, 1.0), centre(p, 0.0);
  const DerivativeFreeSearch search{.algorithm = DerivativeFree::sbplx,
                                    .evaluations = values_around(static_cast<int>(p)),
                                    .first = 1.0};
  const Minimum found = minimise(search, around, centre, {low, high, one});
  if (found.ending == Ending::failed || !(found.value < best.value)) return;
  best.value = found.value;
  best.eta = around.eta(found.eta);
}

}  // namespace

MetricOfMode metric_of(const Mode& mode, const Box& box) {
  constexpr double damping = 0.1;
  const auto p = static_cast<Eigen::Index>(mode.eta.size());
  const Eigen::Map<const Eigen::VectorXd> scale(box.scale.data(), p);
  const auto rows = static_cast<Eigen::Index>(mode.linear.jacobian.size()) / p;
  const Eigen::MatrixXd jacobian =
      Eigen::Map<const Eigen::MatrixXd>(mode.linear.jacobian.data(), rows, p) * scale.asDiagonal();
  const Eigen::MatrixXd square = jacobian.transpose() * jacobian;
  Eigen::MatrixXd damped = 2.0 * square;
  damped.diagonal() *= 1.0 + damping;
  damped.diagonal().array() += 1e-6 * damped.diagonal().maxCoeff();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(square);
  const Eigen::MatrixXd axes = scale.asDiagonal() * eigen.eigenvectors();
  return {{damped.data(), damped.data() + damped.size()},
          {axes.data(), axes.data() + axes.size()},
          {eigen.eigenvalues().begin(), eigen.eigenvalues().end()}};
}

Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& mode, std::span<const double> start, int steps) {
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
    case OptimiserName::powell:  // with as many evaluations as the settings allow steps
      return minimise_values(optimiser, steps, s.seed, objective, start, box);
    case OptimiserName::gauss_newton:
      return by_gauss_newton(problem, objective, mode, start, steps);
    default: {
      const Minimum found = by_bfgs(problem, objective, mode, start, steps);
      if (found.ending != Ending::step_limit || found.steps >= steps) return found;
      return by_pattern(problem, objective, mode, found, steps);
    }
  }
}

void refine(const Problem& problem, const Modes& modes, DrawObjective& objective, const Mode& mode,
            Minimum& best) {
  if (modes.optimiser != OptimiserName::gauss_newton || best.ending == Ending::failed) return;
  // Several modes make up for what the Jacobian of one does not see.
  if (modes.list.size() == 1 && best.ending != Ending::converged)
    step_by_own_jacobian(problem, objective, mode, best);
  look_around(problem, objective, mode, best);
  if (problem.model.simulator->differentiable()) polish(problem, objective, mode, best);
  if (best.ending == Ending::step_limit && best.steps < *problem.settings.steps &&
      best.remaining <= certified_move_of_jumps)
    best.ending = Ending::converged;
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
