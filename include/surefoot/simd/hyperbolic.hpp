#pragma once

#include <surefoot/simd/power.hpp>

namespace surefoot {

/// e^x / 2, also where e^x overflows.
template <PackType P>
inline P half_exp(P x) {
  const P root = exp(0.5 * x);
  return 0.5 * root * root;
}

template <PackType P>
inline P sinh(P x) {
  const P size = fabs(x), e = expm1(min(size, P(40.0)));
  const P near = 0.5 * (e + e / (e + 1.0));
  return copysign(select(size < 40.0, near, half_exp(size)), x);
}

template <PackType P>
inline P cosh(P x) {
  const P size = fabs(x), half = 0.5 * exp(min(size, P(40.0)));
  return select(size < 40.0, half + 0.25 / half, half_exp(size));
}

/// log(2x), for x whose square would overflow or drown 1.
template <PackType P>
inline P log_of_twice(P x) {
  return log(x) + 0.69314718055994531;  // log 2
}

template <PackType P>
inline P asinh(P x) {
  const P size = fabs(x), a = min(size, P(1e8)), square = a * a;
  const P near = log1p(a + square / (1.0 + sqrt(square + 1.0)));
  return copysign(select(size < 1e8, near, log_of_twice(size)), x);
}

template <PackType P>
inline P acosh(P x) {
  const P beyond = min(x, P(1e8)) - 1.0;
  const P near = log1p(beyond + sqrt(beyond * (2.0 + beyond)));
  const P inside = select(x < 1e8, near, log_of_twice(x));
  return select(x < 1.0, P(std::numeric_limits<typename P::Real>::quiet_NaN()), inside);
}

template <PackType P>
inline P atanh(P x) {
  const P size = fabs(x);
  return copysign(0.5 * log1p(2.0 * size / (1.0 - size)), x);
}

}  // namespace surefoot
