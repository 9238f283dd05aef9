#pragma once

#include <surefoot/cuda/kernels.cuh>

// How the kernels meet pairs of points, each family in the form that is quickest for it.
namespace surefoot::cuda {

/// How a kernel meets a tile: what is stored of z, and what it adds to the sums of a few points y.
/// In general, W_a k and W_a k' (y - z).
template <class Kernel, int D, class Real>
struct Meeting {
  const Kernel& kernel;

  __device__ void prepare() const {}
  __device__ Real stored_coordinate(Real x) const { return x; }
  __device__ Real stored_weight(Real w) const { return w; }
  __device__ double gradient_factor() const { return 2.0; }

  template <bool gradient, int R>
  __device__ void meet(const Real (&z)[D], Real w, const Real (&y)[R][D], Real (&value)[R],
                       Real (&slope)[R][D]) const {
#pragma unroll
    for (int r = 0; r < R; ++r) {
      Real away[D], r2 = Real(0);
      for (int c = 0; c < D; ++c) {
        away[c] = y[r][c] - z[c];
        r2 = fma(away[c], away[c], r2);
      }
      const Lane<Real> at(r2);
      if constexpr (gradient) {
        value[r] = fma(w, kernel.value(at).v, value[r]);
        const Real s = w * kernel.slope(at).v;
        for (int c = 0; c < D; ++c) slope[r][c] = fma(s, away[c], slope[r][c]);
      } else {
        value[r] = fma(w, kernel.value(at).v, value[r]);
      }
    }
  }
};

/// A sum of Gaussians, term after term for all of the y; in float chain after chain.
template <int D, class Real>
struct Meeting<GaussianSumOnDevice, D, Real> {
  const GaussianSumOnDevice& kernel;

  __device__ static GaussianChain* chains() {
    __shared__ GaussianChain list[most_terms];
    return list;
  }

  /// Brings the chains near; the threads must wait for each other afterwards.
  __device__ void prepare() const {
    if (threadIdx.x < kernel.chains) chains()[threadIdx.x] = kernel.chain[threadIdx.x];
  }
  __device__ Real stored_coordinate(Real x) const { return x; }
  __device__ Real stored_weight(Real w) const { return w; }
  __device__ double gradient_factor() const { return 2.0; }

  template <bool gradient, int R>
  __device__ void meet(const Real (&z)[D], Real w, const Real (&y)[R][D], Real (&value)[R],
                       Real (&slope)[R][D]) const {
    Real away[R][D], r2[R], k[R], k_slope[R];
#pragma unroll
    for (int r = 0; r < R; ++r) {
      r2[r] = k[r] = k_slope[r] = Real(0);
      for (int c = 0; c < D; ++c) {
        away[r][c] = y[r][c] - z[c];
        r2[r] = fma(away[r][c], away[r][c], r2[r]);
      }
    }
    if constexpr (sizeof(Real) == 4) {
      const int count = kernel.chains;
      for (int i = 0; i < count; ++i) add_chain<gradient>(chains()[i], r2, k, k_slope);
    } else {
      for (int i = 0; i < kernel.terms; ++i)
#pragma unroll
        for (int r = 0; r < R; ++r) {
          const Real e = kernel.height[i] * ::exp2(1.4426950408889634 * kernel.rate[i] * r2[r]);
          k[r] += e;
          if constexpr (gradient) k_slope[r] = fma(kernel.rate[i], e, k_slope[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < R; ++r) {
      value[r] = fma(w, k[r], value[r]);
      if constexpr (gradient) {
        for (int c = 0; c < D; ++c) slope[r][c] = fma(w * k_slope[r], away[r][c], slope[r][c]);
      }
    }
  }

 private:
  template <bool gradient, int R>
  __device__ static void add_chain(const GaussianChain& chain, const Real (&r2)[R], Real (&k)[R],
                                   Real (&k_slope)[R]) {
    Real e[R];
#pragma unroll
    for (int r = 0; r < R; ++r) e[r] = exp2(Lane<Real>(chain.first * r2[r])).v;
#pragma unroll
    for (int link = 0; link < GaussianChain::most; ++link) {
      if (link > 0) {
        if (link >= chain.length) return;
#pragma unroll
        for (int r = 0; r < R; ++r) {
          e[r] *= e[r];
          e[r] *= e[r];
        }
      }
#pragma unroll
      for (int r = 0; r < R; ++r) {
        k[r] += e[r];
        if constexpr (gradient) k_slope[r] = fma(Real(chain.rate[link]), e[r], k_slope[r]);
      }
    }
  }
};

/// The Gaussian in float: coordinates are stored in units in which the kernel is 2^-r2, and weights
/// as their logarithms, so that a pair costs one exponential and four operations (on the line).
template <int D>
struct Meeting<Gaussian, D, float> {
  const Gaussian& kernel;

  __device__ void prepare() const {}
  __device__ double unit() const { return ::sqrt(-1.4426950408889634 * kernel.slope_per_value()); }
  __device__ float stored_coordinate(float x) const { return x * float(unit()); }
  __device__ float stored_weight(float w) const { return ::log2f(w); }
  __device__ double gradient_factor() const { return 2.0 * kernel.slope_per_value() / unit(); }

  template <bool gradient, int R>
  __device__ void meet(const float (&z)[D], float w, const float (&y)[R][D], float (&value)[R],
                       float (&slope)[R][D]) const {
#pragma unroll
    for (int r = 0; r < R; ++r) {
      float away[D], s = w;
      for (int c = 0; c < D; ++c) {
        away[c] = y[r][c] - z[c];
        s = fmaf(-away[c], away[c], s);
      }
      const float e = exp2(Lane<float>(s)).v;
      value[r] += e;
      if constexpr (gradient)
        for (int c = 0; c < D; ++c) slope[r][c] = fmaf(e, away[c], slope[r][c]);
    }
  }
};

}  // namespace surefoot::cuda
