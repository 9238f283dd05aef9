#pragma once

#include <cmath>

#include <surefoot/host_device.hpp>

namespace surefoot {

// What a simulator may call on its scalar, unqualified.  Here for plain numbers; dual.hpp and
// simd/math.hpp have the same names for duals and packs.
using std::abs;
using std::exp;
using std::exp2;
using std::expm1;
using std::log;
using std::log1p;
using std::pow;
using std::sqrt;
using std::tanh;

SUREFOOT_HD inline double min(double a, double b) { return b < a ? b : a; }
SUREFOOT_HD inline double max(double a, double b) { return a < b ? b : a; }
SUREFOOT_HD inline double select(bool where, double yes, double no) { return where ? yes : no; }
SUREFOOT_HD inline bool any(bool where) { return where; }

/// The standard normal density.
SUREFOOT_HD inline double normal_density(double x) {
  return 0.39894228040143268 * std::exp(-0.5 * x * x);  // 1/sqrt(2 pi)
}

/// The standard normal distribution function.
SUREFOOT_HD inline double normal_cdf(double x) {
  return 0.5 * std::erfc(-0.70710678118654752 * x);  // 1/sqrt 2
}

/// The standard normal quantile: -inf at 0, inf at 1, NaN outside.
double normal_quantile(double p);

}  // namespace surefoot
