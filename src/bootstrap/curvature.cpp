#include "bootstrap/curvature.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/optim/bfgs.hpp>
#include <surefoot/optim/gauss_newton.hpp>

#include "bootstrap/blindness.hpp"

namespace surefoot {
namespace {

constexpr std::uint32_t pilots = 16;

/// Root mean squares of the pilots' steps, coordinate by coordinate; empty if none is finite.  A
/// coordinate that none of them moves (a single observation, an edge) is measured by the box.
std::vector<double> spread_of(const std::vector<std::vector<double>>& steps, const Box& box) {
  if (steps.empty()) return {};
  std::vector<double> sd(box.scale.size(), 0.0);
  for (const auto& step : steps)
    for (std::size_t k = 0; k < sd.size(); ++k)
      sd[k] += step[k] * step[k] / static_cast<double>(steps.size());
  for (std::size_t k = 0; k < sd.size(); ++k)
    sd[k] = sd[k] > 1e-12 * box.scale[k] * box.scale[k] ? std::sqrt(sd[k]) : 0.01 * box.scale[k];
  return sd;
}

/// The first Gauss-Newton steps of the pilots from a mode.
void gauss_newton_spread(const Problem& problem, Mode& mode, DrawObjective& objective) {
  std::vector<std::vector<double>> steps;
  double total = 0.0;
  mode.sd.clear();
  mode.pilots.clear();
  std::vector<double> centre;
  for (std::uint32_t k = 0; k <= pilots; ++k) {
    k == 0 ? objective.begin_data() : objective.begin_draw(DrawObjective::common_draw - k);
    const auto model = objective.model_at(mode.eta);
    if (k > 0)
      mode.pilots.push_back(model ? model->value : std::numeric_limits<double>::infinity());
    if (!model) continue;
    auto residual = residual_of(mode, objective, *model);
    if (k == 0) {
      centre = residual;
      continue;
    }
    if (centre.empty()) return;
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] -= centre[i];
    // Edges do not matter here: the spread is that of draws around an inner point.
    const std::vector<double> low(mode.eta.size(), -std::numeric_limits<double>::infinity());
    const std::vector<double> high(mode.eta.size(), std::numeric_limits<double>::infinity());
    const auto box = problem.box();
    auto step = gauss_newton_step(mode.linear.jacobian, residual, mode.eta, {low, high, box.scale});
    for (std::size_t c = 0; c < step.size(); ++c)  // nobody moves further than the box is wide
      step[c] = std::clamp(step[c], -10.0 * box.scale[c], 10.0 * box.scale[c]);
    const auto p = static_cast<Eigen::Index>(step.size());
    const Eigen::Map<const Eigen::MatrixXd> jacobian(mode.linear.jacobian.data(),
                                                     static_cast<Eigen::Index>(residual.size()), p);
    total += (jacobian * Eigen::Map<const Eigen::VectorXd>(step.data(), p)).squaredNorm();
    steps.push_back(std::move(step));
  }
  mode.sd = spread_of(steps, problem.box());
  if (!steps.empty()) mode.fall = total / static_cast<double>(steps.size());
}

}  // namespace

std::vector<double> residual_of(const Mode& mode, DrawObjective& objective,
                                const EmbeddedModel& model) {
  auto residual = rows_of_model(*mode.linear.landmarks, objective, model, mode.eta);
  const auto target = rows_of_target(*mode.linear.landmarks, objective);
  for (std::size_t i = 0; i < residual.size(); ++i)
    residual[i] = model.mass * residual[i] - target[i];
  return residual;
}

