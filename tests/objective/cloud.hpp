#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/pairs/kernel_sums.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot {

/// Weighted normal points, and the arrays behind them.  The padding holds what nobody may look at.
template <class Real>
class Cloud {
 public:
  Cloud(int count, int dimension, std::uint32_t number)
      : count_(count),
        dimension_(dimension),
        stride_(padded(count)),
        coordinates_(static_cast<std::size_t>(stride_ * dimension), Real(7)),
        weights_(static_cast<std::size_t>(stride_), Real(0)) {
    Noise noise({.seed = 1, .draw = number, .step = 0, .index = 0, .purpose = Purpose::simulation});
    for (int i = 0; i < count; ++i) {
      weight(i) = static_cast<Real>(noise.exponential() / count);
      for (int c = 0; c < dimension; ++c) at(i, c) = static_cast<Real>(noise.normal());
    }
  }

  Real& at(int i, int c) { return coordinates_[static_cast<std::size_t>(c * stride_ + i)]; }
  Real& weight(int i) { return weights_[static_cast<std::size_t>(i)]; }
  int stride() const { return stride_; }
  Points<Real> points() const {
    return {count_, stride_, dimension_, coordinates_.data(), weights_.data()};
  }

  /// A gradient in the coordinates that starts at `value`.
  std::vector<double> gradient(double value = 0.0) const {
    return std::vector<double>(coordinates_.size(), value);
  }

 private:
  int count_, dimension_, stride_;
  AlignedVector<Real> coordinates_, weights_;
};

/// What rounding errors of a sum and its gradient are measured in.
struct Magnitude {
  double value = 0.0;
  std::vector<double> gradient;
};

/// sum |W_a v_j k(z_a, y_j)|, and the same of each coordinate of the gradient in y.  Each term
/// counts as often as it magnifies a relative error of r2, which is 1 + |r2 k'/k| times; and the
/// kernels end at the smallest number instead of 0, for which a trifle is added.
template <class Real>
Magnitude magnitude(const KernelSums& kernel, const Points<Real>& z, const Points<Real>& y) {
  constexpr double trifle = 1e-15;
  Magnitude total{0.0, std::vector<double>(static_cast<std::size_t>(y.stride * y.dimension))};
  std::vector<double> r(static_cast<std::size_t>(y.dimension));
  for (int j = 0; j < y.count; ++j)
    for (int a = 0; a < z.count; ++a) {
      double r2 = 0.0;
      for (int c = 0; c < y.dimension; ++c) {
        r[c] = double(y.coordinates[c * y.stride + j]) - double(z.coordinates[c * z.stride + a]);
        r2 += r[c] * r[c];
      }
      const double weight = double(z.weights[a]) * double(y.weights[j]);
      const double value = std::abs(kernel.value(r2)), slope = std::abs(kernel.slope(r2));
      const double condition = value > 0.0 ? 1.0 + r2 * slope / value : 1.0;
      total.value += weight * (condition * value + trifle);
      for (int c = 0; c < y.dimension; ++c)
        total.gradient[c * y.stride + j] +=
            weight * (condition * 2.0 * slope * std::abs(r[c]) + trifle);
    }
  return total;
}

/// |a - b| over `unit`; 0 where both are the same, even if that is 0 of 0.
inline double relative_error(double a, double b, double unit) {
  return a == b ? 0.0 : std::abs(a - b) / unit;
}

/// The largest errors of a value and a gradient, in their natural units.
struct SumErrors {
  double value = 0.0;
  double gradient = 0.0;

  void include(const SumErrors& other) {
    value = worse(value, other.value);
    gradient = worse(gradient, other.gradient);
  }
  /// The larger; what is not a number is worst of all.
  static double worse(double a, double b) { return b <= a ? a : b; }
};

/// Two evaluators of one kernel compared on the cross sum or, with equal sets, the self sum.
enum class Which { cross, self };
template <class Real>
SumErrors compare(const KernelSums& fast, const KernelSums& slow, Which which, const Cloud<Real>& z,
                  const Cloud<Real>& y) {
  const auto evaluate = [&](const KernelSums& sums, double* gradient) {
    return which == Which::cross ? sums.cross(z.points(), y.points(), gradient)
                                 : sums.self(y.points(), gradient);
  };
  auto got = y.gradient(), expected = y.gradient();
  const double value = evaluate(fast, got.data()), alone = evaluate(fast, nullptr);
  const double expected_value = evaluate(slow, expected.data());
  Magnitude unit = magnitude(slow, (which == Which::cross ? z : y).points(), y.points());
  SumErrors worst;
  worst.include({relative_error(value, expected_value, unit.value), 0.0});
  worst.include({relative_error(alone, expected_value, unit.value), 0.0});
  for (std::size_t i = 0; i < got.size(); ++i)
    worst.include({0.0, relative_error(got[i], expected[i], unit.gradient[i])});
  return worst;
}

}  // namespace surefoot
