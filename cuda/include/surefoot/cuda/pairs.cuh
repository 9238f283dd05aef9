#pragma once

#include <surefoot/cuda/block.cuh>
#include <surefoot/cuda/meeting.cuh>

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

  __device__ Real coordinate(int c, int i) const {
    return coordinates[std::int64_t{c} * stride + i];
  }
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

/// Which pairs of a set of points with itself are summed.
enum class Meets { all, others };

/// A few points y of a thread, and the sums over the z that have passed by.
template <int D, class Real>
struct HeldPoints {
  static constexpr int R = held<D>;
  Real at[R][D];
  double value[R], slope[R][D];
};

/// How the threads share the points y from `first` on: columns of R points each, whole warps of
/// them; groups of columns share the z.
template <int D>
struct Sharing {
  static constexpr int R = held<D>;
  int first, here, columns, groups, group, column;

  __device__ Sharing(int first_point, int count)
      : first(first_point),
        here(min(count - first_point, threads * R)),
        columns((((here + R - 1) / R + 31) / 32) * 32),
        groups(threads / columns),
        group(threadIdx.x / columns),
        column(threadIdx.x % columns) {}
  __device__ bool busy() const { return group < groups; }
};

/// Brings `count` points z near, from number `a` on; those beyond the last weigh nothing.
template <int D, class Real, class Kernel>
__device__ __forceinline__ void stage_tile(const Meeting<Kernel, D, Real>& meeting,
                                           const DevicePoints<Real>& z, int a, int count,
                                           Real* stage) {
  for (int i = threadIdx.x; i < count; i += threads) {
    const bool there = i < z.count - a;
    for (int c = 0; c < D; ++c)
      stage[i * (D + 1) + c] = there ? meeting.stored_coordinate(z.coordinate(c, a + i)) : Real(0);
    stage[i * (D + 1) + D] = meeting.stored_weight(there ? z.weight_of(a + i) : Real(0));
  }
}

/// The sums over the points `begin` to `end` of a tile.  `own` is the place there of the thread's
/// first point, `columns` further on is its second, and so on: where points meet others only, their
/// pairs with themselves are left out here, or floats would lose what lies beside them.
template <bool gradient, Meets meets, int D, class Real, class Kernel>
__device__ __forceinline__ void meet_burst(const Meeting<Kernel, D, Real>& meeting,
                                           const Real* stage, int begin, int end, int own,
                                           int columns, HeldPoints<D, Real>& y) {
  constexpr int R = held<D>;
  constexpr int unrolled = std::is_same_v<Kernel, GaussianSumOnDevice> ? 1 : 4;
  Real part[R], part_slope[R][D];
  for (int r = 0; r < R; ++r) {
    part[r] = Real(0);
    for (int c = 0; c < D; ++c) part_slope[r][c] = Real(0);
  }
#pragma unroll(unrolled)
  for (int i = begin; i < end; ++i) {
    Real there[D], before[R];
    for (int c = 0; c < D; ++c) there[c] = stage[i * (D + 1) + c];
    for (int r = 0; r < R; ++r) before[r] = part[r];
    meeting.template meet<gradient>(there, stage[i * (D + 1) + D], y.at, part, part_slope);
    if constexpr (meets == Meets::others)
      for (int r = 0; r < R; ++r)
        if (i == own + r * columns) part[r] = before[r];
  }
  for (int r = 0; r < R; ++r) {
    y.value[r] += double(part[r]);
    if constexpr (gradient)
      for (int c = 0; c < D; ++c) y.slope[r][c] += double(part_slope[r][c]);
  }
}

/// Adds up the sums of the groups, in their order; the first group has them then.
template <int D, class Real>
__device__ __forceinline__ void join_groups(const Sharing<D>& sharing, HeldPoints<D, Real>& y) {
  constexpr int R = held<D>;
  double* const sums = reinterpret_cast<double*>(pass_memory);
  const auto of_group = [&](int group) {
    return sums + (group * sharing.columns + sharing.column) * R * (D + 1);
  };
  __syncthreads();
  if (sharing.groups > 1 && sharing.busy())
    for (int r = 0; r < R; ++r) {
      double* mine = of_group(sharing.group) + r * (D + 1);
      mine[D] = y.value[r];
      for (int c = 0; c < D; ++c) mine[c] = y.slope[r][c];
    }
  __syncthreads();
  if (sharing.group > 0) return;
  for (int r = 0; r < R; ++r)
    for (int g = 1; g < sharing.groups; ++g) {
      const double* other = of_group(g) + r * (D + 1);
      y.value[r] += other[D];
      for (int c = 0; c < D; ++c) y.slope[r][c] += other[c];
    }
}

