#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <surefoot/optim/bfgs.hpp>

namespace surefoot {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

std::span<const double> view(const Vector& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
std::span<double> view(Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

Vector project(Vector x, const Box& box) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x[i] = std::clamp(x[i], box.lower[static_cast<std::size_t>(i)],
                      box.upper[static_cast<std::size_t>(i)]);
  return x;
}

/// A Hessian for which the first step moves no coordinate by more than its scale.
Matrix first_hessian(const Vector& gradient, const Box& box) {
  const Eigen::Index p = gradient.size();
  double steepest = 0.0;
  for (Eigen::Index i = 0; i < p; ++i)
    steepest = std::max(steepest, std::abs(gradient[i]) * box.scale[static_cast<std::size_t>(i)]);
  Vector diagonal(p);
  for (Eigen::Index i = 0; i < p; ++i) {
    const double scale = box.scale[static_cast<std::size_t>(i)];
    diagonal[i] = std::max(steepest, 1e-300) / (scale * scale);
  }
  return diagonal.asDiagonal();
}

/// The coordinates that a descent step may move: not those on an edge that it would leave.
std::vector<Eigen::Index> free_coordinates(const Vector& x, const Vector& gradient,
                                           const Box& box) {
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const bool stuck =
        (x[i] <= box.lower[k] && gradient[i] > 0.0) || (x[i] >= box.upper[k] && gradient[i] < 0.0);
    if (!stuck) free.push_back(i);
  }
  return free;
}

/// The Newton step of the quadratic model on the free coordinates, cut to five scales.
Vector model_step(const Matrix& hessian, const Vector& gradient,
                  const std::vector<Eigen::Index>& free, const Box& box) {
  const auto count = static_cast<Eigen::Index>(free.size());
  Matrix reduced(count, count);
  Vector slope(count);
  for (Eigen::Index r = 0; r < count; ++r) {
    slope[r] = gradient[free[static_cast<std::size_t>(r)]];
    for (Eigen::Index c = 0; c < count; ++c)
      reduced(r, c) = hessian(free[static_cast<std::size_t>(r)], free[static_cast<std::size_t>(c)]);
  }
  const Vector solution = reduced.ldlt().solve(-slope);
  Vector step = Vector::Zero(gradient.size());
  double longest = 1.0;
  for (Eigen::Index r = 0; r < count; ++r) {
    const auto i = free[static_cast<std::size_t>(r)];
    step[i] = solution[r];
    longest = std::max(longest, std::abs(step[i]) / (5.0 * box.scale[static_cast<std::size_t>(i)]));
  }
  return step / longest;
}

/// The largest coordinate of a move, in units; none without units.
double longest_move(const Vector& move, std::span<const double> unit) {
  if (unit.empty()) return std::numeric_limits<double>::quiet_NaN();
  double longest = 0.0;
  for (Eigen::Index i = 0; i < move.size(); ++i)
    longest = std::max(longest, std::abs(move[i]) / unit[static_cast<std::size_t>(i)]);
  return longest;
}

struct Point {
  Vector x;
  double value;
  Vector gradient;
};

/// Backtracking along the projected path, with one wish more: where the slope at an accepted full
/// step is still almost as steep as at the start, the step is doubled while that helps.
class LineSearch {
 public:
  LineSearch(Objective& objective, const Box& box, double noise)
      : objective_(objective), box_(box), noise_(noise) {}

  /// The next point, or nothing if no decrease was found along the step.
  bool search(const Point& from, const Vector& step, Point& to) {
    constexpr int most_cuts = 12, most_doublings = 6;
    const double slope = from.gradient.dot(step);
    double length = 1.0;
    for (int cut = 0; cut < most_cuts; ++cut) {
      to = at(from, step, length);
      if (accepted(from, to)) {
        if (cut > 0) return true;
        for (int twice = 0; twice < most_doublings; ++twice) {
          if (to.gradient.dot(step) > 0.9 * slope) return true;
          length *= 2.0;
          Point further = at(from, step, length);
          if (!accepted(from, further) || further.value >= to.value) return true;
          to = std::move(further);
        }
        return true;
      }
      length *= shorter(from, to, slope * length);
    }
    return false;
  }

 private:
  Point at(const Point& from, const Vector& step, double length) {
    Point point{project(from.x + length * step, box_), 0.0, Vector(from.x.size())};
    point.value = objective_(view(std::as_const(point.x)), view(point.gradient));
    if (!point.gradient.allFinite()) point.value = std::numeric_limits<double>::infinity();
    return point;
  }

  bool accepted(const Point& from, const Point& to) const {
    const double expected = 1e-4 * from.gradient.dot(to.x - from.x);  // Armijo
    return to.value <= from.value + std::min(expected, 0.0) + noise_ * std::abs(from.value);
  }

  /// The minimum of the parabola through both values and the first slope, within [0.1, 0.5].
  static double shorter(const Point& from, const Point& to, double slope) {
    if (!std::isfinite(to.value)) return 0.1;
    const double curvature = to.value - from.value - slope;
    return curvature > 0.0 ? std::clamp(-0.5 * slope / curvature, 0.1, 0.5) : 0.5;
  }

  Objective& objective_;
  const Box& box_;
  double noise_;
};

void update(Matrix& hessian, const Vector& s, const Vector& y, const Box& box, bool first) {
  const double sy = s.dot(y);
  // Lengths are compared in scales of the box, since coordinates may have any units.
  const Eigen::Map<const Vector> scale(box.scale.data(), s.size());
  const double size = s.cwiseQuotient(scale).norm() * y.cwiseProduct(scale).norm();
  if (!(sy > 1e-10 * size)) return;               // no curvature to learn from
  if (first) hessian *= sy / s.dot(hessian * s);  // the curvature along the first step
  const Vector hs = hessian * s;
  hessian += y * y.transpose() / sy - hs * hs.transpose() / s.dot(hs);
}

}  // namespace

