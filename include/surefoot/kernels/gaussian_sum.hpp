#pragma once

#include <surefoot/concepts.hpp>

namespace surefoot {

/// A weighted sum of Gaussian kernels, sum_i h_i exp(-r2 / (2 l_i^2)), in one
/// pass over the pairs.
struct GaussianSum {
  static constexpr int most = 16;

  int terms = 0;
  double height[most] = {};
  double rate[most] = {};  // -1 / (2 l^2)

  /// Adds a term; the caller keeps count of `most`.
  SUREFOOT_HD void add(double lengthscale, double term_height = 1.0) {
    height[terms] = term_height;
    rate[terms++] = -0.5 / (lengthscale * lengthscale);
  }

  template <class Real>
  SUREFOOT_HD ValueAndSlope<Real> both(const Real& r2) const {
    ValueAndSlope<Real> sum{Real(0.0), Real(0.0)};
    for (int i = 0; i < terms; ++i) {
      const Real term = height[i] * decaying_exp2(rate[i] * 1.4426950408889634 * r2);  // log2(e)
      sum.value += term;
      sum.slope += rate[i] * term;
    }
    return sum;
  }
  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    return both(r2).value;
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    return both(r2).slope;
  }
};

static_assert(RadialKernel<GaussianSum>);

}  // namespace surefoot
