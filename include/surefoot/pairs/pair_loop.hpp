#pragma once

#include <surefoot/concepts.hpp>
#include <surefoot/pairs/points.hpp>
#include <surefoot/simd/unrolled.hpp>

namespace surefoot {

/// Sums of a radial kernel over all pairs of points, value and gradient fused:
/// each pair is visited once, in blocks that stay in the cache, and nothing of
/// size n x m is ever stored.  Packs run over the first set; sums of one tile
/// are kept in Real and added up in double.
template <RadialKernel Kernel, class Isa, class Real, int D>
class PairLoop {
 public:
  using P = Pack<Real, Isa>;
  static constexpr int tile = 512;  // 2 KiB of each float array

  // Points y that are worked on side by side: enough to hide the latency of the exponential, few
  // enough for their sums to stay in registers.
  static constexpr int block = D == 1 ? 4 : 2;

  /// sum_a sum_j W_a v_j k(z_a, y_j); adds the gradient in y to `gradient`
  /// (D x y.stride) unless it is null.
  static double cross(const Kernel& kernel, const Points<Real>& z, const Points<Real>& y,
                      double* gradient) {
    return gradient ? cross_any<true>(kernel, z, y, gradient)
                    : cross_any<false>(kernel, z, y, gradient);
  }

  /// sum over i != j of v_i v_j k(y_i, y_j), and its gradient: each pair once.
  static double self(const Kernel& kernel, const Points<Real>& y, double* gradient) {
    double sum = 0.0;
    for (int first = 0; first < y.count; first += tile) {
      const int last = first + tile < y.stride ? first + tile : y.stride;
      sum += gradient ? self_tile<true>(kernel, y, first, last, gradient)
                      : self_tile<false>(kernel, y, first, last, gradient);
    }
    return 2.0 * sum;
  }

  /// At each y_j: sum_a W_a k(z_a, y_j), and that of k^2.
  static void fields(const Kernel& kernel, const Points<Real>& z, const Points<Real>& y,
                     double* mean, double* square) {
    const int whole = y.count / block * block;
    for (int j = 0; j < whole; j += block) fields_block<block>(kernel, z, y, j, mean, square);
    for (int j = whole; j < y.count; ++j) fields_block<1>(kernel, z, y, j, mean, square);
  }

 private:
  /// Running sums for one point y: of the kernel and of its slope times r.
  struct Sums {
    P value;
    P slope[D];

    [[gnu::always_inline]] void clear() {
      value = P(0.0);
      unrolled<D>([&](auto c) __attribute__((always_inline)) { slope[c] = P(0.0); });
    }
  };

  struct Pair {
    P value;
    P slope;
    P r[D];
  };

  /// Kernel between a pack of points at `a` and one point broadcast.
  [[gnu::always_inline]] static Pair pair(const Kernel& kernel, const Points<Real>& z, int a,
                                          const P* y) {
    Pair p;
    P r2;
    unrolled<D>([&](auto c) __attribute__((always_inline)) {
      p.r[c] = P::load(z.coordinates + c * std::ptrdiff_t{z.stride} + a) - y[c];
      r2 = c == 0 ? p.r[c] * p.r[c] : r2 + p.r[c] * p.r[c];
    });
    if constexpr (ProportionalSlope<Kernel>) {
      p.value = p.slope = kernel.value(r2);
    } else {
      const auto k = value_and_slope(kernel, r2);
      p.value = k.value;
      p.slope = k.slope;
    }
    return p;
  }

  /// What sums of Pair::slope are multiplied by.
  static double slope_unit(const Kernel& kernel) {
    if constexpr (ProportionalSlope<Kernel>) return kernel.slope_per_value();
    return 1.0;
  }

  template <bool Gradient>
  static double cross_any(const Kernel& kernel, const Points<Real>& z, const Points<Real>& y,
                          double* gradient) {
    const int whole = y.count / block * block;
    double sum = 0.0;
    for (int j = 0; j < whole; j += block)
      sum += cross_block<block, Gradient>(kernel, z, y, j, gradient);
    for (int j = whole; j < y.count; ++j)
      sum += cross_block<1, Gradient>(kernel, z, y, j, gradient);
    return sum;
  }

  template <int Block, bool Gradient>
  [[gnu::flatten]] static double cross_block(const Kernel& kernel, const Points<Real>& z,
                                             const Points<Real>& y, int j, double* gradient) {
    const std::ptrdiff_t stride = y.stride;
    P at[Block][D];
    for (int b = 0; b < Block; ++b)
      for (int c = 0; c < D; ++c) at[b][c] = P(y.coordinates[c * stride + j + b]);
    double value[Block] = {}, slope[Block][D] = {};
    for (int first = 0; first < z.count; first += tile) {
      const int last = first + tile < z.stride ? first + tile : z.stride;
      Sums sums[Block];
      unrolled<Block>([&](auto b) __attribute__((always_inline)) { sums[b].clear(); });
      for (int a = first; a < last; a += P::lanes) {
        const P w = P::load(z.weights + a);
        unrolled<Block>([&](auto b) __attribute__((always_inline)) {
          const Pair p = pair(kernel, z, a, at[b]);
          const P wk = w * p.value;
          sums[b].value += wk;
          if constexpr (Gradient) {
            const P ws = ProportionalSlope<Kernel> ? wk : w * p.slope;
            unrolled<D>([&](auto c)
                            __attribute__((always_inline)) { sums[b].slope[c] += ws * p.r[c]; });
          }
        });
      }
      for (int b = 0; b < Block; ++b) {
        value[b] += double(sum(sums[b].value));
        if constexpr (Gradient)
          for (int c = 0; c < D; ++c) slope[b][c] += double(sum(sums[b].slope[c]));
      }
    }
    const double unit = slope_unit(kernel);
    double total = 0.0;
    for (int b = 0; b < Block; ++b) {
      const double v = double(y.weights[j + b]);
      total += v * value[b];
      if constexpr (Gradient)  // d r2 / dy = -2 r
        for (int c = 0; c < D; ++c) gradient[c * stride + j + b] -= 2.0 * v * unit * slope[b][c];
    }
    return total;
  }