double projected_norm(std::span<const double> eta, std::span<const double> gradient,
                      const Box& box) {
  double square = 0.0;
  for (std::size_t i = 0; i < eta.size(); ++i) {
    const bool stuck = (eta[i] <= box.lower[i] && gradient[i] > 0.0) ||
                       (eta[i] >= box.upper[i] && gradient[i] < 0.0);
    if (!stuck) square += gradient[i] * gradient[i];
  }
  return std::sqrt(square);
}

Minimum minimise(const Bfgs& settings, Objective& objective, std::span<const double> start,
                 const Box& box, std::vector<double>& hessian_values) {
  const auto p = static_cast<Eigen::Index>(start.size());
  Point here{project(Eigen::Map<const Vector>(start.data(), p), box), 0.0, Vector::Zero(p)};
  here.value = objective(view(std::as_const(here.x)), view(here.gradient));

  Minimum result;
  const auto finish = [&](Ending ending, int steps) {
    result.eta.assign(here.x.begin(), here.x.end());
    result.value = here.value;
    result.gradient_norm =
        projected_norm(view(std::as_const(here.x)), view(std::as_const(here.gradient)), box);
    result.steps = steps;
    result.ending = ending;
    return result;
  };
  if (!std::isfinite(here.value) || !here.gradient.allFinite()) return finish(Ending::failed, 0);

  const bool given = hessian_values.size() == static_cast<std::size_t>(p * p);
  Matrix hessian = given ? Matrix(Eigen::Map<const Matrix>(hessian_values.data(), p, p))
                         : first_hessian(here.gradient, box);
  bool fresh = !given;
  // An objective with jumps, or with gradients that miss part of it, can be walked along for ever:
  // ten steps that together gain less than ten thousand times the tolerance are enough.
  constexpr int patience = 10;
  constexpr double least_gain = 1000.0;
  double value_then = here.value;
  LineSearch line(objective, box, settings.noise);
  Ending ending = Ending::step_limit;
  int step = 0;
  for (; step < settings.steps; ++step) {
    if (step > 0 && step % patience == 0) {
      const double least =
          std::max(least_gain * settings.tolerance, settings.noise * std::abs(here.value));
      if (value_then - here.value <= patience * least) break;
      value_then = here.value;
    }
    const auto free = free_coordinates(here.x, here.gradient, box);
    if (free.empty()) {
      result.remaining = settings.unit.empty() ? result.remaining : 0.0;
      ending = Ending::converged;
      break;
    }
    const Vector direction = model_step(hessian, here.gradient, free, box);
    const double predicted = -0.5 * here.gradient.dot(direction);
    result.remaining = longest_move(direction, settings.unit);
    const bool small = result.remaining <= settings.small_move || predicted <= settings.tolerance;
    if (std::isfinite(predicted) && predicted >= 0.0 && small) {
      ending = Ending::converged;
      break;
    }
    Point next;
    if (!(predicted > 0.0) || !line.search(here, direction, next)) {
      if (fresh) {  // not even steepest descent goes down: the rounding is all that is left
        ending = predicted <= settings.noise * std::abs(here.value) ? Ending::converged
                                                                    : Ending::step_limit;
        break;
      }
      hessian = first_hessian(here.gradient, box);
      fresh = true;
      continue;
    }
    update(hessian, next.x - here.x, next.gradient - here.gradient, box, fresh);
    fresh = false;
    here = std::move(next);
  }
  hessian_values.assign(hessian.data(), hessian.data() + hessian.size());
  return finish(ending, step);
}

std::vector<double> difference_hessian(Objective& objective, std::span<const double> eta,
                                       const Box& box) {
  const auto p = static_cast<Eigen::Index>(eta.size());
  const Vector x = Eigen::Map<const Vector>(eta.data(), p);
  Matrix hessian(p, p);
  Vector above(p), below(p);
  for (Eigen::Index i = 0; i < p; ++i) {
    const double h = 1e-3 * box.scale[static_cast<std::size_t>(i)];
    Vector up = x, down = x;
    up[i] += h;
    down[i] -= h;
    up = project(up, box);
    down = project(down, box);
    const double top = objective(view(std::as_const(up)), view(above));
    const double bottom = objective(view(std::as_const(down)), view(below));
    if (!std::isfinite(top) || !std::isfinite(bottom)) return {};
    hessian.col(i) = (above - below) / (up[i] - down[i]);
  }
  if (!hessian.allFinite()) return {};
  const Matrix symmetric = 0.5 * (hessian + hessian.transpose());
  // Eigenvalues are compared on the scale of the box, where they are of one order.
  Vector scale = Eigen::Map<const Vector>(box.scale.data(), p);
  const Matrix scaled = scale.asDiagonal() * symmetric * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scaled);
  const double largest = eigen.eigenvalues().cwiseAbs().maxCoeff();
  if (!(largest > 0.0)) return {};
  const Vector values = eigen.eigenvalues().cwiseAbs().cwiseMax(1e-6 * largest);
  const Vector inverse = scale.cwiseInverse();
  const Matrix positive =
      inverse.asDiagonal() *
      (eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose()) *
      inverse.asDiagonal();
  return {positive.data(), positive.data() + positive.size()};
}

}  // namespace surefoot
