#pragma once

#include <surefoot/simd/bundle.hpp>
#include <surefoot/simd/gamma.hpp>
#include <surefoot/simd/hyperbolic.hpp>
#include <surefoot/simd/normal.hpp>

// Functions of bundles: those of their packs.
namespace surefoot {

template <PackType P, int N>
inline Bundle<P, N> abs(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return abs(x); });
}
template <PackType P, int N>
inline Bundle<P, N> fabs(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return fabs(x); });
}
template <PackType P, int N>
inline Bundle<P, N> sqrt(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return sqrt(x); });
}
template <PackType P, int N>
inline Bundle<P, N> cbrt(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return cbrt(x); });
}
template <PackType P, int N>
inline Bundle<P, N> exp(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return exp(x); });
}
template <PackType P, int N>
inline Bundle<P, N> exp2(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return exp2(x); });
}
template <PackType P, int N>
inline Bundle<P, N> expm1(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return expm1(x); });
}
template <PackType P, int N>
inline Bundle<P, N> log(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return log(x); });
}
template <PackType P, int N>
inline Bundle<P, N> log1p(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return log1p(x); });
}
template <PackType P, int N>
inline Bundle<P, N> log2(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return log2(x); });
}
template <PackType P, int N>
inline Bundle<P, N> log10(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return log10(x); });
}
template <PackType P, int N>
inline Bundle<P, N> sin(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return sin(x); });
}
template <PackType P, int N>
inline Bundle<P, N> cos(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return cos(x); });
}
template <PackType P, int N>
inline Bundle<P, N> tan(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return tan(x); });
}
template <PackType P, int N>
inline Bundle<P, N> asin(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return asin(x); });
}
template <PackType P, int N>
inline Bundle<P, N> acos(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return acos(x); });
}
template <PackType P, int N>
inline Bundle<P, N> atan(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return atan(x); });
}
template <PackType P, int N>
inline Bundle<P, N> sinh(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return sinh(x); });
}
template <PackType P, int N>
inline Bundle<P, N> cosh(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return cosh(x); });
}
template <PackType P, int N>
inline Bundle<P, N> tanh(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return tanh(x); });
}
template <PackType P, int N>
inline Bundle<P, N> asinh(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return asinh(x); });
}
template <PackType P, int N>
inline Bundle<P, N> acosh(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return acosh(x); });
}
template <PackType P, int N>
inline Bundle<P, N> atanh(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return atanh(x); });
}
template <PackType P, int N>
inline Bundle<P, N> erf(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return erf(x); });
}
template <PackType P, int N>
inline Bundle<P, N> erfc(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return erfc(x); });
}
template <PackType P, int N>
inline Bundle<P, N> lgamma(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return lgamma(x); });
}
template <PackType P, int N>
inline Bundle<P, N> tgamma(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return tgamma(x); });
}
template <PackType P, int N>
inline Bundle<P, N> normal_density(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return normal_density(x); });
}
template <PackType P, int N>
inline Bundle<P, N> normal_cdf(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return normal_cdf(x); });
}
template <PackType P, int N>
inline Bundle<P, N> normal_quantile(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return normal_quantile(x); });
}
template <PackType P, int N>
inline Bundle<P, N> floor(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return floor(x); });
}
template <PackType P, int N>
inline Bundle<P, N> ceil(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return ceil(x); });
}
template <PackType P, int N>
inline Bundle<P, N> round(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return round(x); });
}
template <PackType P, int N>
inline Bundle<P, N> trunc(const Bundle<P, N>& a) {
  return a.each(a, [](P x) { return trunc(x); });
}

template <PackType P, int N>
inline auto isnan(const Bundle<P, N>& a) {
  return a != a;
}
template <PackType P, int N>
inline auto isinf(const Bundle<P, N>& a) {
  return a.compare(a, a, [](P x, P) { return isinf(x); });
}
template <PackType P, int N>
inline auto isfinite(const Bundle<P, N>& a) {
  return a.compare(a, a, [](P x, P) { return isfinite(x); });
}

}  // namespace surefoot
