#pragma once

#include <surefoot/optim/loop.hpp>

namespace surefoot {

/// Pattern search after Hooke and Jeeves: steps along each coordinate and along
/// the moves that helped, halved when nothing does.  Uses values only, so it
/// sees what gradients miss (jumps, cells that change state), and has a
/// definite end: no step of `mesh` scales along any coordinate goes down.
struct PatternSearch {
  double first = 0.1;  // steps, in scales of the box
  double mesh = 0.002;
  int evaluations = 1500;
  double noise = 1e-7;  // relative decrease that counts as none
};

/// The loop of a pattern search from `x`, which it moves; for either processor.
template <class Evaluate>
class PatternLoop {
 public:
  /// Numbers that a loop needs to work with.
  SUREFOOT_HD static constexpr int workspace(int p) { return 4 * p; }

  SUREFOOT_HD PatternLoop(const PatternSearch& settings, Evaluate& evaluate, int p,
                          const Edges& box, double* x, double* memory)
      : settings_(settings),
        evaluate_(evaluate),
        p_(p),
        box_(box),
        x_(x),
        trial_(memory),
        before_(memory + p),
        sign_(memory + 2 * p),
        gradient_(memory + 3 * p),
        left_(settings.evaluations) {}

  SUREFOOT_HD LoopEnd run() {
    for (int k = 0; k < p_; ++k) {
      x_[k] = inside(x_[k], k, box_);
      sign_[k] = 1.0;
      gradient_[k] = 0.0;
    }
    value_ = value_at(x_);
    Ending ending = std::isfinite(value_) ? Ending::step_limit : Ending::failed;
    double step = settings_.first;
    while (ending == Ending::step_limit && left_ > 0) {
      copy(x_, p_, before_);
      if (explore(step)) {
        follow();
      } else {
        step *= 0.5;
        if (step >= settings_.mesh) continue;
        if (beside_failure_) break;  // the minimum may lie where the simulator fails
        ending = Ending::converged;
      }
    }
    if (ending != Ending::failed) evaluate_(x_, gradient_);
    return {value_, projected_norm(x_, gradient_, p_, box_), settings_.evaluations - left_, ending,
            NAN};
  }

 private:
  SUREFOOT_HD double value_at(const double* x) {
    --left_;
    return evaluate_(x, nullptr);
  }

  /// Takes the trial point if it is better.
  SUREFOOT_HD bool accept() {
    const double value = value_at(trial_);
    beside_failure_ |= !std::isfinite(value);
    if (!(value < value_ - settings_.noise * std::abs(value_))) return false;
    copy(trial_, p_, x_);
    value_ = value;
    return true;
  }

  /// One step along each coordinate, first in the direction that helped last.
  SUREFOOT_HD bool explore(double step) {
    bool improved = false;
    beside_failure_ = false;
    for (int k = 0; k < p_ && left_ > 0; ++k)
      for (int side = 0; side < 2; ++side) {
        copy(x_, p_, trial_);
        trial_[k] = inside(x_[k] + sign_[k] * step * box_.scale[k], k, box_);
        if (trial_[k] != x_[k] && accept()) {
          improved = true;
          break;
        }
        sign_[k] = -sign_[k];
      }
    return improved;
  }

  /// The whole move from `before` once more, for as long as that helps.
  SUREFOOT_HD void follow() {
    while (left_ > 0) {
      for (int k = 0; k < p_; ++k) trial_[k] = inside(2.0 * x_[k] - before_[k], k, box_);
      copy(x_, p_, before_);
      if (!accept()) return;
    }
  }

  const PatternSearch& settings_;
  Evaluate& evaluate_;
  const int p_;
  const Edges box_;
  double *x_, *trial_, *before_, *sign_, *gradient_;
  int left_;
  double value_ = 0.0;
  bool beside_failure_ = false;
};

}  // namespace surefoot
