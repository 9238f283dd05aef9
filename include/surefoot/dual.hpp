#pragma once

#include <concepts>

#include <surefoot/math.hpp>
#include <surefoot/simd/power.hpp>
#include <surefoot/vec.hpp>

namespace surefoot {

/// A value and its derivatives in P parameters: forward-mode differentiation.
/// The scalar may be a double or a pack.
template <class Real, int P>
struct Dual {
  Real value;
  Vec<Real, P> slope;

  Dual() = default;
  SUREFOOT_HD Dual(Real x) : value(x) {
    for (int k = 0; k < P; ++k) slope[k] = Real(0.0);
  }
  template <class Number>
  requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, Real>) SUREFOOT_HD Dual(Number x)
      : Dual(Real(x)) {}

  /// The parameter number k itself.
  SUREFOOT_HD static Dual variable(Real x, int k) {
    Dual d(x);
    d.slope[k] = Real(1.0);
    return d;
  }

  /// f(x) given f and f' at x.value: the chain rule.
  SUREFOOT_HD friend Dual chain(const Dual& x, Real f, Real derivative) {
    Dual d;
    d.value = f;
    for (int k = 0; k < P; ++k) d.slope[k] = derivative * x.slope[k];
    return d;
  }

  SUREFOOT_HD friend Dual operator+(const Dual& a, const Dual& b) {
    Dual d;
    d.value = a.value + b.value;
    for (int k = 0; k < P; ++k) d.slope[k] = a.slope[k] + b.slope[k];
    return d;
  }
  SUREFOOT_HD friend Dual operator-(const Dual& a, const Dual& b) {
    Dual d;
    d.value = a.value - b.value;
    for (int k = 0; k < P; ++k) d.slope[k] = a.slope[k] - b.slope[k];
    return d;
  }
  SUREFOOT_HD friend Dual operator*(const Dual& a, const Dual& b) {
    Dual d;
    d.value = a.value * b.value;
    for (int k = 0; k < P; ++k) d.slope[k] = a.value * b.slope[k] + a.slope[k] * b.value;
    return d;
  }
  SUREFOOT_HD friend Dual operator/(const Dual& a, const Dual& b) {
    const Real inverse = 1.0 / b.value;
    Dual d;
    d.value = a.value * inverse;
    for (int k = 0; k < P; ++k) d.slope[k] = (a.slope[k] - d.value * b.slope[k]) * inverse;
    return d;
  }
  SUREFOOT_HD friend Dual operator-(const Dual& a) { return chain(a, -a.value, Real(-1.0)); }

