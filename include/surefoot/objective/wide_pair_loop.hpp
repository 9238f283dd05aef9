#pragma once

#include <surefoot/concepts.hpp>
#include <surefoot/objective/points.hpp>

namespace surefoot {

/// PairLoop for any dimension, known only at run time: the squared distances
/// of one tile are gathered coordinate by coordinate.
template <RadialKernel Kernel, class Isa, class Real>
class WidePairLoop {
 public:
  using P = Pack<Real, Isa>;
  static constexpr int tile = 512;

  static double cross(const Kernel& kernel, const Points<Real>& z, const Points<Real>& y,
                      double* gradient) {
    return sums(kernel, z, y, gradient, 1.0);
  }

  /// Visits each pair twice, which the one-sided gradient makes good.
  static double self(const Kernel& kernel, const Points<Real>& y, double* gradient) {
    double diagonal = 0.0;
    for (int j = 0; j < y.count; ++j)
      diagonal += double(y.weights[j]) * double(y.weights[j]) * double(sum(kernel.value(P(0.0))));
    return sums(kernel, y, y, gradient, 2.0) - diagonal / P::lanes;
  }

 private:
  static double sums(const Kernel& kernel, const Points<Real>& z, const Points<Real>& y,
                     double* gradient, double sides) {
    double total = 0.0;
    for (int j = 0; j < y.count; ++j) {
      const double v = double(y.weights[j]);
      for (int first = 0; first < z.count; first += tile) {
        const int last = first + tile < z.stride ? first + tile : z.stride;
        total += v * one_tile(kernel, z, first, last, y, j, gradient, sides * v);
      }
    }
    return total;
  }

  [[gnu::flatten]] static double one_tile(const Kernel& kernel, const Points<Real>& z, int first,
                                          int last, const Points<Real>& y, int j, double* gradient,
                                          double factor) {
    const std::ptrdiff_t z_stride = z.stride, y_stride = y.stride;
    alignas(64) Real squares[tile] = {};
    for (int c = 0; c < z.dimension; ++c) {
      const P at = P(y.coordinates[c * y_stride + j]);
      for (int a = first; a < last; a += P::lanes) {
        const P r = P::load(z.coordinates + c * z_stride + a) - at;
        Real* square = squares + (a - first);
        (P::load(square) + r * r).store(square);
      }
    }
    P value = P(0.0);
    for (int a = first; a < last; a += P::lanes) {
      const P w = P::load(z.weights + a), r2 = P::load(squares + (a - first));
      const auto k = value_and_slope(kernel, r2);
      value += w * k.value;
      (w * k.slope).store(squares + (a - first));  // from here on: weighted slopes
    }
    if (gradient)
      for (int c = 0; c < z.dimension; ++c) {
        const P at = P(y.coordinates[c * y_stride + j]);
        P slope = P(0.0);
        for (int a = first; a < last; a += P::lanes)
          slope +=
              P::load(squares + (a - first)) * (P::load(z.coordinates + c * z_stride + a) - at);
        gradient[c * y_stride + j] -= 2.0 * factor * double(sum(slope));
      }
    return double(sum(value));
  }
};

}  // namespace surefoot
