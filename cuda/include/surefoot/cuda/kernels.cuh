#pragma once

#include <surefoot/cuda/lane.cuh>
#include <surefoot/kernels/energy.hpp>
#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/kernels/laplace.hpp>
#include <surefoot/kernels/matern.hpp>
#include <surefoot/kernels/rational_quadratic.hpp>

namespace surefoot::cuda {

inline constexpr int most_terms = 16;

/// Gaussians whose lengthscales are in the ratio 2, from the longest to the
/// shortest, which share one exponential: each is the fourth power of the one
/// before.
struct alignas(32) GaussianChain {
  static constexpr int most = 4;  // an exponential's error is multiplied by 4 with each

  float first;       // log2(e) times the rate of the first
  int length;        // of the chain
  float rate[most];  // -1 / (2 l^2)
};

/// A sum of Gaussians: all terms for doubles, and chains of them for floats, where
/// heights are 1.
struct GaussianSumOnDevice {
  int terms = 0;
  double height[most_terms];
  double rate[most_terms];
  int chains = 0;
  GaussianChain chain[most_terms];
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
  GaussianSumOnDevice gaussians;
  int others = 0;
  OtherTerm other[most_terms];
};

/// Calls visit(kernel) with each part of a kernel as a type of its own.
template <class Visit>
__device__ void for_each_part(const DeviceKernel& kernel, Visit&& visit) {
  const GaussianSumOnDevice& sum = kernel.gaussians;
  if (sum.terms == 1 && sum.height[0] == 1.0)
    visit(Gaussian{::sqrt(-0.5 / sum.rate[0])});
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
