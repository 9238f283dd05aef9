#pragma once

#include <surefoot/optim/linear.hpp>
#include <surefoot/optim/loop.hpp>

namespace surefoot {

/// Gauss-Newton steps, damped as Levenberg and Marquardt do, with a Jacobian
/// that is given and then only corrected by what the steps show (Broyden): no
/// derivative is asked for, so a function may have jumps, and its derivatives
/// may miss what moves it.
///
/// Converged when the undamped step is below `small_move` times `unit` in every
/// coordinate.  Without units nothing counts as small, and it goes on until no
/// step helps.
struct GaussNewton {
  int steps = 60;
  double noise = 1e-9;  // relative decrease that counts as none
  double slack = 2e-5;  // relative increase of a step that is taken nonetheless
  std::span<const double> unit = {};
  double small_move = 1e-3;
  double least_lesson = 0.1;  // moves shorter than this, in units, may show nothing but jumps
};

/// A residual of `rows` numbers and its Jacobian in p parameters, column by
/// column, with room to solve for steps in.
struct LinearModel {
  int rows;
  int p;
  double* jacobian;
  double* memory;  // room(p) numbers

  SUREFOOT_HD static constexpr int room(int p) { return 2 * p * p + 2 * p; }

  /// The step that minimises |r + J s|^2 + damping |s / scale|^2 |J|^2, by projecting out one after
  /// the other the coordinates that would leave the box.  A trifle of damping keeps directions that
  /// the residual does not see at all from being taken.
  SUREFOOT_HD void step(const double* residual, double damping, const double* x, const Edges& box,
                        double* into) const {
    constexpr double trifle = 1e-9;
    double *normal = memory, *reduced = memory + p * p, *slope = reduced + p * p, *held = slope + p;
    double largest = 1e-300;
    for (int i = 0; i < p; ++i) {
      const double* column = jacobian + i * rows;
      slope[i] = box.scale[i] * dot(column, residual, rows);
      for (int j = 0; j <= i; ++j)
        normal[i * p + j] = normal[j * p + i] =
            box.scale[i] * box.scale[j] * dot(column, jacobian + j * rows, rows);
      largest = max(largest, normal[i * p + i]);
    }
    for (int k = 0; k < p; ++k)
      normal[k * p + k] += damping * max(normal[k * p + k], 1e-6 * largest) + trifle * largest;
    for (int k = 0; k < p; ++k) held[k] = 0.0;
    for (int round = 0; round <= p; ++round) {
      for (int i = 0; i < p; ++i) {
        const bool out = held[i] != 0.0;
        into[i] = out ? 0.0 : -slope[i];
        for (int j = 0; j < p; ++j) {
          const bool apart = out || held[j] != 0.0;
          reduced[i * p + j] = apart ? (i == j ? 1.0 : 0.0) : normal[i * p + j];
        }
      }
      solve_symmetric(reduced, into, p);
      bool fits = true;
      for (int k = 0; k < p; ++k) {
        into[k] *= box.scale[k];
        const bool leaves =
            (x[k] <= box.lower[k] && into[k] < 0.0) || (x[k] >= box.upper[k] && into[k] > 0.0);
        if (leaves && held[k] == 0.0) {
          held[k] = 1.0;
          fits = false;
        }
      }
      if (fits) return;
    }
    for (int k = 0; k < p; ++k) into[k] = 0.0;
  }

  /// Broyden's correction after a move, on the scale of the box, when the residual went from
  /// `before` to `after`.
  SUREFOOT_HD void learn(const double* move, const double* before, const double* after,
                         const Edges& box) {
    double size = 0.0;
    for (int k = 0; k < p; ++k) size += move[k] * move[k] / (box.scale[k] * box.scale[k]);
    for (int i = 0; i < rows; ++i) {
      double surprise = after[i] - before[i];
      for (int k = 0; k < p; ++k) surprise -= jacobian[k * rows + i] * move[k];
      for (int k = 0; k < p; ++k)
        jacobian[k * rows + i] += surprise * move[k] / (box.scale[k] * box.scale[k]) / size;
    }
  }
};

/// The loop of Gauss-Newton, for either processor, from `x`, which it moves; `evaluate` is
/// called as double evaluate(eta, residual).
template <class Evaluate>
class GaussNewtonLoop {
 public:
  /// Numbers that a loop needs to work with, the Jacobian not counted.
  SUREFOOT_HD static constexpr int workspace(int rows, int p) {
    return LinearModel::room(p) + 3 * p + 3 * rows;
  }

