#pragma once

#include <concepts>

#include <surefoot/math.hpp>
#include <surefoot/simd/math.hpp>
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

  template <class Mask>
  SUREFOOT_HD friend Dual select(const Mask& where, const Dual& yes, const Dual& no) {
    Dual d;
    d.value = select(where, yes.value, no.value);
    for (int k = 0; k < P; ++k) d.slope[k] = select(where, yes.slope[k], no.slope[k]);
    return d;
  }
  SUREFOOT_HD friend Dual max(const Dual& a, const Dual& b) { return select(a < b, b, a); }
  SUREFOOT_HD friend Dual min(const Dual& a, const Dual& b) { return select(b < a, b, a); }
  SUREFOOT_HD friend Dual abs(const Dual& a) { return select(a < Dual(0.0), -a, a); }

  SUREFOOT_HD friend Dual exp(const Dual& x) {
    const Real e = exp(x.value);
    return chain(x, e, e);
  }
  SUREFOOT_HD friend Dual expm1(const Dual& x) {
    const Real e = expm1(x.value);
    return chain(x, e, e + 1.0);
  }
  SUREFOOT_HD friend Dual log(const Dual& x) { return chain(x, log(x.value), 1.0 / x.value); }
  SUREFOOT_HD friend Dual log1p(const Dual& x) {
    return chain(x, log1p(x.value), 1.0 / (1.0 + x.value));
  }
  SUREFOOT_HD friend Dual sqrt(const Dual& x) {
    const Real root = sqrt(x.value);
    return chain(x, root, 0.5 / root);
  }
  SUREFOOT_HD friend Dual tanh(const Dual& x) {
    const Real t = tanh(x.value);
    return chain(x, t, 1.0 - t * t);
  }
  SUREFOOT_HD friend Dual normal_cdf(const Dual& x) {
    return chain(x, normal_cdf(x.value), normal_density(x.value));
  }
  SUREFOOT_HD friend Dual normal_quantile(const Dual& p) {
    const Real x = normal_quantile(p.value);
    return chain(p, x, 1.0 / normal_density(x));
  }
  /// x^y for x > 0.
  SUREFOOT_HD friend Dual pow(const Dual& x, const Dual& y) { return exp(y * log(x)); }
};

}  // namespace surefoot
