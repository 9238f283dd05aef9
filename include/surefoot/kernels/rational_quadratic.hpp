#pragma once

#include <surefoot/kernels/family.hpp>
#include <surefoot/kernels/spectrum.hpp>

namespace surefoot {

/// The rational quadratic kernel (1 + r2 / (2 beta l^2))^-beta: the inverse
/// multiquadric at beta = 1/2, the Cauchy kernel at beta = 1.
struct RationalQuadratic {
  static constexpr std::string_view name = "rational-quadratic";
  static constexpr std::string_view formula =
      "(1 + r^2 / (2 beta l^2))^-beta (beta 1 by default; 1/2 is the inverse multiquadric)";
  static constexpr bool has_lengthscale = true, bounded = true;
  static constexpr Shape shape{.symbol = "beta", .name = "shape", .usual = 1.0};
  using Spectrum = GammaSpectrum;
  using Sorted = None;
  using Grid = None;

  double lengthscale = 1.0;
  double beta = shape.usual;

  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    return exp(-beta * log(bracket(r2)));
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    return (-0.5 / (lengthscale * lengthscale)) * value(r2) / bracket(r2);
  }

 private:
  template <class Real>
  SUREFOOT_HD Real bracket(const Real& r2) const {
    return 1.0 + r2 * (0.5 / (beta * lengthscale * lengthscale));
  }
};

static_assert(RadialKernel<RationalQuadratic>);

}  // namespace surefoot
