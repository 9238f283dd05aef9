#pragma once

#include <cmath>
#include <numbers>

#include <surefoot/kernels/family.hpp>
#include <surefoot/kernels/spectrum.hpp>

namespace surefoot {

/// The Gaussian kernel exp(-r2 / (2 l^2)).
struct Gaussian {
  static constexpr std::string_view name = "gaussian";
  static constexpr std::string_view formula = "exp(-r^2 / (2 l^2))";
  static constexpr bool has_lengthscale = true, bounded = true;
  static constexpr None shape{};
  using Spectrum = NormalSpectrum;
  using Sorted = None;
  struct Grid {
    static double transform(double omega, double spacing) {
      return std::sqrt(2.0 * std::numbers::pi) / spacing *
             std::exp(-0.5 * omega * omega / (spacing * spacing));
    }
    static double square_transform(double omega, double spacing) {
      return std::sqrt(std::numbers::pi) / spacing *
             std::exp(-0.25 * omega * omega / (spacing * spacing));
    }
  };

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
