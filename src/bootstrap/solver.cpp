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

/// Steps by the given Jacobian, which sees what pathwise derivatives miss; then those derivatives,
/// for what they do see; and again as long as the two help each other.
Minimum by_gauss_newton(const Problem& problem, DrawObjective& objective, const Mode& from,
                        int steps) {
  constexpr int rounds = 3, polish = 12;
  DrawResidual residual(objective, *from.linear.landmarks);
  GaussNewton settings{.unit = from.sd};
  Minimum best = minimise(settings, residual, from.eta, problem.box(), from.linear.jacobian);
  for (int round = 0; round < rounds && best.ending != Ending::failed; ++round) {
    Mode here = from;
    here.eta = best.eta;
    const Minimum polished = by_bfgs(problem, objective, here, std::min(steps, polish));
    if (!(polished.value < best.value)) break;
    const Minimum again =
        minimise(settings, residual, polished.eta, problem.box(), from.linear.jacobian);
    const double gain = best.value - std::min(again.value, polished.value);
    best = again.value <= polished.value ? again : polished;
    best.remaining = again.remaining;
    if (gain < 1e-7 * std::abs(best.value)) break;
  }
  if (best.ending != Ending::failed)
    best.ending = best.remaining <= certified_move ? Ending::converged : Ending::step_limit;
  return best;
}

}  // namespace

Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& from, int steps) {
  const FitConfig& s = problem.settings;
  const Box box = problem.box();
  switch (optimiser) {
    case OptimiserName::adam:
      return minimise(Adam{.step_size = *s.step_size}, steps, objective, from.eta, box);
    case OptimiserName::sgd:
      return minimise(Sgd{.step_size = *s.step_size}, steps, objective, from.eta, box);
    case OptimiserName::gauss_newton:
      return by_gauss_newton(problem, objective, from, steps);
    default: {
      const Minimum found = by_bfgs(problem, objective, from, steps);
      if (found.ending != Ending::step_limit || found.steps >= steps) return found;
      return by_pattern(problem, objective, from, found);
    }
  }
}

}  // namespace surefoot
