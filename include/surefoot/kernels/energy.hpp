#pragma once

#include <surefoot/concepts.hpp>

namespace surefoot {

/// The energy kernel -r^h, 0 < h < 2.  Unbounded, so it has no lengthscale, its
/// gradients never vanish, and the robustness bounds do not apply.  Its
/// gradient counts as 0 at r = 0.
struct Energy {
  double exponent = 1.0;

  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    return -exp(0.5 * exponent * log(r2));
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    const Real s = 0.5 * exponent * value(r2) / r2;
    return select(r2 > Real(0.0), s, Real(0.0));
  }
};

static_assert(RadialKernel<Energy>);

}  // namespace surefoot
