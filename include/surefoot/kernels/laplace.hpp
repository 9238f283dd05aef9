#pragma once

#include <array>

#include <surefoot/kernels/family.hpp>
#include <surefoot/kernels/spectrum.hpp>

namespace surefoot {

/// The Laplace kernel exp(-r / l).  Its gradient jumps at r = 0, where it
/// counts as 0.
struct Laplace {
  static constexpr std::string_view name = "laplace";
  static constexpr std::string_view formula = "exp(-r / l)";
  static constexpr bool has_lengthscale = true, bounded = true;
  static constexpr None shape{};
  using Spectrum = StudentSpectrum<1>;
  using Grid = None;
  struct Sorted {
    static constexpr bool decays = true;
    static constexpr std::array value{1.0}, slope{-1.0};
  };
  std::optional<double> sorted_rate() const { return 1.0 / lengthscale; }

  double lengthscale = 1.0;

  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    return decaying_exp2(-1.4426950408889634 / lengthscale * sqrt(r2));  // log2(e)
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    const Real s = (-0.5 / lengthscale) * value(r2) / sqrt(r2);
    return select(r2 > Real(0.0), s, Real(0.0));
  }
};

static_assert(RadialKernel<Laplace>);

}  // namespace surefoot
