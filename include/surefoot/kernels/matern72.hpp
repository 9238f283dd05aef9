#pragma once

#include <surefoot/kernels/matern.hpp>

namespace surefoot {

/// The Matern kernel of smoothness 7/2: (1 + s + 2 s^2/5 + s^3/15) exp(-s), s = sqrt(7) r / l.
struct Matern72 {
  static constexpr std::string_view name = "matern72";
  static constexpr std::string_view formula =
      "(1 + s + 2 s^2/5 + s^3/15) exp(-s), s = sqrt(7) r / l";
  static constexpr bool has_lengthscale = true, bounded = true;
  static constexpr None shape{};
  using Spectrum = StudentSpectrum<7>;
  using Grid = None;
  using Sorted = None;

  double lengthscale = 1.0;

  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    const Real s = matern_reach((2.6457513110645906 / lengthscale) * sqrt(r2));  // sqrt 7
    return (1.0 + s * (1.0 + s * (0.4 + s * (1.0 / 15.0)))) * matern_decay(s);
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    const Real s = matern_reach((2.6457513110645906 / lengthscale) * sqrt(r2));
    return (-0.7 / (lengthscale * lengthscale)) * (1.0 + s * (1.0 + s * (1.0 / 3.0))) *
           matern_decay(s);
  }
};

static_assert(RadialKernel<Matern72>);

}  // namespace surefoot