  SUREFOOT_HD GaussNewtonLoop(const GaussNewton& rule, Evaluate& evaluate, int rows, int p,
                              const Edges& box, double* x, double* jacobian, double* memory)
      : rule_(rule),
        evaluate_(evaluate),
        box_(box),
        model_{rows, p, jacobian, memory},
        best_x_(x),
        x_(memory + LinearModel::room(p)),
        to_(x_ + p),
        move_(to_ + p),
        residual_(move_ + p),
        next_(residual_ + rows),
        best_residual_(next_ + rows) {}

  SUREFOOT_HD LoopEnd run() {
    const int p = model_.p, rows = model_.rows;
    for (int k = 0; k < p; ++k) x_[k] = best_x_[k] = inside(best_x_[k], k, box_);
    LoopEnd best;
    best.value = evaluate_(x_, residual_);
    if (!std::isfinite(best.value)) return best;
    copy(residual_, rows, best_residual_);
    // Steps that raise the value by a trifle are taken: where it jumps, the way down is not
    // straight.
    constexpr int patience = 3;  // steps in a row without a better value
    const double slack = rule_.slack * std::abs(best.value);
    double damping = 1e-3, here = best.value;
    int idle = 0;
    best.ending = Ending::step_limit;
    while (best.steps < rule_.steps && idle < patience) {
      if (predicted_move() <= rule_.small_move) break;
      ++best.steps;
      model_.step(residual_, damping, x_, box_, move_);
      cut_move(move_, p, box_);
      bool moved = false;
      for (int k = 0; k < p; ++k) {
        to_[k] = inside(x_[k] + move_[k], k, box_);
        move_[k] = to_[k] - x_[k];
        moved |= move_[k] != 0.0;
      }
      const double value = evaluate_(to_, next_);
      if (std::isfinite(value) && moved &&
          longest_move(move_, p, rule_.unit, INFINITY) > rule_.least_lesson)
        model_.learn(move_, residual_, next_, box_);
      ++idle;
      if (!(value < here + slack)) {
        damping = max(10.0 * damping, 1e-2);
        continue;
      }
      damping = max((value < here ? 0.2 : 1.0) * damping, 1e-6);
      copy(to_, p, x_);
      copy(next_, rows, residual_);
      here = value;
      if (!(value < best.value - rule_.noise * std::abs(best.value))) continue;
      if (value < best.value - 0.02 * slack) idle = 0;
      best.value = value;
      copy(x_, p, best_x_);
      copy(residual_, rows, best_residual_);
    }
    // The last steps have corrected the Jacobian since the move was predicted.
    copy(best_x_, p, x_);
    copy(best_residual_, rows, residual_);
    best.remaining = predicted_move();
    if (!rule_.unit.empty() && best.remaining <= rule_.small_move) best.ending = Ending::converged;
    return best;
  }

 private:
  /// The largest coordinate of the undamped step, in units.
  SUREFOOT_HD double predicted_move() {
    if (rule_.unit.empty()) return INFINITY;
    model_.step(residual_, 0.0, x_, box_, move_);
    return longest_move(move_, model_.p, rule_.unit, INFINITY);
  }

  const GaussNewton& rule_;
  Evaluate& evaluate_;
  const Edges box_;
  LinearModel model_;
  double *best_x_, *x_, *to_, *move_, *residual_, *next_, *best_residual_;
};

}  // namespace surefoot
