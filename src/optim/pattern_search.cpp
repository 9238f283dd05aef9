#include <algorithm>
#include <cmath>

#include <surefoot/optim/pattern_search.hpp>

namespace surefoot {
namespace {

class Search {
 public:
  Search(const PatternSearch& settings, Objective& objective, std::span<const double> start,
         const Box& box)
      : settings_(settings), objective_(objective), box_(box), x_(start.begin(), start.end()) {
    for (std::size_t i = 0; i < x_.size(); ++i)
      x_[i] = std::clamp(x_[i], box.lower[i], box.upper[i]);
    value_ = evaluate(x_);
    sign_.assign(x_.size(), 1.0);
  }

  Minimum run() {
    Ending ending = std::isfinite(value_) ? Ending::step_limit : Ending::failed;
    double step = settings_.first;
    while (ending == Ending::step_limit && left_ > 0) {
      const std::vector<double> before = x_;
      if (explore(step)) {
        follow(before);
      } else {
        step *= 0.5;
        if (step >= settings_.mesh) continue;
        if (beside_failure_) break;  // the minimum may lie where the simulator fails
        ending = Ending::converged;
      }
    }
    std::vector<double> gradient(x_.size());
    if (ending != Ending::failed) objective_(x_, gradient);
    return {x_, value_, projected_norm(x_, gradient, box_), settings_.evaluations - left_, ending};
  }

 private:
  double evaluate(const std::vector<double>& x) {
    --left_;
    return objective_(x, {});
  }

  bool accept(const std::vector<double>& trial) {
    const double value = evaluate(trial);
    beside_failure_ |= !std::isfinite(value);
    if (!(value < value_ - settings_.noise * std::abs(value_))) return false;
    x_ = trial;
    value_ = value;
    return true;
  }

  /// One step along each coordinate, first in the direction that helped last.
  bool explore(double step) {
    bool improved = false;
    beside_failure_ = false;
    for (std::size_t i = 0; i < x_.size() && left_ > 0; ++i)
      for (int side = 0; side < 2; ++side) {
        std::vector<double> trial = x_;
        trial[i] =
            std::clamp(x_[i] + sign_[i] * step * box_.scale[i], box_.lower[i], box_.upper[i]);
        if (trial[i] != x_[i] && accept(trial)) {
          improved = true;
          break;
        }
        sign_[i] = -sign_[i];
      }
    return improved;
  }

  /// The whole move once more, for as long as that helps.
  void follow(std::vector<double> before) {
    while (left_ > 0) {
      std::vector<double> trial(x_.size());
      for (std::size_t i = 0; i < x_.size(); ++i)
        trial[i] = std::clamp(2.0 * x_[i] - before[i], box_.lower[i], box_.upper[i]);
      before = x_;
      if (!accept(trial)) return;
    }
  }

  const PatternSearch& settings_;
  Objective& objective_;
  const Box& box_;
  std::vector<double> x_;
  std::vector<double> sign_;
  double value_ = 0.0;
  bool beside_failure_ = false;
  int left_ = settings_.evaluations;
};

}  // namespace

Minimum minimise(const PatternSearch& settings, Objective& objective, std::span<const double> start,
                 const Box& box) {
  return Search(settings, objective, start, box).run();
}

}  // namespace surefoot
