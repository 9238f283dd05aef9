#pragma once

#include <vector>

#include <surefoot/dual_math.hpp>

namespace surefoot {

/// Every function that a simulator may call, at x in (0, 1) and y in (1, 3), and at the ends of
/// pow.
template <class Real>
SUREFOOT_HD int every_function(const Real& x, const Real& y, Real* out) {
  const Real all[] = {abs(-x),
                      acos(x),
                      acosh(y),
                      asin(x),
                      asinh(y),
                      atan(y),
                      atan2(x, -y),
                      atanh(x),
                      cbrt(-y),
                      ceil(y),
                      copysign(x, -y),
                      cos(y),
                      cosh(x),
                      digamma(y.value),
                      digamma(-x.value),
                      erf(x),
                      erfc(y),
                      exp(y),
                      exp2(x),
                      expm1(x),
                      fabs(-y),
                      floor(y),
                      fmax(x, y),
                      fmin(x, 2.0),
                      fmod(7.0 * y, x),
                      hypot(x, y),
                      lgamma(y),
                      lgamma(-x),
                      log(x),
                      log10(y),
                      log1p(x),
                      log2(y),
                      max(x, y),
                      min(1.0, y),
                      pow(x, y),
                      pow(x, 2.5),
                      pow(-y, 3),
                      pow(-y, 2.0),
                      pow(2.5, x),
                      pow(0.0 * x, 2.0),
                      pow(0.0 * x, 0.0),
                      round(y),
                      sin(y),
                      sinh(x),
                      sqrt(y),
                      tan(x),
                      tanh(x),
                      tgamma(y),
                      trunc(y),
                      normal_cdf(x),
                      normal_density(x),
                      normal_quantile(x),
                      select(isfinite(x) && !isnan(y) && !isinf(y) && x <= y, x, y),
                      select(x == y || x >= y || x != x, x, y)};
  int count = 0;
  for (const Real& value : all) out[count++] = value;
  return count;
}
inline constexpr int most_functions = 64;

/// Values, then slopes in x, then in y, of all of them on the device.
template <class Real>
std::vector<Real> device_functions(Real x, Real y);

}  // namespace surefoot
