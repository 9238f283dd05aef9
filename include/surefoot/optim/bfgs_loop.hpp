#pragma once

#include <surefoot/optim/linear.hpp>
#include <surefoot/optim/loop.hpp>

namespace surefoot {

/// Dense BFGS with box constraints, for a handful of parameters.
///
/// Keeps an approximate Hessian, solves for the step on the coordinates that
/// are free to move, and projects onto the box.  Converged when the move that
/// the quadratic model still predicts is below `small_move` times `unit` in
/// every coordinate, or the decrease below `tolerance`.  The line
/// search accepts an increase of `noise` times the value, so that the rounding
/// of float sums cannot stop it short of the minimum.
struct Bfgs {
  int steps = 200;
  double tolerance = 1e-10;
  double noise = 1e-7;
  std::span<const double> unit = {};
  double small_move = 1e-3;
};

/// The loop of BFGS, for either processor, from `x`, which it moves.  `hessian` (p x p) is the
/// initial guess if there is one, and the last one afterwards.
template <class Evaluate>
class BfgsLoop {
 public:
  /// Numbers that a loop needs to work with.
  SUREFOOT_HD static constexpr int workspace(int p) { return p * p + 8 * p; }

  SUREFOOT_HD BfgsLoop(const Bfgs& rule, Evaluate& evaluate, int p, const Edges& box, double* x,
                       double* hessian, double* memory)
      : rule_(rule),
        evaluate_(evaluate),
        p_(p),
        box_(box),
        hessian_(hessian),
        reduced_(memory),
        step_(memory + p * p),
        side_(step_ + p),
        here_{x, 0.0, side_ + p},
        next_{here_.gradient + p, 0.0, here_.gradient + 2 * p},
        further_{here_.gradient + 3 * p, 0.0, here_.gradient + 4 * p},
        product_(here_.gradient + 5 * p) {}

  SUREFOOT_HD LoopEnd run(bool hessian_given) {
    for (int k = 0; k < p_; ++k) here_.x[k] = inside(here_.x[k], k, box_);
    here_.value = evaluate_(here_.x, here_.gradient);
    if (!std::isfinite(here_.value) || !all_finite(here_.gradient, p_))
      return finish(Ending::failed, 0);
    if (!hessian_given) start_hessian();
    bool fresh = !hessian_given;
    // An objective with jumps, or with gradients that miss part of it, can be walked along for
    // ever: ten steps that together gain less than ten thousand times the tolerance are enough.
    constexpr int patience = 10;
    constexpr double least_gain = 1000.0;
    double value_then = here_.value;
    int taken = 0;
    for (; taken < rule_.steps; ++taken) {
      if (taken > 0 && taken % patience == 0) {
        const double least = max(least_gain * rule_.tolerance, rule_.noise * std::abs(here_.value));
        if (value_then - here_.value <= patience * least) break;
        value_then = here_.value;
      }
      if (!model_step()) {
        if (!rule_.unit.empty()) remaining_ = 0.0;
        return finish(Ending::converged, taken);
      }
      const double predicted = -0.5 * dot(here_.gradient, step_, p_);
      remaining_ = longest_move(step_, p_, rule_.unit, NAN);
      const bool small = remaining_ <= rule_.small_move || predicted <= rule_.tolerance;
      if (std::isfinite(predicted) && predicted >= 0.0 && small)
        return finish(Ending::converged, taken);
      if (!(predicted > 0.0) || !search()) {
        if (fresh)  // not even steepest descent goes down: the rounding is all that is left
          return finish(predicted <= rule_.noise * std::abs(here_.value) ? Ending::converged
                                                                         : Ending::step_limit,
                        taken);
        start_hessian();
        fresh = true;
        continue;
      }
      update(fresh);
      fresh = false;
      swap(here_, next_);
    }
    return finish(Ending::step_limit, taken);
  }

  /// Where the loop ended.
  SUREFOOT_HD const double* eta() const { return here_.x; }

 private:
  struct Point {
    double* x;
    double value;
    double* gradient;
  };

  SUREFOOT_HD static void swap(Point& a, Point& b) {
    const Point c = a;
    a = b;
    b = c;
  }

  SUREFOOT_HD LoopEnd finish(Ending ending, int steps) const {
    return {here_.value, projected_norm(here_.x, here_.gradient, p_, box_), steps, ending,
            remaining_};
  }

  /// A Hessian for which the first step moves no coordinate by more than its scale.
  SUREFOOT_HD void start_hessian() {
    double steepest = 1e-300;
    for (int k = 0; k < p_; ++k)
      steepest = max(steepest, std::abs(here_.gradient[k]) * box_.scale[k]);
    for (int i = 0; i < p_ * p_; ++i) hessian_[i] = 0.0;
    for (int k = 0; k < p_; ++k) hessian_[k * p_ + k] = steepest / (box_.scale[k] * box_.scale[k]);
  }

