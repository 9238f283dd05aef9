#pragma once

#include <array>

#include <surefoot/kernels/family.hpp>
#include <surefoot/kernels/spectrum.hpp>

namespace surefoot {

/// The exponential of a pack ends at the smallest normal number, which the
/// polynomial in front of it must not bring back: distances end where it does.
template <class Real>
SUREFOOT_HD Real matern_reach(const Real& s) {
  return min(s, Real(88.0));  // exp(-88) is 6e-39
}

/// exp(-s), and 0 where it has ended: times the distances that a simulation far out moves by, even
/// the smallest number would be a pull on the parameters.
template <class Real>
SUREFOOT_HD Real matern_decay(const Real& s) {
  return select(s < Real(87.0), decaying_exp2(-1.4426950408889634 * s), Real(0.0));  // log2(e)
}

/// The Matern kernel of smoothness 3/2: (1 + s) exp(-s), s = sqrt(3) r / l.
struct Matern32 {
  static constexpr std::string_view name = "matern32";
  static constexpr std::string_view formula = "(1 + s) exp(-s), s = sqrt(3) r / l";
  static constexpr bool has_lengthscale = true, bounded = true;
  static constexpr None shape{};
  using Spectrum = StudentSpectrum<3>;
  using Grid = None;
  struct Sorted {
    static constexpr bool decays = true;
    static constexpr std::array value{1.0, 1.0}, slope{0.0, -1.0};
  };
  std::optional<double> sorted_rate() const { return 1.7320508075688773 / lengthscale; }  // sqrt 3

  double lengthscale = 1.0;

  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    const Real s = matern_reach((1.7320508075688773 / lengthscale) * sqrt(r2));  // sqrt 3
    return (1.0 + s) * matern_decay(s);
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    const Real s = matern_reach((1.7320508075688773 / lengthscale) * sqrt(r2));
    return (-1.5 / (lengthscale * lengthscale)) * matern_decay(s);
  }
};

/// The Matern kernel of smoothness 5/2: (1 + s + s^2/3) exp(-s), s = sqrt(5) r / l.
struct Matern52 {
  static constexpr std::string_view name = "matern52";
  static constexpr std::string_view formula = "(1 + s + s^2/3) exp(-s), s = sqrt(5) r / l";
  static constexpr bool has_lengthscale = true, bounded = true;
  static constexpr None shape{};
  using Spectrum = StudentSpectrum<5>;
  using Grid = None;
  struct Sorted {
    static constexpr bool decays = true;
    static constexpr std::array value{1.0, 1.0, 1.0 / 3.0}, slope{0.0, -1.0 / 3.0, -1.0 / 3.0};
  };
  std::optional<double> sorted_rate() const { return 2.2360679774997897 / lengthscale; }  // sqrt 5

  double lengthscale = 1.0;

  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    const Real s = matern_reach((2.2360679774997897 / lengthscale) * sqrt(r2));  // sqrt 5
    return (1.0 + s + s * s * (1.0 / 3.0)) * matern_decay(s);
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    const Real s = matern_reach((2.2360679774997897 / lengthscale) * sqrt(r2));
    return (-5.0 / (6.0 * lengthscale * lengthscale)) * (1.0 + s) * matern_decay(s);
  }
};

static_assert(RadialKernel<Matern32> && RadialKernel<Matern52>);

}  // namespace surefoot
