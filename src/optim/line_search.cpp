#include "optim/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace surefoot {
namespace {

/// Three points in order along the line, to either side; the middle one is the lowest.
struct Bracket {
  LinePoint first, middle, last;
};

/// The minimum of the parabola through three points, or something far away.
double vertex(const Bracket& b) {
  constexpr double least = 1e-21;
  const double u = (b.middle.at - b.first.at) * (b.middle.value - b.last.value);
  const double v = (b.middle.at - b.last.at) * (b.middle.value - b.first.value);
  const double curvature = std::abs(v - u) < least ? least : v - u;
  return b.middle.at -
         0.5 * ((b.middle.at - b.last.at) * v - (b.middle.at - b.first.at) * u) / curvature;
}

/// Walks downhill in growing steps until the function rises (Brent 1973, after Numerical Recipes):
/// to the vertex of a parabola where that is further along, but not too far; by the golden ratio
/// elsewhere.
class Walk {
 public:
  Walk(const Line& line, double origin) : line_(line) {
    b_.first = {0.0, line.noisy ? line.value(0.0) : origin};
    b_.middle = point(1.0);
    if (b_.first.value < b_.middle.value) std::swap(b_.first, b_.middle);
    b_.last = point(beyond(b_.first, b_.middle));
  }

  Bracket run() {
    constexpr int most = 1000;
    for (int i = 0; i < most && b_.last.value < b_.middle.value && !line_.spent(); ++i)
      if (step()) break;
    return b_;
  }

 private:
  static constexpr double golden = 1.618034;
  static constexpr double furthest = 110.0;  // times the last step

  LinePoint point(double at) const { return {at, line_.value(at)}; }
  static double beyond(const LinePoint& a, const LinePoint& b) {
    return b.at + golden * (b.at - a.at);
  }
  void shift(const LinePoint& next) { b_ = {b_.middle, b_.last, next}; }

  /// True when the bracket is found.
  bool step() {
    const double at = vertex(b_);
    const double limit = b_.middle.at + furthest * (b_.last.at - b_.middle.at);
    if ((at - b_.last.at) * (b_.middle.at - at) > 0.0) {  // between the last two
      const LinePoint inner = point(at);
      if (inner.value < b_.last.value) {
        b_ = {b_.middle, inner, b_.last};
        return true;
      }
      if (inner.value > b_.middle.value) {
        b_.last = inner;
        return true;
      }
      shift(point(beyond(b_.middle, b_.last)));
    } else if ((at - limit) * (limit - b_.last.at) >= 0.0) {
      shift(point(limit));
    } else if ((at - limit) * (b_.last.at - at) > 0.0) {  // further along
      const LinePoint outer = point(at);
      const bool lower = outer.value < b_.last.value;
      shift(outer);
      if (lower) shift(point(beyond(b_.middle, b_.last)));
    } else {
      shift(point(beyond(b_.middle, b_.last)));
    }
    return false;
  }

  const Line& line_;
  Bracket b_;
};

/// Brent's method: parabolas through the three lowest points where they serve, golden sections
/// where they do not.
class Closing {
 public:
  Closing(const Line& line, const Bracket& b, double tolerance)
      : line_(line),
        tolerance_(tolerance),
        low_(std::min(b.first.at, b.last.at)),
        high_(std::max(b.first.at, b.last.at)),
        best_(b.middle) {
    // The lowest of several noisy values is too low to be beaten.
    if (line.noisy) best_.value = line.value(best_.at);
    second_ = third_ = best_;
  }

  LinePoint run() {
    constexpr int most = 500;
    for (int i = 0; i < most && !line_.spent(); ++i) {
      const double least = tolerance_ * std::abs(best_.at) + 1e-11;  // a step that can be told
      const double middle = 0.5 * (low_ + high_);
      if (std::abs(best_.at - middle) < 2.0 * least - 0.5 * (high_ - low_)) break;
      if (!(std::abs(before_) > least && parabola(least, middle))) section(middle);
      const double move = std::abs(move_) < least ? std::copysign(least, move_) : move_;
      take({best_.at + move, line_.value(best_.at + move)});
    }
    return best_;
  }

 private:
  /// A step to the vertex of the parabola, if it is inside and less than half the last but one.
  bool parabola(double least, double middle) {
    const double u = (best_.at - second_.at) * (best_.value - third_.value);
    const double v = (best_.at - third_.at) * (best_.value - second_.value);
    double top = (best_.at - third_.at) * v - (best_.at - second_.at) * u;
    double bottom = 2.0 * (v - u);
    if (bottom > 0.0) top = -top;
    bottom = std::abs(bottom);
    const double last_but_one = std::exchange(before_, move_);
    if (!(top > bottom * (low_ - best_.at) && top < bottom * (high_ - best_.at) &&
          std::abs(top) < std::abs(0.5 * bottom * last_but_one)))
      return false;
    move_ = top / bottom;
    const double at = best_.at + move_;
    if (at - low_ < 2.0 * least || high_ - at < 2.0 * least)
      move_ = std::copysign(least, middle - best_.at);
    return true;
  }

  void section(double middle) {
    constexpr double golden = 0.3819660;
    before_ = (best_.at >= middle ? low_ : high_) - best_.at;
    move_ = golden * before_;
  }

  void take(const LinePoint& p) {
    if (!(p.value <= best_.value)) {
      (p.at < best_.at ? low_ : high_) = p.at;
      if (p.value <= second_.value || second_.at == best_.at)
        third_ = std::exchange(second_, p);
      else if (p.value <= third_.value || third_.at == best_.at || third_.at == second_.at)
        third_ = p;
      return;
    }
    (p.at >= best_.at ? low_ : high_) = best_.at;
    third_ = second_;
    second_ = std::exchange(best_, p);
  }

  const Line& line_;
  double tolerance_, low_, high_;
  LinePoint best_, second_{}, third_{};
  double move_ = 0.0, before_ = 0.0;  // this step, and the one before it
};

}  // namespace

LinePoint search_line(const Line& line, double origin, double tolerance) {
  return Closing(line, Walk(line, origin).run(), tolerance).run();
}

}  // namespace surefoot
