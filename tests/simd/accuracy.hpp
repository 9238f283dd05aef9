#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <surefoot/simd/pack.hpp>

namespace surefoot {

/// `count` numbers from lo to hi, evenly spaced.
template <class Real>
std::vector<Real> evenly(double lo, double hi, int count) {
  std::vector<Real> xs;
  for (int i = 0; i < count; ++i) xs.push_back(static_cast<Real>(lo + (hi - lo) * i / (count - 1)));
  return xs;
}

/// The same with evenly spaced logarithms.
template <class Real>
std::vector<Real> by_magnitude(double lo, double hi, int count) {
  std::vector<Real> xs;
  for (const double power : evenly<double>(std::log2(lo), std::log2(hi), count))
    xs.push_back(static_cast<Real>(std::clamp(std::exp2(power), lo, hi)));
  return xs;
}

template <class Real>
std::vector<Real> negated(std::vector<Real> xs) {
  for (Real& x : xs) x = -x;
  return xs;
}

/// f at each of xs, by whole packs of different numbers.
template <class Real, class F>
std::vector<Real> map_packs(std::vector<Real> xs, F f) {
  using P = Pack<Real, ThisIsa>;
  const auto count = xs.size();
  while (xs.size() % P::lanes != 0) xs.push_back(xs.back());
  for (std::size_t i = 0; i < xs.size(); i += P::lanes) f(P::load(&xs[i])).store(&xs[i]);
  xs.resize(count);
  return xs;
}

struct Worst {
  double error = 0.0;
  double at = 0.0;
};

/// The largest error of f over xs, in units of unit(x, exact value); infinite where f is not a
/// number and should be.
template <class Real, class F, class Exact, class Unit>
Worst worst_error(const std::vector<Real>& xs, F f, Exact exact, Unit unit) {
  const auto values = map_packs(xs, f);
  Worst worst;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const auto x = static_cast<long double>(xs[i]), y = static_cast<long double>(exact(x));
    auto error =
        static_cast<double>(std::abs(static_cast<long double>(values[i]) - y) / unit(x, y));
    if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
    if (error > worst.error) worst = {error, static_cast<double>(xs[i])};
  }
  return worst;
}

/// The distance between neighbouring numbers of type Real around y.
template <class Real>
long double ulp(long double y) {
  using Limits = std::numeric_limits<Real>;
  const int exponent = y == 0.0L ? Limits::min_exponent : std::ilogb(y) + 1;
  return std::ldexp(1.0L, std::max(exponent, Limits::min_exponent) - Limits::digits);
}

template <class Real, class F, class Exact>
Worst worst_ulps(const std::vector<Real>& xs, F f, Exact exact) {
  return worst_error(xs, f, exact, [](long double, long double y) { return ulp<Real>(y); });
}

}  // namespace surefoot
