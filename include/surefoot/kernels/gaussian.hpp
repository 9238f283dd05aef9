#pragma once

#include <surefoot/concepts.hpp>

namespace surefoot {

/// The Gaussian kernel exp(-r2 / (2 l^2)).
struct Gaussian {
  double lengthscale = 1.0;

  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    // Powers of 2 are the cheaper ones: log2(e).
    return decaying_exp2(slope_per_value() * 1.4426950408889634 * r2);
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    return slope_per_value() * value(r2);
  }

  SUREFOOT_HD double slope_per_value() const { return -0.5 / (lengthscale * lengthscale); }
};

static_assert(RadialKernel<Gaussian>);

}  // namespace surefoot
