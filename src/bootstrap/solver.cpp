#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/host_evaluator.hpp"
#include "bootstrap/host_plan.hpp"

namespace surefoot {
namespace {

using Solver = DrawSolver<HostEvaluator>;

Solver::Found found_at(std::span<const double> eta, const LoopEnd& end) {
  Solver::Found found(static_cast<int>(eta.size()));
  copy(eta.data(), static_cast<int>(eta.size()), found.eta);
  found.end = end;
  return found;
}

Minimum minimum_of(const Solver::Found& found, std::size_t p) {
  const double* eta = found.eta;
  return minimum_at({eta, eta + p}, found.end);
}

}  // namespace

DrawPlan plan_of(const Problem& problem, OptimiserName optimiser) {
  const FitConfig& s = *problem.settings;
  DrawPlan plan;
  plan.optimiser = optimiser;
  plan.follows_modes = follows_modes(optimiser);
  plan.parameters = problem.space->parameters.free_size();
  plan.steps = *s.steps;
  plan.step_size = *s.step_size;
  plan.noise = problem.comparison->noise;
  plan.bounded = problem.comparison->kernel.bounded();
  plan.differentiable = problem.simulation->model.simulator->differentiable();
  plan.most_solves = optimiser == OptimiserName::gauss_newton
                         ? std::max(*s.starts, solves_along_valleys)
                         : std::numeric_limits<int>::max();
  plan.trims = s.trim->on();
  plan.seed = s.seed;
  return plan;
}

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

Minimum solve_in(const Box& box, const Problem& problem, OptimiserName optimiser,
                 DrawObjective& objective, const Mode& mode, std::span<const double> start,
                 int steps) {
  const HostPlan plan(problem, optimiser, {&mode, 1});
  HostEvaluator evaluate(problem, objective, plan.landmarks());
  Solver solver(plan.plan(), edges_of(box), evaluate);
  return minimum_of(solver.solve(0, start.data(), steps, true), start.size());
}

Minimum solve(const Problem& problem, OptimiserName optimiser, DrawObjective& objective,
              const Mode& mode, std::span<const double> start, int steps) {
  return solve_in(problem.box(), problem, optimiser, objective, mode, start, steps);
}

void refine(const Problem& problem, const Modes& modes, DrawObjective& objective, int mode,
            Minimum& best) {
  const HostPlan plan(problem, modes);
  HostEvaluator evaluate(problem, objective, plan.landmarks());
  Solver::Found found = found_at(best.eta, end_of(best));
  Solver(plan.plan(), edges_of(problem.box()), evaluate).refine(mode, found);
  best = minimum_of(found, best.eta.size());
}

Minimum solve_by_differences(const Problem& problem, DrawObjective& objective,
                             std::span<const double> start) {
  constexpr int rounds = 4, steps = 15;
  const DrawPlan plan = plan_of(problem, OptimiserName::gauss_newton);
  Minimum best;
  best.eta.assign(start.begin(), start.end());
  for (int round = 0; round < rounds; ++round) {
    const std::vector<double> step(start.size(), round < 2 ? 0.3 : 0.1);
    if (!std::isfinite(objective(best.eta, {}))) return best;
    const Landmarks landmarks(problem, objective, best.eta);
    const auto jacobian = difference_jacobian(problem, landmarks, objective, best.eta, step);
    if (jacobian.empty()) return best;
    const int rows = row_count(landmarks, objective);
    const Landmarks* const only[] = {&landmarks};
    HostEvaluator evaluate(problem, objective, only);
    copy(jacobian.data(), static_cast<int>(jacobian.size()), evaluate.picture_room(rows).jacobian);
    Solver::Found found = found_at(best.eta, {});
    Solver(plan, edges_of(problem.box()), evaluate).by_gauss_newton(0, rows, steps, {}, found);
    if (found.end.ending == Ending::failed) return best;
    const bool moved =
        best.ending == Ending::failed || found.end.value < best.value - 1e-4 * std::abs(best.value);
    best = minimum_of(found, start.size());
    if (!moved) break;
  }
  return best;
}

}  // namespace surefoot
