#pragma once

#include <concepts>
#include <type_traits>

#include <surefoot/dual_math.hpp>
#include <surefoot/vec.hpp>

namespace surefoot {

/// A positive-definite kernel that depends on its arguments only through their
/// squared distance r2.  `slope` is the derivative of `value` in r2; a kernel
/// with a cusp (Laplace, energy) returns 0 at r2 = 0.  Both are templates in
/// the scalar, so that they run on packs.
template <class K>
concept RadialKernel = std::is_trivially_copyable_v<K> &&
    requires(const K kernel, double r2, Pack<float, ThisIsa> pack) {
  { kernel.value(r2) } -> std::same_as<double>;
  { kernel.slope(r2) } -> std::same_as<double>;
  { kernel.value(pack) } -> std::same_as<Pack<float, ThisIsa>>;
  { kernel.slope(pack) } -> std::same_as<Pack<float, ThisIsa>>;
};

/// A kernel's value and slope at one squared distance.
template <class Real>
struct ValueAndSlope {
  Real value;
  Real slope;
};

/// Both at once: what the hot loops call.  A kernel whose value and slope share
/// work that the compiler cannot see may offer `both`.
template <RadialKernel K, class Real>
SUREFOOT_HD ValueAndSlope<Real> value_and_slope(const K& kernel, const Real& r2) {
  if constexpr (requires { kernel.both(r2); })
    return kernel.both(r2);
  else
    return {kernel.value(r2), kernel.slope(r2)};
}

/// A kernel may state that its slope is a constant times its value (Gaussian) as
/// `slope_per_value()`: the loops then multiply once for each sum, not for each pair.
template <class K>
concept ProportionalSlope = RadialKernel<K> && requires(const K kernel) {
  { kernel.slope_per_value() } -> std::same_as<double>;
};

/// Stands for whatever supplies a simulator with its latent numbers: counters,
/// Sobol points or quadrature nodes, one observation or a pack of them at once.
template <class Real>
struct AnyLatent {
  Real uniform();
  Real normal();
};

/// A simulator turns parameters and latents into one observation.  It is
/// written once, as a template in the scalar type, and states how many
/// parameters it has, how many columns an observation has and how many latents
/// one takes, which it asks for in the same order whatever the parameters are.
template <class S>
concept Simulator = std::is_trivially_copyable_v<S> &&
    requires(const S simulate, AnyLatent<double> latent, Vec<double, S::parameters> theta,
             Vec<Dual<double, S::parameters>, S::parameters> dual_theta) {
  { simulate.latents } -> std::convertible_to<int>;
  { simulate(theta, latent) } -> std::same_as<Vec<double, S::dimension>>;
  { simulate(dual_theta, latent) } -> std::same_as<Vec<Dual<double, S::parameters>, S::dimension>>;
};

}  // namespace surefoot
