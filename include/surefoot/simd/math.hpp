#pragma once

#include <cmath>
#include <limits>

#include <surefoot/simd/pack.hpp>

namespace surefoot {

/// c[I] + c[I+1] x + c[I+2] x^2 + ...
template <int I = 0, class Real, int N>
[[gnu::always_inline]] inline Real polynomial(Real x, const double (&c)[N]) {
  if constexpr (I == N - 1)
    return Real(c[I]);
  else
    return polynomial<I + 1>(x, c) * x + c[I];
}

// Polynomials below are fitted by scripts/polynomials.py, which prints their errors; those of the
// functions themselves are bounded by the tests, against Boost.Math, over the whole range.

template <PackType P>
struct RoundedPack {
  P whole;                       // as a number
  typename P::BitsRegister low;  // the same as an integer, in the low bits
};

/// The nearest integer, for |x| far below 2^22 (float) or 2^51 (double): adding 1.5 * 2^mantissa
/// pushes the fraction out of the register and leaves the integer in its low bits.
template <PackType P>
inline RoundedPack<P> round_to_integer(P x) {
  const P magic = sizeof(typename P::Real) == 4 ? 0x1.8p23 : 0x1.8p52;
  const P shifted = x + magic;
  return {shifted - magic, shifted.bits()};
}

/// value * 2^power for results in the normal range; only the low bits of power are looked at.
template <PackType P>
inline P scale_by_power(P value, typename P::BitsRegister power) {
  constexpr int mantissa = std::numeric_limits<typename P::Real>::digits - 1;
  return P::from_bits(value.bits() + (power << mantissa));
}

/// 2^x for x up to the largest exponent, as kernels want it: it ends at the smallest normal number,
/// because denormals would cost ten times the time.
template <PackType P>
inline P decaying_exp2(P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  x = max(P(Limits::min_exponent - 1), x);  // in this order, a NaN stays
  const auto n = round_to_integer(x);
  const P f = x - n.whole;
  if constexpr (sizeof(typename P::Real) == 4) {
    constexpr double c[] = {1.0000000716539728,   0.69314696704278267,   0.24022119726146637,
                            0.055507133093935353, 0.0096755412418096046, 0.0013276460388557476};
    return scale_by_power(polynomial(f, c), n.low);
  } else {
    constexpr double c[] = {1.0,
                            0.69314718055994529,
                            0.24022650695910158,
                            0.055504108664821625,
                            0.0096181291075872564,
                            0.0013333558146406471,
                            0.00015403530463724353,
                            1.5252733841556773e-05,
                            1.3215432535912375e-06,
                            1.0178057087733941e-07,
                            7.0741942972885211e-09,
                            4.4558179083360645e-10};
    return scale_by_power(polynomial(f, c), n.low);
  }
}

/// x = n log 2 + f, and expm1(f).
template <PackType P>
struct ReducedExponential {
  typename P::BitsRegister n;
  P expm1_f;
};

template <PackType P>
inline ReducedExponential<P> reduce_exponential(P x) {
  const auto n = round_to_integer(x * P(1.4426950408889634));  // log2(e)
  // log 2 in two parts, the first with enough trailing zeros for n times it to be exact.
  constexpr bool single = sizeof(typename P::Real) == 4;
  constexpr double high = single ? 0x1.62e4p-1 : 0x1.62e42feep-1;
  constexpr double low = 0.69314718055994530942 - high + (single ? 0.0 : 2.3190468138462996e-17);
  const P f = (x - n.whole * P(high)) - n.whole * P(low);
  if constexpr (single) {
    constexpr double c[] = {1.0000000000312019,    0.50000000466520922,   0.16666666249545053,
                            0.041666354449843977,  0.0083334029151873948, 0.0013941004913806789,
                            0.00019841242112716818};
    return {n.low, f * polynomial(f, c)};
  } else {
    constexpr double c[] = {1.0,
                            0.5,
                            0.16666666666666666,
                            0.041666666666666692,
                            0.008333333333333335,
                            0.0013888888888871889,
                            0.00019841269841258509,
                            2.4801587350110797e-05,
                            2.7557319256329253e-06,
                            2.7557251904174915e-07,
                            2.5052063512569801e-08,
                            2.0921579964950299e-09,
                            1.6088922302280749e-10};
    return {n.low, f * polynomial(f, c)};
  }
}

/// e^x: overflows to infinity, underflows to zero, passes NaN on.
template <PackType P>
inline P exp(P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  constexpr double log2 = 0.69314718055994531;
  const P low = (Limits::min_exponent - 1) * log2, high = (Limits::max_exponent - 0.51) * log2;
  const auto r = reduce_exponential(min(max(x, low), high));
  const P inside = scale_by_power(1.0 + r.expm1_f, r.n);
  const P bounded = select(x < low, P(0.0), select(x > high, P(Limits::infinity()), inside));
  return select(x == x, bounded, x);
}

/// 2^x: overflows to infinity, underflows to zero, passes NaN on.
template <PackType P>
inline P exp2(P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  const P low = Limits::min_exponent - 1, high = Limits::max_exponent - 0.51;
  const P near = min(max(x, low), high);
  const auto n = round_to_integer(near);
  const auto r = reduce_exponential((near - n.whole) * P(0.69314718055994531));  // log 2
  const P inside = scale_by_power(1.0 + r.expm1_f, n.low + r.n);
  const P bounded = select(x < low, P(0.0), select(x > high, P(Limits::infinity()), inside));
  return select(x == x, bounded, x);
}

/// e^x - 1 without cancellation, for |x| below the exponent range.
template <PackType P>
inline P expm1_in_range(P x) {
  const auto r = reduce_exponential(x);
  const P power = scale_by_power(P(1.0), r.n);
  return power * r.expm1_f + (power - 1.0);
}

/// e^x - 1 without cancellation: -1 far below 0, overflows to infinity, passes NaN on.
template <PackType P>
inline P expm1(P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  constexpr double log2 = 0.69314718055994531;
  const P low = (Limits::min_exponent - 1) * log2, high = (Limits::max_exponent - 0.51) * log2;
  const P inside = expm1_in_range(min(max(x, low), high));
  const P bounded = select(x > high, P(Limits::infinity()), inside);
  return select((x == x) & (x != 0.0), bounded, x);  // a negative zero stays
}

template <PackType P>
inline P tanh(P x) {
  const P twice = min(abs(x) * 2.0, P(44.0));  // tanh(22) is 1 to the last bit of a double
  const P e = expm1_in_range(twice);
  const P t = e / (e + 2.0);
  return select(x == x, select(x < 0.0, -t, t), x);
}

/// log x: -inf at 0, NaN below, exact limits at infinity; denormals count as 0.
template <PackType P>
inline P log(P x) {
  using Real = typename P::Real;
  using Limits = std::numeric_limits<Real>;
  constexpr int mantissa = Limits::digits - 1;
  constexpr bool single = sizeof(Real) == 4;
  // Subtracting the bits of 1/sqrt 2 makes the exponent field count from there.
  const auto offset = P(0.70710678118654752).bits();
  const auto above = x.bits() - offset;
  const auto exponent = reinterpret_cast<typename P::IntRegister>(above) >> mantissa;
  const P m = P::from_bits(x.bits() - (above >> mantissa << mantissa));
  // Added to the bits of 1.5 * 2^mantissa, a small integer becomes a number; not every instruction
  // set converts 64-bit integers.
  const P magic = single ? 0x1.8p23 : 0x1.8p52;
  const P n =
      P::from_bits(reinterpret_cast<typename P::BitsRegister>(exponent) + magic.bits()) - magic;
  const P s = (m - 1.0) / (m + 1.0), z = s * s;
  constexpr double high = single ? 0x1.62e4p-1 : 0x1.62e42feep-1;
  constexpr double low = 0.69314718055994530942 - high + (single ? 0.0 : 2.3190468138462996e-17);
  P log_m;
  if constexpr (single) {
    constexpr double c[] = {1.9999999986213393, 0.66666815950224934, 0.39974794981751327,
                            0.29925649415769195};
    log_m = s * polynomial(z, c);
  } else {
    constexpr double c[] = {2.0,
                            0.66666666666666663,
                            0.39999999999999925,
                            0.28571428571462171,
                            0.22222222214817811,
                            0.18181819117998452,
                            0.15384543439179688,
                            0.13336746217544351,
                            0.11667379243291706,
                            0.12043118385439859};
    log_m = s * polynomial(z, c);
  }
  const P inside = n * P(high) + (n * P(low) + log_m);
  const P at_zero = select(x < 0.0, P(Limits::quiet_NaN()), P(-Limits::infinity()));
  const P low_end = select(x < P(Limits::min()), at_zero, inside);
  return select(x < P(Limits::infinity()), low_end, x);  // +inf and NaN stay
}

/// log(1 + x) with full relative accuracy near 0: the rounding of 1 + x is undone by x / (u - 1).
template <PackType P>
inline P log1p(P x) {
  const P u = 1.0 + x, d = u - 1.0;
  const P scaled = log(u) * (x / d);
  return select(d == 0.0, x,
                select(u < P(std::numeric_limits<typename P::Real>::infinity()),
                       select(u > 0.0, scaled, log(u)), log(u)));
}

}  // namespace surefoot
