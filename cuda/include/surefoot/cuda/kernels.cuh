#pragma once

#include <surefoot/cuda/lane.cuh>
#include <surefoot/kernels/energy.hpp>
#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/kernels/laplace.hpp>
#include <surefoot/kernels/matern.hpp>
#include <surefoot/kernels/rational_quadratic.hpp>

namespace surefoot::cuda {

inline constexpr int most_terms = 16;

/// A sum of Gaussians.  In float, those whose lengthscales are in the ratio 2
/// stand one after the other, from the longest to the shortest, and share one
/// exponential: each is the fourth power of the one before.
struct GaussianChains {
  int terms = 0;
  double heights[most_terms];
  double rates[most_terms];  // -1 / (2 l^2)
  float float_first[most_terms], float_height[most_terms], float_rate[most_terms];

  /// Log2(e) times the rate; 0 if the term is chained.
  template <class Real>
  __device__ Real first(int i) const {
    return sizeof(Real) == 4 ? float_first[i] : 1.4426950408889634 * rates[i];
  }
  template <class Real>
  __device__ Real height(int i) const {
    return sizeof(Real) == 4 ? float_height[i] : heights[i];
  }
  /// Times the height.
  template <class Real>
  __device__ Real rate(int i) const {
    return sizeof(Real) == 4 ? float_rate[i] : rates[i] * heights[i];
  }
};

/// A term of a kernel that is not a Gaussian.
enum class Family { laplace, matern32, matern52, rational_quadratic, energy };
struct OtherTerm {
  Family family;
  double lengthscale;
  double shape;
};

/// A built-in kernel, or the part of one that is summed pair by pair.
struct DeviceKernel {
  GaussianChains gaussians;
  int others = 0;
  OtherTerm other[most_terms];
};

/// Calls visit(kernel) with each part of a kernel as a type of its own.
template <class Visit>
__device__ void for_each_part(const DeviceKernel& kernel, Visit&& visit) {
  const GaussianChains& sum = kernel.gaussians;
  if (sum.terms == 1 && sum.heights[0] == 1.0)
    visit(Gaussian{::sqrt(-0.5 / sum.rates[0])});
  else if (sum.terms > 0)
    visit(sum);
  for (int i = 0; i < kernel.others; ++i) {
    const OtherTerm& term = kernel.other[i];
    switch (term.family) {
      case Family::laplace:
        visit(Laplace{term.lengthscale});
        break;
      case Family::matern32:
        visit(Matern32{term.lengthscale});
        break;
      case Family::matern52:
        visit(Matern52{term.lengthscale});
        break;
      case Family::rational_quadratic:
        visit(RationalQuadratic{term.lengthscale, term.shape});
        break;
      case Family::energy:
        visit(Energy{term.shape});
        break;
    }
  }
}

}  // namespace surefoot::cuda
