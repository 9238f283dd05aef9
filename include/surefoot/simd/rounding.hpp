#pragma once

#include <limits>

#include <surefoot/simd/pack.hpp>

namespace surefoot {

/// Rounded towards 0.  Adding 2^mantissa pushes the fraction out of the register; numbers beyond
/// that have none.
template <PackType P>
inline P trunc(P x) {
  const P magic = sizeof(typename P::Real) == 4 ? 0x1p23 : 0x1p52;
  const P size = copysign(x, P(1.0)), nearest = (size + magic) - magic;
  const P below = nearest - select(nearest > size, P(1.0), P(0.0));
  return select(size < magic, copysign(below, x), x);  // a NaN stays
}

template <PackType P>
inline P floor(P x) {
  const P whole = trunc(x);
  return select(whole > x, whole - 1.0, whole);
}

template <PackType P>
inline P ceil(P x) {
  const P whole = trunc(x);
  return select(whole < x, whole + 1.0, whole);
}

/// The nearest integer, halves away from 0.
template <PackType P>
inline P round(P x) {
  const P whole = trunc(x);
  return select(copysign(x - whole, P(1.0)) >= 0.5, whole + copysign(P(1.0), x), whole);
}

template <PackType P>
inline P fabs(P x) {
  return copysign(x, P(1.0));
}

template <PackType P>
inline auto isnan(P x) {
  return x != x;
}
template <PackType P>
inline auto isinf(P x) {
  return fabs(x) == P(std::numeric_limits<typename P::Real>::infinity());
}
template <PackType P>
inline auto isfinite(P x) {
  return fabs(x) <= P(std::numeric_limits<typename P::Real>::max());
}

/// Of numbers that a simulator seldom asks for: one lane after the other.
template <PackType P, class Function>
inline P by_lane(P x, Function f) {
  for (int i = 0; i < P::lanes; ++i) x.v[i] = static_cast<typename P::Real>(f(x.v[i]));
  return x;
}

}  // namespace surefoot
