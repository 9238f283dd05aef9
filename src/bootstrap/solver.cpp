#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/optim/adam.hpp>
#include <surefoot/optim/bfgs.hpp>
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

Minimum by_bfgs(const Problem& problem, DrawObjective& objective, const Mode& from, int steps) {
  const Bfgs bfgs{
      .steps = steps, .tolerance = from.tolerance, .noise = problem.noise, .unit = from.sd};
  std::vector<double> hessian = from.hessian;
  Minimum found = minimise(bfgs, objective, from.eta, problem.box(), hessian);
  if (found.ending == Ending::step_limit && found.remaining <= certified_move)
    found.ending = Ending::converged;
  return found;
}

/// Values alone, where gradients lead nowhere.
Minimum by_pattern(const Problem& problem, DrawObjective& objective, const Mode& from,
                   const Minimum& start) {
  const PatternSearch search{.noise = problem.noise};
  Minimum found = minimise(search, objective, start.eta, problem.box());
  if (!from.sd.empty() && found.ending == Ending::converged) {
    found.remaining = 0.0;
    for (std::size_t k = 0; k < from.sd.size(); ++k)
      found.remaining =
          std::max(found.remaining, search.mesh * problem.box().scale[k] / from.sd[k]);
  }
  return found.value < start.value ? found : start;
}

/// Steps by the Jacobian of the mode; then, for what could still win, by one of this draw's own.
Minimum by_gauss_newton(const Problem& problem, DrawObjective& objective, const Mode& from,
                        int steps, double to_beat) {
  DrawResidual residual(objective, *from.linear.landmarks);
  const GaussNewton settings{.steps = steps, .unit = from.sd};
  const Box box = problem.box();
  Minimum best = minimise(settings, residual, from.eta, box, from.linear.jacobian);
  if (best.ending == Ending::failed) return best;
  if (best.ending != Ending::converged && best.value < to_beat) {
    std::vector<double> step(from.sd.size());
    for (std::size_t k = 0; k < step.size(); ++k)
      step[k] = std::clamp(0.5 * from.sd[k] / box.scale[k], 0.01, 0.5);
    const auto own = difference_jacobian(problem, *from.linear.landmarks, objective, best.eta, step,
                                         Differences::one_sided);
    const Minimum again = minimise(settings, residual, best.eta, box, own);
    if (again.ending != Ending::failed && again.value <= best.value) best = again;
  }
  if (best.ending == Ending::step_limit && best.steps < steps &&
      best.remaining <= certified_move_of_jumps)
    best.ending = Ending::converged;
  return best;
}

}  // namespace

Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& from, int steps, double to_beat) {
  const FitConfig& s = problem.settings;
  const Box box = problem.box();
  switch (optimiser) {
    case OptimiserName::adam:
      return minimise(Adam{.step_size = *s.step_size}, steps, objective, from.eta, box);
    case OptimiserName::sgd:
      return minimise(Sgd{.step_size = *s.step_size}, steps, objective, from.eta, box);
    case OptimiserName::gauss_newton:
      return by_gauss_newton(problem, objective, from, steps, to_beat);
    default: {
      const Minimum found = by_bfgs(problem, objective, from, steps);
      if (found.ending != Ending::step_limit || found.steps >= steps) return found;
      return by_pattern(problem, objective, from, found);
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
    const Minimum found =
        minimise(GaussNewton{.steps = steps}, residual, best.eta, box, jacobian);
    if (found.ending == Ending::failed) return best;
    const bool moved = best.ending == Ending::failed ||
                       found.value < best.value - 1e-4 * std::abs(best.value);
    best = found;
    if (!moved) break;
  }
  return best;
}

}  // namespace surefoot
