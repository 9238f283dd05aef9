#pragma once

#include <array>

#include <surefoot/kernels/family.hpp>

namespace surefoot {

/// The energy kernel -r^h, 0 < h < 2.  Unbounded, so it has no lengthscale, its
/// gradients never vanish, and the robustness bounds do not apply.  Its
/// gradient counts as 0 at r = 0.
struct Energy {
  static constexpr std::string_view name = "energy";
  static constexpr std::string_view formula =
      "-r^h, 0 < h < 2 (1 by default); unbounded, so the robustness bounds do not apply";
  static constexpr bool has_lengthscale = false, bounded = false;
  static constexpr Shape shape{.symbol = "h", .name = "exponent", .usual = 1.0, .below = 2.0};
  using Spectrum = None;
  using Grid = None;
  struct Sorted {
    static constexpr bool decays = false;
    static constexpr std::array value{0.0, -1.0}, slope{-1.0, 0.0};
  };
  std::optional<double> sorted_rate() const {
    return exponent == 1.0 ? std::optional(1.0) : std::nullopt;
  }

  double exponent = shape.usual;

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