  template <int Block>
  [[gnu::flatten]] static void fields_block(const Kernel& kernel, const Points<Real>& z,
                                            const Points<Real>& y, int j, double* mean,
                                            double* square) {
    P at[Block][D];
    for (int b = 0; b < Block; ++b)
      for (int c = 0; c < D; ++c) at[b][c] = P(y.coordinates[c * std::ptrdiff_t{y.stride} + j + b]);
    double first_power[Block] = {}, second_power[Block] = {};
    for (int first = 0; first < z.count; first += tile) {
      const int last = first + tile < z.stride ? first + tile : z.stride;
      P value[Block], squared[Block];
      unrolled<Block>([&](auto b)
                          __attribute__((always_inline)) { value[b] = squared[b] = P(0.0); });
      for (int a = first; a < last; a += P::lanes) {
        const P w = P::load(z.weights + a);
        unrolled<Block>([&](auto b) __attribute__((always_inline)) {
          const P k = pair(kernel, z, a, at[b]).value, wk = w * k;
          value[b] += wk;
          squared[b] += wk * k;
        });
      }
      for (int b = 0; b < Block; ++b) {
        first_power[b] += double(sum(value[b]));
        second_power[b] += double(sum(squared[b]));
      }
    }
    for (int b = 0; b < Block; ++b) {
      mean[j + b] = first_power[b];
      if (square) square[j + b] = second_power[b];
    }
  }

  /// Pairs i > j with i in [first, last): the gradient reaches both ends.
  template <bool Gradient>
  static double self_tile(const Kernel& kernel, const Points<Real>& y, int first, int last,
                          double* gradient) {
    constexpr int flush = 256;  // points j whose effect on i is summed in Real before it is banked
    alignas(64) Real pending[D][tile] = {};
    double total = 0.0;
    const int end = last < y.count ? last : y.count;
    for (int j = 0; j < end;) {
      // Blocks of points j where all of them lie before the packs they meet, singly elsewhere.
      if (j + block <= first) {
        total += self_block<block, Gradient>(kernel, y, j, first, first, last, pending, gradient);
        j += block;
      } else {
        const int from = j < first ? first : j / P::lanes * P::lanes;
        total += self_block<1, Gradient>(kernel, y, j, from, first, last, pending, gradient);
        j += 1;
      }
      if (Gradient && (j / flush != (j - block) / flush || j >= end))
        bank_pending(pending, y, first, last, 4.0 * slope_unit(kernel), gradient);
    }
    return total;
  }

  template <int Block, bool Gradient>
  [[gnu::flatten]] static double self_block(const Kernel& kernel, const Points<Real>& y, int j,
                                            int from, int first, int last, Real (&pending)[D][tile],
                                            double* gradient) {
    const std::ptrdiff_t stride = y.stride;
    P at[Block][D], v[Block];
    for (int b = 0; b < Block; ++b) {
      for (int c = 0; c < D; ++c) at[b][c] = P(y.coordinates[c * stride + j + b]);
      v[b] = P(y.weights[j + b]);
    }
    Sums sums[Block];
    unrolled<Block>([&](auto b) __attribute__((always_inline)) { sums[b].clear(); });
    const auto visit = [&](int i, P w, const P* guard) __attribute__((always_inline)) {
      P back[D];  // what the block does to the points i
      if constexpr (Gradient)
        unrolled<D>([&](auto c) __attribute__((always_inline)) {
          back[c] = P::load(pending[c] + (i - first));
        });
      unrolled<Block>([&](auto b) __attribute__((always_inline)) {
        const Pair p = pair(kernel, y, i, at[b]);
        sums[b].value += w * p.value;
        if constexpr (Gradient)
          unrolled<D>([&](auto c) __attribute__((always_inline)) {
            const P sr = p.slope * p.r[c];
            sums[b].slope[c] += w * sr;
            back[c] += guard[b] * sr;
          });
      });
      if constexpr (Gradient)
        unrolled<D>([&](auto c) __attribute__((always_inline)) {
          back[c].store(pending[c] + (i - first));
        });
    };
    int i = from;
    if (Block == 1 && j >= from) {  // the pack that holds j: only the lanes behind it count
      const auto behind = P::ramp() > P(j - i);
      const P guard = select(behind, v[0], P(0.0));
      visit(i, select(behind, P::load(y.weights + i), P(0.0)), &guard);
      i += P::lanes;
    }
    for (; i < last; i += P::lanes) visit(i, P::load(y.weights + i), v);
    const double unit = 4.0 * slope_unit(kernel);
    double total = 0.0;
    for (int b = 0; b < Block; ++b) {
      const double weight = double(y.weights[j + b]);
      total += weight * double(sum(sums[b].value));
      if constexpr (Gradient)
        for (int c = 0; c < D; ++c)
          gradient[c * stride + j + b] -= unit * weight * double(sum(sums[b].slope[c]));
    }
    return total;
  }

  static void bank_pending(Real (&pending)[D][tile], const Points<Real>& y, int first, int last,
                           double unit, double* gradient) {
    const std::ptrdiff_t stride = y.stride;
    for (int c = 0; c < D; ++c)
      for (int i = first; i < last; ++i) {
        gradient[c * stride + i] += unit * double(y.weights[i]) * double(pending[c][i - first]);
        pending[c][i - first] = Real(0);
      }
  }
};

}  // namespace surefoot