  // With a constant (a number or a latent) on one side the other's derivatives are only scaled.
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator+(const Dual& a, const C& b) {
    return chain(a, a.value + Real(b), Real(1.0));
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator+(const C& a, const Dual& b) {
    return b + a;
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator-(const Dual& a, const C& b) {
    return chain(a, a.value - Real(b), Real(1.0));
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator-(const C& a, const Dual& b) {
    return chain(b, Real(a) - b.value, Real(-1.0));
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator*(const Dual& a, const C& b) {
    return chain(a, a.value * Real(b), Real(b));
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator*(const C& a, const Dual& b) {
    return b * a;
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator/(const Dual& a, const C& b) {
    return a * (1.0 / Real(b));
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual operator/(const C& a, const Dual& b) {
    const Real inverse = 1.0 / b.value;
    return chain(b, Real(a) * inverse, -Real(a) * inverse * inverse);
  }

  SUREFOOT_HD friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  SUREFOOT_HD friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  SUREFOOT_HD friend auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  SUREFOOT_HD friend auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  SUREFOOT_HD friend auto operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  SUREFOOT_HD friend auto operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  template <class Mask>
  SUREFOOT_HD friend Dual select(const Mask& where, const Dual& yes, const Dual& no) {
    Dual d;
    d.value = select(where, yes.value, no.value);
    for (int k = 0; k < P; ++k) d.slope[k] = select(where, yes.slope[k], no.slope[k]);
    return d;
  }
  SUREFOOT_HD friend Dual max(const Dual& a, const Dual& b) { return select(a < b, b, a); }
  SUREFOOT_HD friend Dual min(const Dual& a, const Dual& b) { return select(b < a, b, a); }

  // Of two numbers, of which one may have no derivatives: as friends, so that it is converted.
  SUREFOOT_HD friend Dual fmax(const Dual& a, const Dual& b) {
    return select((a >= b) || isnan(b), a, b);
  }
  SUREFOOT_HD friend Dual fmin(const Dual& a, const Dual& b) {
    return select((a <= b) || isnan(b), a, b);
  }
  SUREFOOT_HD friend Dual copysign(const Dual& size, const Dual& sign) {
    const Real one = copysign(Real(1.0), size.value) * copysign(Real(1.0), sign.value);
    return chain(size, copysign(size.value, sign.value), one);
  }
  SUREFOOT_HD friend Dual fmod(const Dual& x, const Dual& y) {
    const Real times = trunc(x.value / y.value);
    return meet(x, y, fmod(x.value, y.value), Real(1.0), -times);
  }
  SUREFOOT_HD friend Dual hypot(const Dual& x, const Dual& y) {
    const Real h = hypot(x.value, y.value), by = select(h == Real(0.0), Real(1.0), h);
    return meet(x, y, h, x.value / by, y.value / by);
  }
  SUREFOOT_HD friend Dual atan2(const Dual& y, const Dual& x) {
    const Real h = hypot(x.value, y.value);
    return meet(y, x, atan2(y.value, x.value), x.value / h / h, -(y.value / h / h));
  }
  SUREFOOT_HD friend Dual pow(const Dual& x, const Dual& y) {
    if (!any(!ordinary_power(x.value, y.value))) return exp(y * log(x));
    return meet(x, y, pow(x.value, y.value), power_slope(x.value, y.value),
                exponent_slope(x.value, y.value));
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual pow(const Dual& x, const C& y) {
    if constexpr (std::is_integral_v<C>) {
      const Real slope = y == C(0) ? Real(0.0) : Real(y) * pow(x.value, y - C(1));
      return chain(x, pow(x.value, y), slope);
    } else {
      const Real value = pow(x.value, Real(y));
      if (!any(!ordinary_power(x.value, Real(y))))
        return chain(x, value, Real(y) / x.value * value);
      return chain(x, value, power_slope(x.value, Real(y)));
    }
  }
  template <std::convertible_to<Real> C>
  SUREFOOT_HD friend Dual pow(const C& x, const Dual& y) {
    return chain(y, pow(Real(x), y.value), exponent_slope(Real(x), y.value));
  }

  /// f(x, y) given f and its derivatives in both; one that is not finite does no harm where there
  /// is nothing to multiply it by.
  SUREFOOT_HD friend Dual meet(const Dual& x, const Dual& y, Real f, Real in_x, Real in_y) {
    const auto times = [](Real derivative, Real slope) {
      return select(slope == Real(0.0), Real(0.0), derivative * slope);
    };
    Dual d;
    d.value = f;
    for (int k = 0; k < P; ++k) d.slope[k] = times(in_x, x.slope[k]) + times(in_y, y.slope[k]);
    return d;
  }

 private:
  /// d x^y/dx; nothing moves x^0.
  SUREFOOT_HD static Real power_slope(Real x, Real y) {
    return select(y == Real(0.0), Real(0.0), y * pow(x, y - Real(1.0)));
  }
  /// d x^y/dy; 0 at x = 0 for y > 0, and NaN for x < 0, where powers that are not whole are.
  SUREFOOT_HD static Real exponent_slope(Real x, Real y) {
    const auto at_zero = (x == Real(0.0)) && (y > Real(0.0));
    return select(at_zero, Real(0.0), pow(x, y) * log(x));
  }
};

}  // namespace surefoot
