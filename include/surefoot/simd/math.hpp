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

/// 2^x for x up to the largest exponent, clamped below at the smallest normal number: kernels end
/// there, and denormals would cost ten times the time.
template <PackType P>
inline P exp2(P x) {
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

/// e^x - 1 without cancellation, for |x| below the exponent range.
template <PackType P>
inline P expm1(P x) {
  const auto r = reduce_exponential(x);
  const P power = scale_by_power(P(1.0), r.n);
  return power * r.expm1_f + (power - 1.0);
}

template <PackType P>
inline P tanh(P x) {
  const P twice = min(abs(x) * 2.0, P(44.0));  // tanh(22) is 1 to the last bit of a double
  const P e = expm1(twice);
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

/// x^y for x >= 0.
template <PackType P>
inline P pow(P x, P y) {
  return exp(y * log(x));
}

/// exp(t^2) erfc(t) for t >= 0: (1 + 2t) times it is smooth in (t - c)/(t + c) on [-1, 1).
template <PackType P>
inline P scaled_erfc(P t) {
  const P s = 1.0 - 7.5 / (t + 3.75);  // (t - 3.75)/(t + 3.75), finite at infinity
  if constexpr (sizeof(typename P::Real) == 4) {
    constexpr double c[] = {1.2375126308378275,    -0.14024065901788993,   0.003585438016476337,
                            0.08227843390475284,   -0.10880456454860984,   0.092290691672078762,
                            -0.058688252049401611, 0.028409430391479109,   -0.0097646904977876318,
                            0.0016757342508064283, 0.00032538846455351872, -0.00022405204951954954,
                            2.3634820068462686e-05};
    return polynomial(s, c) / (1.0 + 2.0 * t);
  } else {
    constexpr double c[] = {
        1.2375126308378275,      -0.14024059858554702,    0.003585415485463656,
        0.082276738490151033,    -0.10880393014170556,    0.092304321160198044,
        -0.058693398590589287,   0.028362277421519668,    -0.0097465795471454383,
        0.0017556258323895534,   0.00029371359159349199,  -0.00029015397913224856,
        5.1649421745236492e-05,  2.2383911531916885e-05,  -1.1445089837949503e-05,
        -9.7284849526542971e-07, 1.7535246298700044e-06,  -5.8264397667310677e-08,
        -2.6125820988937444e-07, 2.4291311772275118e-08,  4.1073989373711923e-08,
        -4.3902519434014918e-09, -6.6068294781812372e-09, 5.4606574746594475e-10,
        9.2348677085736802e-10,  -3.7587308053419595e-11, -7.6662097978051854e-11};
    return polynomial(s, c) / (1.0 + 2.0 * t);
  }
}

template <PackType P>
inline P normal_density(P x) {
  return exp(-0.5 * x * x) * 0.39894228040143268;  // 1/sqrt(2 pi)
}

/// The standard normal distribution function.
template <PackType P>
inline P normal_cdf(P x) {
  const P t = abs(x) * 0.70710678118654752;  // 1/sqrt 2
  const P tail = 0.5 * exp(-0.5 * x * x) * scaled_erfc(min(t, P(1e15)));
  return select(x == x, select(x < 0.0, tail, 1.0 - tail), x);
}

/// The quantile over (p - 1/2), as a function of w = -log(4 p (1 - p)).
template <PackType P>
inline P quantile_ratio(P w) {
  constexpr double c0[] = {
      2.5066280399387555,      0.6562421884985169,      0.032617816596248475,
      -0.0064993566083364337,  -0.00047296933796536707, 0.0001942635208606244,
      -1.2870875450327313e-05, -6.4194684558676242e-07, 8.0707626030078819e-08};
  const P middle = polynomial(w, c0);
  if (!any(w > 5.0)) return middle;
  constexpr double c1[] = {4.9354387287756669,    -4.3794639362716241,   2.9853141975304038,
                           0.29643644594754281,   -0.70859511569743983,  0.27944091920707653,
                           -0.054283810900513076, 0.0054325492123369068, -0.00022432775599774099};
  constexpr double c2[] = {0.0064591912317126946, 2.268152791889253,       0.26028091828115207,
                           -0.065502123964981521, 0.010371621094067479,    -0.0010625946684477104,
                           6.862186622932478e-05, -2.5465130096821776e-06, 4.1474417557744271e-08};
  constexpr double c3[] = {-0.64190022696150206,   2.8867937462645656,      -0.0036189351277779399,
                           0.00013651568276308048, -2.8248179865974351e-06, 2.4531569002398849e-08};
  const P r = sqrt(w);
  const P near = polynomial(r, c1), far = polynomial(r, c2), farthest = polynomial(r, c3);
  return select(w < 5.0, middle, select(r < 4.4, near, select(r < 9.6, far, farthest)));
}

/// The standard normal quantile: -inf at 0, inf at 1, NaN outside.
template <PackType P>
inline P normal_quantile(P p) {
  using Limits = std::numeric_limits<typename P::Real>;
  const P w = -log(4.0 * max(p, P(Limits::min())) * (1.0 - p));  // log takes no denormals
  P x = (p - 0.5) * quantile_ratio(w);
  if constexpr (sizeof(typename P::Real) == 8) {
    // One step of Halley's method, in the lower tail where nothing cancels, cubes the error.
    const P q = min(p, 1.0 - p), z = -abs(x);
    const P e = (normal_cdf(z) - q) / normal_density(z);
    const P better = z - e / (1.0 + 0.5 * z * e);
    x = select(p < 0.5, better, -better);
  }
  const P infinite = Limits::infinity();
  x = select(p == 0.0, -infinite, select(p == 1.0, infinite, x));
  return select((p >= 0.0) & (p <= 1.0), x, P(Limits::quiet_NaN()));
}

}  // namespace surefoot
