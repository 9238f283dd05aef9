#pragma once

#include <cmath>
#include <limits>

#include <surefoot/host_device.hpp>

namespace surefoot {

// What a simulator may call on its scalar, unqualified.  Here for plain numbers; dual.hpp and
// simd/ have the same names for duals and packs.
using std::abs;
using std::acos;
using std::acosh;
using std::asin;
using std::asinh;
using std::atan;
using std::atan2;
using std::atanh;
using std::cbrt;
using std::ceil;
using std::copysign;
using std::cos;
using std::cosh;
using std::erf;
using std::erfc;
using std::exp;
using std::exp2;
using std::expm1;
using std::fabs;
using std::floor;
using std::fmax;
using std::fmin;
using std::fmod;
using std::hypot;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::lgamma;
using std::log;
using std::log10;
using std::log1p;
using std::log2;
using std::pow;
using std::round;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;
using std::tgamma;
using std::trunc;

SUREFOOT_HD inline double min(double a, double b) { return b < a ? b : a; }
SUREFOOT_HD inline double max(double a, double b) { return a < b ? b : a; }
SUREFOOT_HD inline double select(bool where, double yes, double no) { return where ? yes : no; }
SUREFOOT_HD inline bool any(bool where) { return where; }

/// 2^x as kernels want it, who need no exact zero far away.
SUREFOOT_HD inline double decaying_exp2(double x) { return std::exp2(x); }

/// The derivative of lgamma; NaN at 0, -1, -2, ...
SUREFOOT_HD inline double digamma(double x) {
  constexpr double pi = 3.14159265358979324;
  double value = 0.0;
  if (x <= 0.0) {  // psi(x) = psi(1 - x) - pi / tan(pi x)
    const double beside = x - std::round(x);
    if (!(beside != 0.0)) return std::numeric_limits<double>::quiet_NaN();
    value = -pi / std::tan(pi * beside);
    x = 1.0 - x;
  }
  for (; x < 10.0; x += 1.0) value -= 1.0 / x;
  const double z = 1.0 / (x * x);  // of the asymptotic series
  const double series =
      1.0 / 12 -
      z * (1.0 / 120 -
           z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12)))));
  return value + (std::log(x) - 0.5 / x - z * series);
}

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