/// sum_a sum_j W_a v_j k(z_a, y_j).  With a gradient, sum_a W_a dk/dy is added to `each` (D x
/// y.stride) at each y_j, without its weight; else the values sum_a W_a k, unless `each` is null.
/// Where y is to meet others only, z are the same points.
template <bool gradient, Meets meets, int D, class Real, class Kernel>
__device__ __noinline__ double pair_pass(const Kernel& kernel, const DevicePoints<Real>& z,
                                         const DevicePoints<Real>& y, double* each, double* room) {
  constexpr int R = held<D>;
  constexpr int tile = cuda::tile<D, Real>;
  constexpr int burst = 128;  // pairs that are added up in Real before they go into doubles
  const Meeting<Kernel, D, Real> meeting{kernel};
  Real* const stage = reinterpret_cast<Real*>(pass_memory);  // D + 1 numbers for each z
  meeting.prepare();
  double total[1] = {0.0};
  for (int first = 0; first < y.count; first += threads * R) {
    const Sharing<D> sharing(first, y.count);
    const int columns = sharing.columns, groups = sharing.groups;
    HeldPoints<D, Real> mine;
    for (int r = 0; r < R; ++r) {
      const int j = sharing.column + r * columns;
      for (int c = 0; c < D; ++c) {
        mine.at[r][c] =
            j < sharing.here ? meeting.stored_coordinate(y.coordinate(c, first + j)) : Real(0);
        mine.slope[r][c] = 0.0;
      }
      mine.value[r] = 0.0;
    }
    for (int a = 0; a < z.count; a += tile) {
      const int some = min(z.count - a, tile);
      const int share = ((some + groups - 1) / groups + 1) / 2 * 2;
      __syncthreads();
      stage_tile(meeting, z, a, min(share * groups, tile), stage);
      __syncthreads();
      if (!sharing.busy()) continue;
      const int begin = sharing.group * share, end = min(begin + share, tile);
      for (int b = begin; b < end; b += burst)
        meet_burst<gradient, meets>(meeting, stage, b, min(b + burst, end),
                                    first + sharing.column - a, columns, mine);
    }
    join_groups(sharing, mine);
    if (sharing.group == 0)
      for (int r = 0; r < R; ++r) {
        const int j = first + sharing.column + r * columns;
        if (j - first >= sharing.here) continue;
        total[0] += mine.value[r] * double(y.weight_of(j));
        if constexpr (gradient) {
          for (int c = 0; c < D; ++c)
            each[std::int64_t{c} * y.stride + j] += meeting.gradient_factor() * mine.slope[r][c];
        } else if (each) {
          each[j] += mine.value[r];
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
  for (int c = 0; c < D; ++c) at[0][c] = meeting.stored_coordinate(y.coordinate(c, 0));
  double sums[D + 1] = {};
  for (int i = threadIdx.x; i < z.count; i += threads) {
    Real there[D], value[1] = {}, slope[1][D] = {};
    for (int c = 0; c < D; ++c) there[c] = meeting.stored_coordinate(z.coordinate(c, i));
    meeting.template meet<gradient>(there, meeting.stored_weight(z.weight_of(i)), at, value, slope);
    sums[D] += double(value[0]);
    for (int c = 0; c < D; ++c) sums[c] += double(slope[0][c]);
  }
  block_sum(sums, room);
  if (gradient && threadIdx.x < D)
    each[std::int64_t{threadIdx.x} * y.stride] += meeting.gradient_factor() * sums[threadIdx.x];
  if (!gradient && each && threadIdx.x == 0) each[0] += sums[D];
  __syncthreads();
  return sums[D] * double(y.weight_of(0));
}

/// All parts of a kernel.
template <bool gradient, int D, Meets meets = Meets::all, class Real>
__device__ __noinline__ double kernel_pass(const DeviceKernel& kernel, const DevicePoints<Real>& z,
                                           const DevicePoints<Real>& y, double* each,
                                           double* room) {
  double total = 0.0;
  if (z.count == 0 || (y.count == 1 && meets == Meets::others)) return total;
  for_each_part(kernel, [&](const auto& part) {
    total += y.count == 1 ? single_pass<gradient, D>(part, z, y, each, room)
                          : pair_pass<gradient, meets, D>(part, z, y, each, room);
  });
  return total;
}

}  // namespace surefoot::cuda
