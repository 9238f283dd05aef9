#pragma once

#include <cmath>

#include <surefoot/math.hpp>
#include <surefoot/simd/rounding.hpp>

namespace surefoot {

// Lane by lane in the C library, whose lgamma would write its sign where all threads see it.
template <PackType P>
inline P lgamma(P x) {
  return by_lane(x, [](double lane) {
    int sign = 0;
    return ::lgamma_r(lane, &sign);
  });
}

template <PackType P>
inline P tgamma(P x) {
  return by_lane(x, [](double lane) { return ::tgamma(lane); });
}

template <PackType P>
inline P digamma(P x) {
  return by_lane(x, [](double lane) { return digamma(lane); });
}

}  // namespace surefoot
