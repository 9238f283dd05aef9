#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <surefoot/simd/pack.hpp>

// Products of matrices that are stored column by column.  Everything here is a template in the
// instruction set.
namespace surefoot {

/// A matrix whose columns are `stride` apart.  Products are sums of doubles, whatever it is made
/// of.
template <class Real>
struct ColumnsOf {
  const Real* first;
  std::ptrdiff_t rows, columns, stride;
  bool is_lower = false;  // above the diagonal there is nothing

  const Real* column(std::ptrdiff_t j) const { return first + j * stride; }
  /// How many columns have something in the rows before `row`.
  std::ptrdiff_t columns_before(std::ptrdiff_t row) const {
    return is_lower ? std::min(row, columns) : columns;
  }
};
using DenseColumns = ColumnsOf<double>;
using NarrowColumns = ColumnsOf<float>;  // half as much to read

template <class P>
[[gnu::always_inline]] inline P load_wide(const double* from) {
  return P::load(from);
}

template <class P>
[[gnu::always_inline]] inline P load_wide(const float* from) {
  typedef float Narrow __attribute__((vector_size(P::lanes * sizeof(float))));
  Narrow narrow;
  std::memcpy(&narrow, from, sizeof(narrow));
  typename P::Register wide;
  if constexpr (requires { widen_lanes(narrow, wide); })
    widen_lanes(narrow, wide);
  else
    wide = __builtin_convertvector(narrow, typename P::Register);
  return P::of(wide);
}

/// sums of a_k[i] b[i] for so many columns a_k, `stride` apart, side by side, so that none waits
/// for its own last sum.
template <class Isa, int columns, class Real>
[[gnu::always_inline]] inline void dot_columns(const Real* a, std::ptrdiff_t stride,
                                               const double* b, std::ptrdiff_t count, double* out) {
  using P = Pack<double, Isa>;
  P first[columns], second[columns];
  for (int k = 0; k < columns; ++k) first[k] = second[k] = P(0.0);
  std::ptrdiff_t i = 0;
  for (; i + 2 * P::lanes <= count; i += 2 * P::lanes) {
    const P low = P::load(b + i), high = P::load(b + i + P::lanes);
    for (int k = 0; k < columns; ++k) {
      first[k] += load_wide<P>(a + k * stride + i) * low;
      second[k] += load_wide<P>(a + k * stride + i + P::lanes) * high;
    }
  }
  for (int k = 0; k < columns; ++k) {
    double rest = 0.0;
    for (std::ptrdiff_t j = i; j < count; ++j) rest += a[k * stride + j] * b[j];
    out[k] = sum(first[k] + second[k]) + rest;
  }
}

/// sum of a[i] b[i].
template <class Isa, class Real>
[[gnu::flatten]] double dot(const Real* a, const double* b, int count) {
  double out = 0.0;
  dot_columns<Isa, 1>(a, 0, b, count, &out);
  return out;
}

/// So many packs of rows of A, from row `at` on, times so many columns, added up in registers.
template <class P, int packs, int count, class Real>
[[gnu::always_inline]] inline void product_block(const ColumnsOf<Real>& a, std::ptrdiff_t at,
                                                 const double* factors, std::ptrdiff_t factors_each,
                                                 double* out) {
  P sums[count][packs];
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < packs; ++i) sums[k][i] = P(0.0);
  const std::ptrdiff_t columns = a.columns_before(at + packs * P::lanes);
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    const Real* column = a.column(j) + at;
    P from[packs];
    for (int i = 0; i < packs; ++i) from[i] = load_wide<P>(column + i * P::lanes);
    for (int k = 0; k < count; ++k) {
      const P factor(factors[j * factors_each + k]);
      for (int i = 0; i < packs; ++i) sums[k][i] += factor * from[i];
    }
  }
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < packs; ++i) sums[k][i].store(out + k * a.rows + at + i * P::lanes);
}

/// The same for the packs of rows that are left, at most `packs`; what comes after them.
template <class P, int packs, int count, class Real>
[[gnu::always_inline]] inline std::ptrdiff_t product_blocks(const ColumnsOf<Real>& a,
                                                            std::ptrdiff_t at,
                                                            const double* factors,
                                                            std::ptrdiff_t factors_each,
                                                            double* out) {
  for (; at + packs * P::lanes <= a.rows; at += packs * P::lanes)
    product_block<P, packs, count>(a, at, factors, factors_each, out);
  if constexpr (packs > 1)
    return product_blocks<P, packs - 1, count>(a, at, factors, factors_each, out);
  return at;
}

/// The same for all rows: the widest blocks first, single rows last.
template <class P, int packs, int count, class Real>
[[gnu::always_inline]] inline void product_columns(const ColumnsOf<Real>& a, const double* factors,
                                                   std::ptrdiff_t factors_each, double* out) {
  std::ptrdiff_t at = product_blocks<P, packs, count>(a, 0, factors, factors_each, out);
  for (; at < a.rows; ++at)
    for (int k = 0; k < count; ++k) {
      double sum = 0.0;
      for (std::ptrdiff_t j = 0; j < a.columns_before(at + 1); ++j)
        sum += a.column(j)[at] * factors[j * factors_each + k];
      out[k * a.rows + at] = sum;
    }
}

/// A B for a B of `count` columns, whose rows are `factors`, one after the other; the columns of
/// the product are one after the other, too.
template <class Isa, class Real>
[[gnu::flatten]] void dense_product(const ColumnsOf<Real>& a, const double* factors, int count,
                                    double* out) {
  using P = Pack<double, Isa>;
  int k = 0;
  for (; k + 4 <= count; k += 4) product_columns<P, 2, 4>(a, factors + k, count, out + k * a.rows);
  for (; k < count; ++k) product_columns<P, 8, 1>(a, factors + k, count, out + k * a.rows);
}

/// A^T B for a B of `count` columns, one after the other as those of the product are: each column
/// of A is read once.
template <class Isa, class Real>
[[gnu::flatten]] void dense_transposed_product(const ColumnsOf<Real>& a, const double* b, int count,
                                               double* out) {
  constexpr int together = 4;
  std::ptrdiff_t j = 0;
  for (; j + together <= a.columns; j += together)
    for (int k = 0; k < count; ++k)
      dot_columns<Isa, together>(a.column(j), a.stride, b + k * a.rows, a.rows,
                                 out + k * a.columns + j);
  for (; j < a.columns; ++j)
    for (int k = 0; k < count; ++k)
      dot_columns<Isa, 1>(a.column(j), a.stride, b + k * a.rows, a.rows, out + k * a.columns + j);
}

}  // namespace surefoot
