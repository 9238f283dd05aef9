#pragma once

#include <surefoot/cuda/block.cuh>
#include <surefoot/cuda/kernels.cuh>

// Sums over pairs of weighted points, by all threads of a block.  Each thread keeps a few points y
// in registers while tiles of points z pass by in shared memory; nothing of size n x m is ever
// held.
namespace surefoot::cuda {

/// Weighted points in device memory, one array per coordinate.
template <class Real>
struct DevicePoints {
  int count;
  int stride;
  const Real* coordinates;
  const Real* weights;  // null: all equal to `weight`
  Real weight;

  __device__ Real weight_of(int i) const { return weights ? weights[i] : weight; }
  __device__ DevicePoints part(int first, int last) const {
    return {last - first, stride, coordinates + first, weights ? weights + first : nullptr, weight};
  }
};

/// Points y that a thread holds at once.
template <int D>
inline constexpr int held = D <= 2 ? 4 : 2;

/// Bytes of shared memory that a pass needs for the sums of all threads.
template <int D>
inline constexpr int pass_bytes = threads* held<D>*(D + 1) * int(sizeof(double));

/// Points z that go into the same memory at a time.
template <int D, class Real>
inline constexpr int tile = pass_bytes<D> / ((D + 1) * int(sizeof(Real)));

/// That memory, which the kernel is started with.  Named here, so that the compiler knows it for
/// shared memory wherever it is used.
extern __shared__ __align__(16) unsigned char pass_memory[];

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

/// sum_a sum_j W_a v_j k(z_a, y_j).  With a gradient, sum_a W_a dk/dy is added to `each` (D x
/// y.stride) at each y_j, without its weight; else the values sum_a W_a k, unless `each` is null.
template <bool gradient, int D, class Real, class Kernel>
__device__ __noinline__ double pair_pass(const Kernel& kernel, const DevicePoints<Real>& z,
                                         const DevicePoints<Real>& y, double* each, double* room) {
  constexpr int R = held<D>;
  constexpr int unrolled = std::is_same_v<Kernel, GaussianSumOnDevice> ? 1 : 4;
  constexpr int tile = cuda::tile<D, Real>;
  constexpr int burst = 128;  // pairs that are added up in Real before they go into doubles
  const Meeting<Kernel, D, Real> meeting{kernel};
  Real* const stage = reinterpret_cast<Real*>(pass_memory);  // D + 1 numbers for each z
  double* const sums = reinterpret_cast<double*>(pass_memory);
  meeting.prepare();
  double total[1] = {0.0};

  for (int first = 0; first < y.count; first += threads * R) {
    const int here = min(y.count - first, threads * R);
    // Columns of R points each, whole warps of them; groups of columns share the z.
    const int columns = (((here + R - 1) / R + 31) / 32) * 32;
    const int groups = threads / columns;
    const int group = threadIdx.x / columns, column = threadIdx.x % columns;
    const bool busy = group < groups;
    Real at[R][D];
    double value[R], slope[R][D];
    for (int r = 0; r < R; ++r) {
      const int j = column + r * columns;
      for (int c = 0; c < D; ++c) {
        at[r][c] =
            j < here ? meeting.stored_coordinate(y.coordinates[c * y.stride + first + j]) : Real(0);
        slope[r][c] = 0.0;
      }
      value[r] = 0.0;
    }
    for (int a = 0; a < z.count; a += tile) {
      const int some = min(z.count - a, tile);
      const int share = ((some + groups - 1) / groups + 1) / 2 * 2;
      __syncthreads();
      for (int i = threadIdx.x; i < min(share * groups, tile); i += threads) {
        const bool there = i < some;
        for (int c = 0; c < D; ++c)
          stage[i * (D + 1) + c] =
              there ? meeting.stored_coordinate(z.coordinates[c * z.stride + a + i]) : Real(0);
        stage[i * (D + 1) + D] = meeting.stored_weight(there ? z.weight_of(a + i) : Real(0));
      }
      __syncthreads();
      if (!busy) continue;
      const int begin = group * share, end = min(begin + share, tile);
      for (int b = begin; b < end; b += burst) {
        Real part[R], part_slope[R][D];
        for (int r = 0; r < R; ++r) {
          part[r] = Real(0);
          for (int c = 0; c < D; ++c) part_slope[r][c] = Real(0);
        }
        const int stop = min(b + burst, end);
#pragma unroll(unrolled)
        for (int i = b; i < stop; ++i) {
          Real there[D];
          for (int c = 0; c < D; ++c) there[c] = stage[i * (D + 1) + c];
          meeting.template meet<gradient>(there, stage[i * (D + 1) + D], at, part, part_slope);
        }
        for (int r = 0; r < R; ++r) {
          value[r] += double(part[r]);
          if constexpr (gradient)
            for (int c = 0; c < D; ++c) slope[r][c] += double(part_slope[r][c]);
        }
      }
    }
    // The groups' sums, in their order.
    __syncthreads();
    if (groups > 1 && busy)
      for (int r = 0; r < R; ++r) {
        double* mine = sums + (group * columns + column) * R * (D + 1) + r * (D + 1);
        mine[D] = value[r];
        for (int c = 0; c < D; ++c) mine[c] = slope[r][c];
      }
    __syncthreads();
    if (group == 0)
      for (int r = 0; r < R; ++r) {
        const int j = column + r * columns;
        for (int g = 1; g < groups; ++g) {
          const double* other = sums + (g * columns + column) * R * (D + 1) + r * (D + 1);
          value[r] += other[D];
          for (int c = 0; c < D; ++c) slope[r][c] += other[c];
        }
        if (j >= here) continue;
        total[0] += value[r] * double(y.weight_of(first + j));
        if constexpr (gradient) {
          for (int c = 0; c < D; ++c)
            each[c * y.stride + first + j] += meeting.gradient_factor() * slope[r][c];
        } else if (each) {
          each[first + j] += value[r];
        }
      }
  }
  __syncthreads();
  block_sum(total, room);
  return total[0];
}

/// The same where y is a single point: all threads share the z.
template <bool gradient, int D, class Real, class Kernel>
__device__ __noinline__ double single_pass(const Kernel& kernel, const DevicePoints<Real>& z,
                                           const DevicePoints<Real>& y, double* each,
                                           double* room) {
  const Meeting<Kernel, D, Real> meeting{kernel};
  meeting.prepare();
  __syncthreads();
  Real at[1][D];
  for (int c = 0; c < D; ++c) at[0][c] = meeting.stored_coordinate(y.coordinates[c * y.stride]);
  double sums[D + 1] = {};
  for (int i = threadIdx.x; i < z.count; i += threads) {
    Real there[D], value[1] = {}, slope[1][D] = {};
    for (int c = 0; c < D; ++c)
      there[c] = meeting.stored_coordinate(z.coordinates[c * z.stride + i]);
    meeting.template meet<gradient>(there, meeting.stored_weight(z.weight_of(i)), at, value, slope);
    sums[D] += double(value[0]);
    for (int c = 0; c < D; ++c) sums[c] += double(slope[0][c]);
  }
  block_sum(sums, room);
  if (gradient && threadIdx.x < D)
    each[threadIdx.x * y.stride] += meeting.gradient_factor() * sums[threadIdx.x];
  if (!gradient && each && threadIdx.x == 0) each[0] += sums[D];
  __syncthreads();
  return sums[D] * double(y.weight_of(0));
}

/// All parts of a kernel.
template <bool gradient, int D, class Real>
__device__ __noinline__ double kernel_pass(const DeviceKernel& kernel, const DevicePoints<Real>& z,
                                           const DevicePoints<Real>& y, double* each,
                                           double* room) {
  double total = 0.0;
  if (z.count == 0) return total;
  for_each_part(kernel, [&](const auto& part) {
    total += y.count == 1 ? single_pass<gradient, D>(part, z, y, each, room)
                          : pair_pass<gradient, D>(part, z, y, each, room);
  });
  return total;
}

}  // namespace surefoot::cuda
