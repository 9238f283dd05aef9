#pragma once

#include <cstdint>
#include <type_traits>

#include <surefoot/host_device.hpp>

namespace surefoot::cuda {

/// One number of a thread: what packs are on the host.  Plain floats would not
/// do, because a simulator's constants are doubles and would carry everything
/// into double arithmetic; here they become what the lane is.
template <class T>
struct Lane {
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
  friend __device__ Lane pow(Lane a, Lane b) { return exp(b * log(a)); }

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
