#pragma once

#include <surefoot/concepts.hpp>
#include <surefoot/pairs/points.hpp>

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
    return sums<false>(kernel, z, y, gradient);
  }

  /// Visits each pair twice, which the one-sided gradient makes good.
  static double self(const Kernel& kernel, const Points<Real>& y, double* gradient) {
    return sums<true>(kernel, y, y, gradient);
  }

  /// At each y_j: sum_a W_a k(z_a, y_j), and that of k^2.
  static void fields(const Kernel& kernel, const Points<Real>& z, const Points<Real>& y,
                     double* mean, double* square) {
    for (int j = 0; j < y.count; ++j) {
      mean[j] = 0.0;
      if (square) square[j] = 0.0;
      for (int first = 0; first < z.count; first += tile) {
        const int last = first + tile < z.stride ? first + tile : z.stride;
        fields_of_tile(kernel, z, first, last, y, j, mean, square);
      }
    }
  }

 private:
  /// Squared distances between y_j and the points of a tile.
  [[gnu::always_inline]] static void square_distances(const Points<Real>& z, int first, int last,
                                                      const Points<Real>& y, int j, Real* squares) {
    for (int c = 0; c < z.dimension; ++c) {
      const P at = P(y.coordinates[c * std::ptrdiff_t{y.stride} + j]);
      for (int a = first; a < last; a += P::lanes) {
        const P r = P::load(z.coordinates + c * std::ptrdiff_t{z.stride} + a) - at;
        Real* square = squares + (a - first);
        (P::load(square) + r * r).store(square);
      }
    }
  }

  [[gnu::flatten]] static void fields_of_tile(const Kernel& kernel, const Points<Real>& z,
                                              int first, int last, const Points<Real>& y, int j,
                                              double* mean, double* square) {
    alignas(64) Real squares[tile] = {};
    square_distances(z, first, last, y, j, squares);
    P value = P(0.0), squared = P(0.0);
    for (int a = first; a < last; a += P::lanes) {
      const P k = kernel.value(P::load(squares + (a - first))), wk = P::load(z.weights + a) * k;
      value += wk;
      squared += wk * k;
    }
    mean[j] += double(sum(value));
    if (square) square[j] += double(sum(squared));
  }

  /// `Self`: z are the points y, and no point meets itself.
  template <bool Self>
  static double sums(const Kernel& kernel, const Points<Real>& z, const Points<Real>& y,
                     double* gradient) {
    constexpr double sides = Self ? 2.0 : 1.0;
    double total = 0.0;
    for (int j = 0; j < y.count; ++j) {
      const double v = double(y.weights[j]);
      for (int first = 0; first < z.count; first += tile) {
        const int last = first + tile < z.stride ? first + tile : z.stride;
        total += v * one_tile<Self>(kernel, z, first, last, y, j, gradient, sides * v);
      }
    }
    return total;
  }

  template <bool Self>
  [[gnu::flatten]] static double one_tile(const Kernel& kernel, const Points<Real>& z, int first,
                                          int last, const Points<Real>& y, int j, double* gradient,
                                          double factor) {
    const std::ptrdiff_t z_stride = z.stride, y_stride = y.stride;
    alignas(64) Real squares[tile] = {};
    square_distances(z, first, last, y, j, squares);
    P value = P(0.0);
    for (int a = first; a < last; a += P::lanes) {
      P w = P::load(z.weights + a);
      // Taken out of the sum afterwards, the diagonal would leave its rounding error there.
      if (Self && j - a >= 0 && j - a < P::lanes) w = select(P::ramp() == P(j - a), P(0.0), w);
      const auto k = value_and_slope(kernel, P::load(squares + (a - first)));
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
