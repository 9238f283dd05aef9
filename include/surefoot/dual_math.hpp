#pragma once

#include <surefoot/dual.hpp>
#include <surefoot/simd/gamma.hpp>
#include <surefoot/simd/hyperbolic.hpp>
#include <surefoot/simd/normal.hpp>
#include <surefoot/simd/trigonometry.hpp>

// Functions of duals: each with its derivative.
namespace surefoot {

template <class Real, int P>
SUREFOOT_HD Dual<Real, P> abs(const Dual<Real, P>& x) {
  return select(x < Dual<Real, P>(0.0), -x, x);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> fabs(const Dual<Real, P>& x) {
  return abs(x);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> sqrt(const Dual<Real, P>& x) {
  const Real root = sqrt(x.value);
  return chain(x, root, 0.5 / root);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> cbrt(const Dual<Real, P>& x) {
  const Real root = cbrt(x.value);
  return chain(x, root, 1.0 / (3.0 * root * root));
}

template <class Real, int P>
SUREFOOT_HD Dual<Real, P> exp(const Dual<Real, P>& x) {
  const Real e = exp(x.value);
  return chain(x, e, e);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> exp2(const Dual<Real, P>& x) {
  const Real e = exp2(x.value);
  return chain(x, e, e * Real(0.69314718055994531));  // log 2
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> expm1(const Dual<Real, P>& x) {
  const Real e = expm1(x.value);
  return chain(x, e, e + 1.0);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> log(const Dual<Real, P>& x) {
  return chain(x, log(x.value), 1.0 / x.value);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> log1p(const Dual<Real, P>& x) {
  return chain(x, log1p(x.value), 1.0 / (1.0 + x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> log2(const Dual<Real, P>& x) {
  return chain(x, log2(x.value), 1.4426950408889634 / x.value);  // log2(e)
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> log10(const Dual<Real, P>& x) {
  return chain(x, log10(x.value), 0.43429448190325183 / x.value);  // log10(e)
}

template <class Real, int P>
SUREFOOT_HD Dual<Real, P> sin(const Dual<Real, P>& x) {
  return chain(x, sin(x.value), cos(x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> cos(const Dual<Real, P>& x) {
  return chain(x, cos(x.value), -sin(x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> tan(const Dual<Real, P>& x) {
  const Real t = tan(x.value);
  return chain(x, t, 1.0 + t * t);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> asin(const Dual<Real, P>& x) {
  return chain(x, asin(x.value), 1.0 / sqrt((1.0 - x.value) * (1.0 + x.value)));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> acos(const Dual<Real, P>& x) {
  return chain(x, acos(x.value), -1.0 / sqrt((1.0 - x.value) * (1.0 + x.value)));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> atan(const Dual<Real, P>& x) {
  return chain(x, atan(x.value), 1.0 / (1.0 + x.value * x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> sinh(const Dual<Real, P>& x) {
  return chain(x, sinh(x.value), cosh(x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> cosh(const Dual<Real, P>& x) {
  return chain(x, cosh(x.value), sinh(x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> tanh(const Dual<Real, P>& x) {
  const Real t = tanh(x.value);
  return chain(x, t, 1.0 - t * t);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> asinh(const Dual<Real, P>& x) {
  return chain(x, asinh(x.value), 1.0 / hypot(x.value, Real(1.0)));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> acosh(const Dual<Real, P>& x) {
  return chain(x, acosh(x.value), 1.0 / sqrt((x.value - 1.0) * (x.value + 1.0)));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> atanh(const Dual<Real, P>& x) {
  return chain(x, atanh(x.value), 1.0 / ((1.0 - x.value) * (1.0 + x.value)));
}

template <class Real, int P>
SUREFOOT_HD Dual<Real, P> erf(const Dual<Real, P>& x) {
  return chain(x, erf(x.value), 1.1283791670955126 * exp(-(x.value * x.value)));  // 2/sqrt(pi)
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> erfc(const Dual<Real, P>& x) {
  return chain(x, erfc(x.value), -1.1283791670955126 * exp(-(x.value * x.value)));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> lgamma(const Dual<Real, P>& x) {
  return chain(x, lgamma(x.value), digamma(x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> tgamma(const Dual<Real, P>& x) {
  const Real g = tgamma(x.value);
  return chain(x, g, g * digamma(x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> normal_cdf(const Dual<Real, P>& x) {
  return chain(x, normal_cdf(x.value), normal_density(x.value));
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> normal_density(const Dual<Real, P>& x) {
  const Real density = normal_density(x.value);
  return chain(x, density, -x.value * density);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> normal_quantile(const Dual<Real, P>& x) {
  const Real z = normal_quantile(x.value);
  return chain(x, z, 1.0 / normal_density(z));
}

// Steps are flat.
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> floor(const Dual<Real, P>& x) {
  return floor(x.value);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> ceil(const Dual<Real, P>& x) {
  return ceil(x.value);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> round(const Dual<Real, P>& x) {
  return round(x.value);
}
template <class Real, int P>
SUREFOOT_HD Dual<Real, P> trunc(const Dual<Real, P>& x) {
  return trunc(x.value);
}

template <class Real, int P>
SUREFOOT_HD auto isnan(const Dual<Real, P>& x) {
  return isnan(x.value);
}
template <class Real, int P>
SUREFOOT_HD auto isinf(const Dual<Real, P>& x) {
  return isinf(x.value);
}
template <class Real, int P>
SUREFOOT_HD auto isfinite(const Dual<Real, P>& x) {
  return isfinite(x.value);
}

}  // namespace surefoot