  /// The Newton step of the quadratic model on the free coordinates; false if there are none.
  SUREFOOT_HD bool model_step() {
    bool free = false;
    for (int i = 0; i < p_; ++i) {
      const bool held = stuck(here_.x, here_.gradient, i, box_);
      free |= !held;
      step_[i] = held ? 0.0 : -here_.gradient[i];
      for (int j = 0; j < p_; ++j) {
        const bool apart = held || stuck(here_.x, here_.gradient, j, box_);
        reduced_[i * p_ + j] = apart ? (i == j ? hessian_[i * p_ + i] : 0.0) : hessian_[i * p_ + j];
      }
    }
    if (!free) return false;
    solve_symmetric(reduced_, step_, p_);
    cut_move(step_, p_, box_);
    return true;
  }

  SUREFOOT_HD void go(double length, Point& to) {
    for (int k = 0; k < p_; ++k) to.x[k] = inside(here_.x[k] + length * step_[k], k, box_);
    to.value = evaluate_(to.x, to.gradient);
    if (!all_finite(to.gradient, p_)) to.value = INFINITY;
  }

  SUREFOOT_HD bool accepted(const Point& to) const {
    double expected = 0.0;
    for (int k = 0; k < p_; ++k) expected += here_.gradient[k] * (to.x[k] - here_.x[k]);
    return to.value <= here_.value + min(1e-4 * expected, 0.0) +  // Armijo
                           rule_.noise * std::abs(here_.value);
  }

  /// The minimum of the parabola through both values and the first slope, within [0.1, 0.5].
  SUREFOOT_HD double shorter(const Point& to, double slope) const {
    if (!std::isfinite(to.value)) return 0.1;
    const double curvature = to.value - here_.value - slope;
    return curvature > 0.0 ? min(max(-0.5 * slope / curvature, 0.1), 0.5) : 0.5;
  }

  /// Backtracking along the projected path, with one wish more: where the slope at an accepted
  /// full step is still almost as steep as at the start, the step is doubled while that helps.
  SUREFOOT_HD bool search() {
    constexpr int most_cuts = 12, most_doublings = 6;
    const double slope = dot(here_.gradient, step_, p_);
    double length = 1.0;
    for (int cut = 0; cut < most_cuts; ++cut) {
      go(length, next_);
      if (!accepted(next_)) {
        length *= shorter(next_, slope * length);
        continue;
      }
      for (int twice = 0; cut == 0 && twice < most_doublings; ++twice) {
        if (dot(next_.gradient, step_, p_) > 0.9 * slope) break;
        length *= 2.0;
        go(length, further_);
        if (!accepted(further_) || further_.value >= next_.value) break;
        swap(next_, further_);
      }
      return true;
    }
    return false;
  }

  /// Learns from the step between `here` and `next`.
  SUREFOOT_HD void update(bool first) {
    double *s = step_, *y = side_;
    double s_size = 0.0, y_size = 0.0;  // in scales of the box: coordinates may have any units
    for (int k = 0; k < p_; ++k) {
      s[k] = next_.x[k] - here_.x[k];
      y[k] = next_.gradient[k] - here_.gradient[k];
      s_size += s[k] * s[k] / (box_.scale[k] * box_.scale[k]);
      y_size += y[k] * y[k] * box_.scale[k] * box_.scale[k];
    }
    const double sy = dot(s, y, p_);
    if (!(sy > 1e-10 * std::sqrt(s_size) * std::sqrt(y_size))) return;  // no curvature to learn
    double shs = curve(s);
    if (first) {  // the curvature along the first step
      for (int i = 0; i < p_ * p_; ++i) hessian_[i] *= sy / shs;
      shs = curve(s);
    }
    for (int i = 0; i < p_; ++i)
      for (int j = 0; j < p_; ++j)
        hessian_[i * p_ + j] += y[i] * y[j] / sy - product_[i] * product_[j] / shs;
  }

  /// s'Hs, and Hs.
  SUREFOOT_HD double curve(const double* s) {
    for (int i = 0; i < p_; ++i) product_[i] = dot(hessian_ + i * p_, s, p_);
    return dot(s, product_, p_);
  }

  const Bfgs& rule_;
  Evaluate& evaluate_;
  const int p_;
  const Edges box_;
  double *hessian_, *reduced_, *step_, *side_;
  Point here_, next_, further_;
  double* product_;
  double remaining_ = NAN;
};

}  // namespace surefoot
