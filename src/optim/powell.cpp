#include <algorithm>
#include <cmath>

#include <surefoot/optim/powell.hpp>

#include "optim/line_search.hpp"

namespace surefoot {
namespace {

using Vector = std::vector<double>;

class PowellSearch {
 public:
  PowellSearch(const Powell& settings, Objective& objective, std::span<const double> start,
               const Box& box)
      : settings_(settings), objective_(objective), box_(box), x_(start.begin(), start.end()) {
    for (std::size_t k = 0; k < x_.size(); ++k) {
      x_[k] = std::clamp(x_[k], box.lower[k], box.upper[k]);
      directions_.emplace_back(x_.size(), 0.0);
      directions_.back()[k] = 1.0;
    }
  }

  Minimum run() {
    value_ = value_at(x_);
    Minimum end{x_, value_, 0.0, used_, Ending::failed};
    if (!std::isfinite(value_)) return end;
    end.ending = Ending::step_limit;
    Vector before = x_;
    while (!spent()) {
      const double value_before = value_;
      const auto [gain, most_helpful] = round();
      const double little =
          settings_.value_tolerance * (std::abs(value_before) + std::abs(value_)) + 1e-20;
      if (2.0 * (value_before - value_) <= little && !spent()) {
        end.ending = Ending::converged;
        break;
      }
      const Vector here = x_;
      if (!spent()) change_directions(before, value_before, gain, most_helpful);
      before = here;
    }
    end.eta = x_;
    end.value = value_;
    end.steps = used_;
    return end;
  }

 private:
  struct Gain {
    double gain;
    std::size_t direction;
  };

  bool spent() const { return used_ >= settings_.evaluations; }

  double value_at(const Vector& x) {
    if (spent()) return INFINITY;
    ++used_;
    const double value = objective_(x, {});
    return std::isfinite(value) ? value : INFINITY;
  }

  Vector along(const Vector& direction, double length) const {
    Vector x = x_;
    for (std::size_t k = 0; k < x.size(); ++k)
      x[k] = std::clamp(x[k] + length * direction[k], box_.lower[k], box_.upper[k]);
    return x;
  }

  void search(const Vector& direction) {
    const Line line{[&](double length) { return value_at(along(direction, length)); },
                    [&] { return spent(); }, objective_.noisy()};
    const LinePoint found = search_line(line, value_, settings_.line_tolerance);
    if (!std::isfinite(found.value)) return;
    x_ = along(direction, found.at);
    value_ = found.value;
  }

  /// One search along each direction; which gained most.
  Gain round() {
    Gain most{0.0, 0};
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const double value = value_;
      search(directions_[i]);
      if (value - value_ > most.gain) most = {value - value_, i};
    }
    return most;
  }

  /// Takes the round's whole move in where Powell's test says that it helps: as far again, the
  /// value is still lower, and the gain was not mostly that of one direction.
  void change_directions(const Vector& before, double value_before, double gain,
                         std::size_t most_helpful) {
    Vector move = x_, further = x_;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      move[k] -= before[k];
      further[k] = std::clamp(x_[k] + move[k], box_.lower[k], box_.upper[k]);
    }
    const double value_further = value_at(further);
    if (!(value_further < value_before)) return;
    const double rest = value_before - value_ - gain, fall = value_before - value_further;
    if (!(2.0 * (value_before + value_further - 2.0 * value_) * rest * rest < gain * fall * fall))
      return;
    const Vector here = x_;
    search(move);
    for (std::size_t k = 0; k < x_.size(); ++k) move[k] = x_[k] - here[k];
    if (std::all_of(move.begin(), move.end(), [](double m) { return m == 0.0; })) return;
    directions_[most_helpful] = directions_.back();
    directions_.back() = move;
  }

  const Powell& settings_;
  Objective& objective_;
  const Box& box_;
  Vector x_;
  std::vector<Vector> directions_;
  double value_ = 0.0;
  int used_ = 0;
};

}  // namespace

Minimum minimise(const Powell& settings, Objective& objective, std::span<const double> start,
                 const Box& box) {
  return PowellSearch(settings, objective, start, box).run();
}

}  // namespace surefoot
