#pragma once

#include <surefoot/cuda/lane.cuh>
#include <surefoot/kernels/families.hpp>

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

/// Families that are summed term by term, as Gaussians are not.
using OtherFamilies = Without<Families, Gaussian>::List;

struct OtherTerm {
  int family;  // its place among the others
  double lengthscale;
  double shape;
};

/// A built-in kernel, or the part of one that is summed pair by pair.
struct DeviceKernel {
  GaussianSumOnDevice gaussians;
  int others = 0;
  OtherTerm other[most_terms];
};

template <class F, class Visit>
__device__ void visit_if(const OtherTerm& term, Visit& visit) {
  constexpr auto place = static_cast<int>(OtherFamilies::index<F>());
  if (term.family == place) visit(make_family<F>(term.lengthscale, term.shape));
}

template <class Visit, class... F>
__device__ void visit_other(const OtherTerm& term, Visit& visit, TypeList<F...>) {
  (visit_if<F>(term, visit), ...);
}

/// Calls visit(kernel) with each part of a kernel as a type of its own.
template <class Visit>
__device__ void for_each_part(const DeviceKernel& kernel, Visit&& visit) {
  const GaussianSumOnDevice& sum = kernel.gaussians;
  if (sum.terms == 1 && sum.height[0] == 1.0)
    visit(Gaussian{::sqrt(-0.5 / sum.rate[0])});
  else if (sum.terms > 0)
    visit(sum);
  for (int i = 0; i < kernel.others; ++i) visit_other(kernel.other[i], visit, OtherFamilies{});
}

}  // namespace surefoot::cuda
