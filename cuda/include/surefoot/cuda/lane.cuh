#pragma once

#include <cstdint>
#include <type_traits>

#include <surefoot/host_device.hpp>
#include <surefoot/math.hpp>
#include <surefoot/simd/power.hpp>

namespace surefoot::cuda {

/// One number of a thread: what packs are on the host.  Plain floats would not
/// do, because a simulator's constants are doubles and would carry everything
/// into double arithmetic; here they become what the lane is.
template <class T>
struct Lane {
  using Real = T;
  T v;

  Lane() = default;
  __device__ Lane(T x) : v(x) {}
  template <class Number>
  requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, T>) __device__ Lane(Number x)
      : v(static_cast<T>(x)) {}

  friend __device__ Lane operator+(Lane a, Lane b) { return a.v + b.v; }
  friend __device__ Lane operator-(Lane a, Lane b) { return a.v - b.v; }
  friend __device__ Lane operator*(Lane a, Lane b) { return a.v * b.v; }
  friend __device__ Lane operator/(Lane a, Lane b) { return a.v / b.v; }
  friend __device__ Lane operator-(Lane a) { return -a.v; }
  __device__ Lane& operator+=(Lane b) { return v += b.v, *this; }
  __device__ Lane& operator-=(Lane b) { return v -= b.v, *this; }
  __device__ Lane& operator*=(Lane b) { return v *= b.v, *this; }
  __device__ Lane& operator/=(Lane b) { return v /= b.v, *this; }

  friend __device__ bool operator<(Lane a, Lane b) { return a.v < b.v; }
  friend __device__ bool operator>(Lane a, Lane b) { return a.v > b.v; }
  friend __device__ bool operator<=(Lane a, Lane b) { return a.v <= b.v; }
  friend __device__ bool operator>=(Lane a, Lane b) { return a.v >= b.v; }
  friend __device__ bool operator==(Lane a, Lane b) { return a.v == b.v; }
  friend __device__ bool operator!=(Lane a, Lane b) { return a.v != b.v; }

  friend __device__ Lane select(bool where, Lane yes, Lane no) { return where ? yes : no; }
  friend __device__ Lane min(Lane a, Lane b) { return a.v < b.v ? a : b; }
  friend __device__ Lane max(Lane a, Lane b) { return a.v > b.v ? a : b; }
  friend __device__ Lane abs(Lane a) { return ::fabs(a.v); }
  friend __device__ Lane sqrt(Lane a) { return ::sqrt(a.v); }
  friend __device__ Lane exp(Lane a) { return ::exp(a.v); }
  friend __device__ Lane expm1(Lane a) { return ::expm1(a.v); }
  friend __device__ Lane log(Lane a) { return ::log(a.v); }
  friend __device__ Lane log1p(Lane a) { return ::log1p(a.v); }
  friend __device__ Lane tanh(Lane a) { return ::tanh(a.v); }
  friend __device__ Lane pow(Lane a, Lane b) {
    return ordinary_power(a, b) ? exp(b * log(a)) : power_anywhere(a, b);
  }
  friend __device__ Lane atan2(Lane a, Lane b) { return ::atan2(a.v, b.v); }
  friend __device__ Lane hypot(Lane a, Lane b) { return ::hypot(a.v, b.v); }
  friend __device__ Lane fmod(Lane a, Lane b) { return ::fmod(a.v, b.v); }
  friend __device__ Lane fmin(Lane a, Lane b) { return ::fmin(a.v, b.v); }
  friend __device__ Lane fmax(Lane a, Lane b) { return ::fmax(a.v, b.v); }
  friend __device__ Lane copysign(Lane a, Lane b) { return ::copysign(a.v, b.v); }

  friend __device__ Lane fabs(Lane a) { return ::fabs(a.v); }
  friend __device__ Lane cbrt(Lane a) { return ::cbrt(a.v); }
  friend __device__ Lane log2(Lane a) { return ::log2(a.v); }
  friend __device__ Lane log10(Lane a) { return ::log10(a.v); }
  friend __device__ Lane sin(Lane a) { return ::sin(a.v); }
  friend __device__ Lane cos(Lane a) { return ::cos(a.v); }
  friend __device__ Lane tan(Lane a) { return ::tan(a.v); }
  friend __device__ Lane asin(Lane a) { return ::asin(a.v); }
  friend __device__ Lane acos(Lane a) { return ::acos(a.v); }
  friend __device__ Lane atan(Lane a) { return ::atan(a.v); }
  friend __device__ Lane sinh(Lane a) { return ::sinh(a.v); }
  friend __device__ Lane cosh(Lane a) { return ::cosh(a.v); }
  friend __device__ Lane asinh(Lane a) { return ::asinh(a.v); }
  friend __device__ Lane acosh(Lane a) { return ::acosh(a.v); }
  friend __device__ Lane atanh(Lane a) { return ::atanh(a.v); }
  friend __device__ Lane erf(Lane a) { return ::erf(a.v); }
  friend __device__ Lane erfc(Lane a) { return ::erfc(a.v); }
  friend __device__ Lane lgamma(Lane a) { return ::lgamma(a.v); }
  friend __device__ Lane tgamma(Lane a) { return ::tgamma(a.v); }
  friend __device__ Lane floor(Lane a) { return ::floor(a.v); }
  friend __device__ Lane ceil(Lane a) { return ::ceil(a.v); }
  friend __device__ Lane round(Lane a) { return ::round(a.v); }
  friend __device__ Lane trunc(Lane a) { return ::trunc(a.v); }
  friend __device__ Lane digamma(Lane a) {
    return static_cast<T>(surefoot::digamma(static_cast<double>(a.v)));
  }
  friend __device__ bool isnan(Lane a) { return ::isnan(a.v); }
  friend __device__ bool isinf(Lane a) { return ::isinf(a.v); }
  friend __device__ bool isfinite(Lane a) { return ::isfinite(a.v); }

  /// As kernels want it.
  friend __device__ Lane decaying_exp2(Lane a) { return exp2(a); }

  /// 2^a, by the special function unit in float.
  friend __device__ Lane exp2(Lane a) {
    if constexpr (sizeof(T) == 4) {
      T power;
      asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(a.v));
      return power;
    } else {
      return ::exp2(a.v);
    }
  }
  friend __device__ Lane normal_density(Lane a) {
    return T(0.39894228040143268) * ::exp(T(-0.5) * a.v * a.v);  // 1/sqrt(2 pi)
  }
  friend __device__ Lane normal_cdf(Lane a) {
    if constexpr (sizeof(T) == 4)
      return ::normcdff(a.v);
    else
      return ::normcdf(a.v);
  }
  friend __device__ Lane normal_quantile(Lane p) {
    if constexpr (sizeof(T) == 4)
      return ::normcdfinvf(p.v);
    else
      return ::normcdfinv(p.v);
  }
};

}  // namespace surefoot::cuda