void spread_by_hessian(const Problem& problem, Mode& mode, DrawObjective& objective) {
  mode.sd.clear();
  mode.pilots.clear();
  if (mode.hessian.empty()) return;
  const auto p = static_cast<Eigen::Index>(mode.eta.size());
  const Eigen::LDLT<Eigen::MatrixXd> solver(
      Eigen::Map<const Eigen::MatrixXd>(mode.hessian.data(), p, p));
  double value = 0.0;
  const auto gradient_at_mode = [&] {
    Eigen::VectorXd gradient(p);
    value = objective(mode.eta, {gradient.data(), static_cast<std::size_t>(p)});
    if (!std::isfinite(value)) gradient.setConstant(std::numeric_limits<double>::quiet_NaN());
    return gradient;
  };
  // On an edge of the box, and short of the minimum, the data's own gradient is not 0.
  objective.begin_data();
  const Eigen::VectorXd centre = gradient_at_mode();
  double total = 0.0;
  std::vector<std::vector<double>> steps;
  for (std::uint32_t k = 0; k < pilots; ++k) {
    objective.begin_draw(DrawObjective::common_draw - 1 - k);
    const Eigen::VectorXd change = gradient_at_mode() - centre, step = solver.solve(change);
    mode.pilots.push_back(value);
    if (!step.allFinite()) continue;
    steps.emplace_back(step.begin(), step.end());
    total += 0.5 * change.dot(step);
  }
  mode.sd = spread_of(steps, problem.box());
  if (!steps.empty()) mode.fall = total / static_cast<double>(steps.size());
  // A ten-millionth of the fall is a few ten-thousandths of a standard deviation.
  if (mode.fall > 0.0) mode.tolerance = 1e-7 * mode.fall;
}

double first_tolerance(const Problem& problem) {
  const double n = static_cast<double>(problem.data->observations->size());
  return 1e-7 *
         (problem.comparison->kernel.bounded() ? problem.comparison->kernel.at_zero() : 1.0) /
         (n + 1.0);
}

void complete_by_hessian(const Problem& problem, Mode& mode, DrawObjective& objective) {
  for (int round = 0; round < 2; ++round) {
    objective.begin_data();
    mode.hessian = difference_hessian(objective, mode.eta, problem.box());
    spread_by_hessian(problem, mode, objective);
    if (round > 0) return;
    objective.begin_data();
    const Minimum found =
        solve(problem, OptimiserName::bfgs, objective, mode, *problem.settings->steps);
    if (found.ending == Ending::failed || !(found.value <= mode.value)) return;
    double moved = 0.0;
    for (std::size_t k = 0; k < mode.sd.size(); ++k)
      moved = std::max(moved, std::abs(found.eta[k] - mode.eta[k]) / mode.sd[k]);
    mode.eta = found.eta;
    mode.value = found.value;
    if (moved < 0.1) return;  // the curvature is that of the same place
  }
}

std::int64_t complete_by_differences(const Problem& problem, Mode& mode, DrawObjective& objective,
                                     std::stop_token stop) {
  // Common noise of many points, because this Jacobian serves all draws.
  constexpr int fine_simulations = 4096;
  const Problem fine = with_simulations(problem, std::max(problem.simulations(), fine_simulations));
  const auto differences = make_draw_objective(fine, std::move(stop));
  const Box box = problem.box();
  std::vector<double> step(mode.eta.size(), large_step);
  for (int round = 0; round < 2; ++round) {
    differences->begin_data();
    if (!std::isfinite((*differences)(mode.eta, {}))) return differences->simulator_calls();
    Linearisation linear{std::make_shared<Landmarks>(fine, *differences, mode.eta), {}};
    linear.jacobian = difference_jacobian(fine, *linear.landmarks, *differences, mode.eta, step);
    if (linear.jacobian.empty()) return differences->simulator_calls();
    mode.linear = std::move(linear);
    gauss_newton_spread(problem, mode, objective);
    // From now on over steps of the size that draws take.
    for (std::size_t k = 0; k < mode.sd.size(); ++k)
      step[k] = std::clamp(mode.sd[k] / box.scale[k], 0.02, 1.0);
    // The minimum itself is looked for with as many points: with few it would be that of their
    // noise.
    differences->begin_data();
    const Minimum found =
        solve(fine, OptimiserName::gauss_newton, *differences, mode, *problem.settings->steps);
    if (found.ending == Ending::failed) return differences->simulator_calls();
    mode.eta = found.eta;
    mode.value = found.value;
  }
  return differences->simulator_calls();
}

}  // namespace surefoot
