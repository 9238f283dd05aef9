#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include <surefoot/simd/math.hpp>
#include <surefoot/simd/rounding.hpp>

namespace surefoot {

/// Up to here sines and cosines have full absolute accuracy: n pi/2 is subtracted in three parts,
/// the first two short enough for n times them to be exact.
template <class Real>
inline constexpr Real accurate_angle = sizeof(Real) == 4 ? Real(2.5e4) : Real(1e9);

/// Angles that are too large to reduce, replaced by smaller ones that are a function of their
/// digits.  In float, those have little to do with the angle's place on the circle anyway.
template <PackType P>
inline P bounded_angle(P x) {
  using Real = typename P::Real;
  using Bits = std::make_unsigned_t<typename P::Int>;
  constexpr int mantissa = std::numeric_limits<Real>::digits - 1;
  constexpr Bits sign = Bits{1} << (sizeof(Real) * 8 - 1);
  constexpr Bits kept = sign | ((Bits{1} << mantissa) - 1);
  const P unit = sizeof(Real) == 4 ? 0x1p12 : 0x1p20;  // many turns, and many digits of a turn
  const P replaced = P::from_bits((x.bits() & kept) | unit.bits());
  return select(abs(x) > P(accurate_angle<Real>), replaced, x);  // a NaN stays
}

template <PackType P>
struct SinCos {
  P sin;
  P cos;
};

/// Sine and cosine.  Beyond accurate_angle they are those of some other angle, the same for the
/// same x: on the unit circle, but no more.
template <PackType P>
inline SinCos<P> sincos(P angle) {
  using Real = typename P::Real;
  using Mask = typename P::Mask;
  constexpr bool single = sizeof(Real) == 4;
  const P x = bounded_angle(angle);
  const auto n = round_to_integer(x * P(0.63661977236758134));  // 2/pi
  constexpr double high = single ? 0x1.92p+0 : 0x1.921fb4p+0;   // pi/2 in 10 + 10 + 24 bits, or in
  constexpr double middle = single ? 0x1.fbp-12 : 0x1.4442dp-24;  // 23 + 23 + 53
  constexpr double low = single ? 0x1.5110b4611a626p-22 : 0x1.8469898cc517p-48;
  const P r = ((x - n.whole * P(high)) - n.whole * P(middle)) - n.whole * P(low);
  const P z = r * r;
  P s, c;
  if constexpr (single) {
    constexpr double of_sin[] = {0.99999999676179196, -0.16666650224223434, 0.0083320164523735234,
                                 -0.00019501821939542577};
    constexpr double of_cos[] = {0.99999999994393607, -0.49999999571555964, 0.041666613233406938,
                                 -0.0013886529145235437, 2.4372679003295728e-05};
    s = r * polynomial(z, of_sin);
    c = polynomial(z, of_cos);
  } else {
    constexpr double of_sin[] = {1.0,
                                 -0.16666666666666616,
                                 0.0083333333333203627,
                                 -0.000198412698286503,
                                 2.7557313376400128e-06,
                                 -2.5050716974102745e-08,
                                 1.5894736651849094e-10};
    constexpr double of_cos[] = {1.0,
                                 -0.5,
                                 0.041666666666666449,
                                 -0.0013888888888861095,
                                 2.4801587283881152e-05,
                                 -2.7557313097790086e-07,
                                 2.0875582380663952e-09,
                                 -1.1353379638297575e-11};
    s = r * polynomial(z, of_sin);
    c = polynomial(z, of_cos);
  }
  // Odd quarter turns swap the two; the second bit of n, and of n + 1, is the sign.
  constexpr int to_sign = sizeof(Real) * 8 - 2;
  const Mask odd{(n.low & 1) != 0};
  const auto sign_of_sin = (n.low & 2) << to_sign, sign_of_cos = ((n.low + 1) & 2) << to_sign;
  return {P::from_bits(select(odd, c, s).bits() ^ sign_of_sin),
          P::from_bits(select(odd, s, c).bits() ^ sign_of_cos)};
}

/// Angles that are too large to reduce here are left to the C library.
template <PackType P, class Function>
inline P beyond_accurate_angle(P x, P near, Function f) {
  using Real = typename P::Real;
  const auto far = abs(x) > P(accurate_angle<Real>);
  return any(far) ? select(far, by_lane(x, f), near) : near;
}

template <PackType P>
inline P sin(P x) {
  return beyond_accurate_angle(x, select(x == 0.0, x, sincos(x).sin),
                               [](double lane) { return std::sin(lane); });
}

template <PackType P>
inline P cos(P x) {
  return beyond_accurate_angle(x, sincos(x).cos, [](double lane) { return std::cos(lane); });
}

template <PackType P>
inline P tan(P x) {
  const auto both = sincos(x);
  return beyond_accurate_angle(x, select(x == 0.0, x, both.sin / both.cos),
                               [](double lane) { return std::tan(lane); });
}

/// The angle is turned by 0, 1/8 or 1/4 of a circle, whichever leaves the least of it.
template <PackType P>
inline P atan(P x) {
  constexpr double eighth = 0.41421356237309505, three_eighths = 2.4142135623730950;  // tan(pi/8)
  const P size = fabs(x);
  const auto middle = size > eighth, far = size > three_eighths;
  const P above = select(far, P(-1.0), select(middle, size - 1.0, size));
  const P below = select(far, size, select(middle, size + 1.0, P(1.0)));
  const P t = above / below, z = t * t;
  P angle;
  if constexpr (sizeof(typename P::Real) == 4) {
    constexpr double c[] = {0.99999998199379525, -0.33332799181409506, 0.1997446997326611,
                            -0.13852084655819261, 0.079867261260846645};
    angle = t * polynomial(z, c);
  } else {
    constexpr double c[] = {1.0,
                            -0.33333333333333121,
                            0.19999999999940893,
                            -0.14285714279250245,
                            0.11111110744919658,
                            -0.090908968090640266,
                            0.076920453309022252,
                            -0.066629518136291907,
                            0.058468782973308722,
                            -0.05035102456601552,
                            0.037965257453865933,
                            -0.017805397205419446};
    angle = t * polynomial(z, c);
  }
  // pi/4 and pi/2 in two parts, the second what rounding leaves of the first.
  constexpr bool single = sizeof(typename P::Real) == 4;
  constexpr double quarter = single ? double(0.78539816339744831F) : 0.78539816339744831;
  constexpr double rest = single ? 0.78539816339744831 - quarter : 3.061616997868383e-17;
  const P turns = select(far, P(2.0), select(middle, P(1.0), P(0.0)));
  return copysign(turns * P(quarter) + (turns * P(rest) + angle), x);
}

/// The angle of the point (x, y), by the signs of both, as the C library has it at 0 and infinity.
template <PackType P>
inline P angle_of(P y, P x) {
  using Limits = std::numeric_limits<typename P::Real>;
  const P a = fabs(y), b = fabs(x);
  const P ratio = select(a == 0.0, a, select(a == b, P(1.0), a / b));  // 0/0 and infinity/infinity
  const P acute = atan(ratio);
  const P angle = select(copysign(P(1.0), x) < 0.0, 3.14159265358979324 - acute, acute);
  return select((x == x) & (y == y), copysign(angle, y), P(Limits::quiet_NaN()));
}

template <PackType P>
inline P asin(P x) {
  return atan(x / sqrt((1.0 - x) * (1.0 + x)));
}

template <PackType P>
inline P acos(P x) {
  return 2.0 * atan(sqrt((1.0 - x) / (1.0 + x)));
}

}  // namespace surefoot
