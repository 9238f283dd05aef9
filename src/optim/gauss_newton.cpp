#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <surefoot/optim/gauss_newton.hpp>

namespace surefoot {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

/// The step that minimises |r + J s|^2 + damping |s / scale|^2 |J|^2, by projecting out one after
/// the other the coordinates that would leave the box.  A trifle of damping keeps directions that
/// the residual does not see at all from being taken.
Vector damped_step(const Matrix& jacobian, const Vector& residual, double damping, const Vector& x,
                   const Box& box) {
  constexpr double trifle = 1e-9;
  const Eigen::Index p = x.size();
  const Eigen::Map<const Vector> scale(box.scale.data(), p);
  const Matrix scaled = jacobian * scale.asDiagonal();
  Matrix normal = scaled.transpose() * scaled;
  const Vector slope = scaled.transpose() * residual;
  const double largest = std::max(normal.diagonal().maxCoeff(), 1e-300);
  for (Eigen::Index k = 0; k < p; ++k)
    normal(k, k) += damping * std::max(normal(k, k), 1e-6 * largest) + trifle * largest;
  std::vector<bool> held(at(p), false);
  for (Eigen::Index round = 0; round <= p; ++round) {
    Matrix reduced = normal;
    Vector side = -slope;
    for (Eigen::Index k = 0; k < p; ++k)
      if (held[at(k)]) {
        reduced.row(k).setZero();
        reduced.col(k).setZero();
        reduced(k, k) = 1.0;
        side[k] = 0.0;
      }
    const Vector step = reduced.ldlt().solve(side).cwiseProduct(scale);
    bool fits = true;
    for (Eigen::Index k = 0; k < p; ++k) {
      const bool leaves = (x[k] <= box.lower[at(k)] && step[k] < 0.0) ||
                          (x[k] >= box.upper[at(k)] && step[k] > 0.0);
      if (leaves && !held[at(k)]) {
        held[at(k)] = true;
        fits = false;
      }
    }
    if (fits) return step;
  }
  return Vector::Zero(p);
}

Vector inside(Vector x, const Box& box) {
  for (Eigen::Index k = 0; k < x.size(); ++k)
    x[k] = std::clamp(x[k], box.lower[at(k)], box.upper[at(k)]);
  return x;
}

/// No coordinate by more than five scales.
Vector cut(Vector step, const Box& box) {
  double longest = 1.0;
  for (Eigen::Index k = 0; k < step.size(); ++k)
    longest = std::max(longest, std::abs(step[k]) / (5.0 * box.scale[at(k)]));
  return step / longest;
}

double in_units(const Vector& step, std::span<const double> unit) {
  if (unit.empty()) return std::numeric_limits<double>::infinity();
  double longest = 0.0;
  for (Eigen::Index k = 0; k < step.size(); ++k)
    longest = std::max(longest, std::abs(step[k]) / unit[at(k)]);
  return longest;
}

}  // namespace

std::vector<double> gauss_newton_step(std::span<const double> jacobian,
                                      std::span<const double> residual, std::span<const double> eta,
                                      const Box& box) {
  const auto p = static_cast<Eigen::Index>(eta.size());
  const auto rows = static_cast<Eigen::Index>(residual.size());
  const Vector step = damped_step(Eigen::Map<const Matrix>(jacobian.data(), rows, p),
                                  Eigen::Map<const Vector>(residual.data(), rows), 0.0,
                                  Eigen::Map<const Vector>(eta.data(), p), box);
  return {step.begin(), step.end()};
}

Minimum minimise(const GaussNewton& settings, LeastSquares& objective,
                 std::span<const double> start, const Box& box,
                 std::vector<double> jacobian_values) {
  const auto p = static_cast<Eigen::Index>(start.size());
  const auto rows = static_cast<Eigen::Index>(objective.residuals());
  Matrix jacobian = Eigen::Map<const Matrix>(jacobian_values.data(), rows, p);
  const Eigen::Map<const Vector> scale(box.scale.data(), p);
  Vector x = inside(Eigen::Map<const Vector>(start.data(), p), box), residual(rows), next(rows);
  const auto evaluate = [&](const Vector& point, Vector& into) {
    return objective({point.data(), at(p)}, {into.data(), at(rows)});
  };
  Minimum best;
  best.eta.assign(x.begin(), x.end());
  best.value = evaluate(x, residual);
  if (!std::isfinite(best.value)) return best;

  // Steps that raise the value by a trifle are taken: where it jumps, the way down is not straight.
  constexpr int patience = 3;  // steps in a row without a better value
  const double slack = settings.slack * std::abs(best.value);
  double damping = 1e-3, here = best.value;
  int idle = 0;
  best.ending = Ending::step_limit;
  Vector best_x = x, best_residual = residual;
  while (best.steps < settings.steps && idle < patience) {
    best.remaining = in_units(damped_step(jacobian, residual, 0.0, x, box), settings.unit);
    if (best.remaining <= settings.small_move) break;
    ++best.steps;
    const Vector to = inside(x + cut(damped_step(jacobian, residual, damping, x, box), box), box);
    const double value = evaluate(to, next);
    const Vector move = (to - x).cwiseQuotient(scale);
    if (std::isfinite(value) && move.squaredNorm() > 0.0 &&
        in_units(to - x, settings.unit) > settings.least_lesson) {
      // Broyden's correction, on the scale of the box.
      const Vector surprise = (next - residual) - jacobian * (to - x);
      jacobian += surprise * move.cwiseQuotient(scale).transpose() / move.squaredNorm();
    }
    ++idle;
    if (value < here + slack) {
      damping = std::max((value < here ? 0.2 : 1.0) * damping, 1e-6);
      x = to;
      residual = next;
      here = value;
      if (value < best.value - settings.noise * std::abs(best.value)) {
        if (value < best.value - 0.02 * slack) idle = 0;
        best.value = value;
        best_x = x;
        best_residual = residual;
      }
    } else {
      damping = std::max(10.0 * damping, 1e-2);
    }
  }
  x = best_x;
  residual = best_residual;
  best.eta.assign(x.begin(), x.end());
  // The last steps have corrected the Jacobian since the move was predicted.
  best.remaining = in_units(damped_step(jacobian, residual, 0.0, x, box), settings.unit);
  if (!settings.unit.empty() && best.remaining <= settings.small_move)
    best.ending = Ending::converged;
  return best;
}

}  // namespace surefoot
