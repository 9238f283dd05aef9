#pragma once

#include <surefoot/simd/math.hpp>
#include <surefoot/simd/rounding.hpp>

namespace surefoot {

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

/// exp(-x^2) with the rounding of x^2 undone: x = head + rest, of which the head has a square that
/// is exact, for |x| < 32.
template <PackType P>
inline P exp_of_minus_square(P x) {
  const P magic = sizeof(typename P::Real) == 4 ? 0x1.8p16 : 0x1.8p31;
  const P head = (x + magic) - magic, rest = (head - x) * (head + x);
  const P undone = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest / 24.0)));
  return exp(-head * head) * undone;
}

template <PackType P>
inline P erfc(P x) {
  const P size = fabs(x), near = min(size, P(30.0));
  const P tail = exp_of_minus_square(near) * scaled_erfc(near);
  return select(x == x, select(x < 0.0, 2.0 - tail, tail), x);
}

template <PackType P>
inline P erf(P x) {
  const P size = fabs(x), z = min(x * x, P(1.0));
  const P far = copysign(1.0 - erfc(size), x);
  if constexpr (sizeof(typename P::Real) == 4) {
    constexpr double c[] = {1.1283791657266677,    -0.37612625823924006,  0.11283585145107257,
                            -0.02685381178860325,  0.0051883274069869055, -0.00080101911758249673,
                            7.8538532634881824e-05};
    return select(size < 1.0, x * polynomial(z, c), far);
  } else {
    constexpr double c[] = {
        1.1283791670955126,      -0.37612638903183748,    0.11283791670954879,
        -0.026866170645076792,   0.0052239776248180145,   -0.000854832698083379,
        0.0001205533111164271,   -1.4925595266831182e-05, 1.6461000484121368e-06,
        -1.6350312701054695e-07, 1.4659775274047436e-08,  -1.1372848856791674e-09,
        5.9571761477489113e-11};
    return select(size < 1.0, x * polynomial(z, c), far);
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
