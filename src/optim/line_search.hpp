#pragma once

#include <functional>

namespace surefoot {

/// A point of a line, and the value there.
struct LinePoint {
  double at;
  double value;
};

/// A function of one variable, and when to leave it alone.
struct Line {
  std::function<double(double)> value;  // infinite where there is none
  std::function<bool()> spent;          // no more values are to be had
  bool noisy = false;                   // two values at one place differ
};

/// A minimum of the function near `origin`, its value at 0: brackets it, starting with the
/// interval from 0 to 1, and closes in on it by Brent's method to `tolerance` relative to its
/// distance from 0.  Never above the origin, unless the values are noisy.
LinePoint search_line(const Line& line, double origin, double tolerance);

}  // namespace surefoot
