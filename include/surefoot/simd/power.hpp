#pragma once

#include <concepts>

#include <surefoot/host_device.hpp>
#include <surefoot/simd/math.hpp>
#include <surefoot/simd/rounding.hpp>

namespace surefoot {

/// Whether x^y is nothing but exp(y log x).
template <class Number>
SUREFOOT_HD inline auto ordinary_power(const Number& x, const Number& y) {
  return (x > Number(0.0)) && ((x + y) - (x + y) == Number(0.0));  // both finite
}

/// x^y also where it is not, as the C library has it: whole powers of negative numbers, 0^0 = 1,
/// 1^y = 1.  Of packs, and of the lanes of a device.
template <class Number>
SUREFOOT_HD inline Number power_anywhere(const Number& x, const Number& y) {
  using Limits = std::numeric_limits<typename Number::Real>;
  const Number size = fabs(x), half = 0.5 * y, zero = 0.0, one = 1.0;
  const auto whole = trunc(y) == y, odd = whole && (trunc(half) != half);
  Number value = exp(y * log(size));
  value = select((y == zero) || (size == one), one, value);
  value = select((copysign(one, x) < zero) && odd, -value, value);
  const auto no_number = (x < zero) && (size < Number(Limits::infinity())) && !whole;
  return select(no_number, Number(Limits::quiet_NaN()), value);
}

/// Not inlined, because simulators seldom go there.
template <PackType P>
[[gnu::noinline]] P power_elsewhere(P x, P y) {
  return power_anywhere(x, y);
}

/// x^y; the logarithm's rounding is magnified by the size of y log x.
template <PackType P>
inline P power(P x, P y) {
  if (any(!ordinary_power(x, y))) return power_elsewhere(x, y);
  return exp(y * log(x));
}

/// x^n by multiplications.
template <PackType P, std::integral Int>
inline P pow(P x, Int n) {
  P value = 1.0;
  for (Int left = n; left != 0; left /= 2, x *= x)
    if (left % 2 != 0) value *= x;
  return n < 0 ? 1.0 / value : value;
}

template <PackType P>
inline P cbrt(P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  // The logarithm takes no denormals; 2^54 has a cube root.
  const P size = fabs(x), tiny = size * P(0x1p54);
  const auto is_tiny = size < P(Limits::min());
  const P a = select(is_tiny, tiny, size);
  const P guess = exp(log(a) * (1.0 / 3.0));
  const P root = guess - (guess - a / (guess * guess)) * (1.0 / 3.0);  // a step of Newton's method
  const P scaled = copysign(select(is_tiny, root * P(0x1p-18), root), x);
  return select((x != 0.0) & isfinite(x), scaled, x);
}

/// sqrt(x^2 + y^2) without overflow.
template <PackType P>
inline P length_of(P x, P y) {
  using Limits = std::numeric_limits<typename P::Real>;
  const P a = fabs(x), b = fabs(y), longer = select(a > b, a, b), shorter = select(a > b, b, a);
  const P ratio = shorter / longer, length = longer * sqrt(1.0 + ratio * ratio);
  const P finite = select(longer == 0.0, longer, length) + (a + b) * 0.0;  // a NaN stays
  return select(isinf(x) | isinf(y), P(Limits::infinity()), finite);
}

/// x = 2^exponent m, 1/sqrt 2 <= m < sqrt 2, and log m, for normal x.
template <PackType P>
struct SplitLogarithm {
  P exponent;
  P log_m;
};

template <PackType P>
inline SplitLogarithm<P> split_logarithm(P x) {
  constexpr int mantissa = std::numeric_limits<typename P::Real>::digits - 1;
  const auto above = x.bits() - P(0.70710678118654752).bits();
  const P magic = sizeof(typename P::Real) == 4 ? 0x1.8p23 : 0x1.8p52;
  const auto whole = reinterpret_cast<typename P::IntRegister>(above) >> mantissa;
  const P n = P::from_bits(reinterpret_cast<typename P::BitsRegister>(whole) + magic.bits());
  return {n - magic, log(P::from_bits(x.bits() - (above >> mantissa << mantissa)))};
}

/// Exact at powers of 2; denormals count as 0.
template <PackType P>
inline P log2(P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  const auto [n, log_m] = split_logarithm(x);
  const auto normal = (x >= P(Limits::min())) & isfinite(x);
  return select(normal, n + log_m * 1.4426950408889634, log(x));  // log2(e)
}

/// Denormals count as 0.
template <PackType P>
inline P log10(P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  constexpr bool single = sizeof(typename P::Real) == 4;
  const auto [n, log_m] = split_logarithm(x);
  // log10(2) in two parts, the first with enough trailing zeros for n times it to be exact.
  constexpr double high = single ? 0x1.344p-2 : 0x1.34413508p-2;
  constexpr double low = single ? 4.605038981195214e-06 : 1.1451100898021838e-10;
  const P value = n * P(high) + (n * P(low) + log_m * 0.43429448190325183);  // log10(e)
  const auto normal = (x >= P(Limits::min())) & isfinite(x);
  return select(normal, value, log(x));
}

}  // namespace surefoot
