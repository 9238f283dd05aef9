#pragma once

#include <cstdint>

#include <cooperative_groups.h>

namespace surefoot::cuda {

/// Threads of a block, which owns one draw at a time.
inline constexpr int threads = 256;
inline constexpr int warps = threads / 32;

/// Blocks that share a draw, each with a part of the observations: a cluster of Hopper's, or one
/// block alone.  All of them run the same optimiser on the same sums.
struct Team {
  __device__ static int size() {
#if __CUDA_ARCH__ >= 900
    return static_cast<int>(cooperative_groups::this_cluster().num_blocks());
#else
    return 1;
#endif
  }
  __device__ static int rank() {
#if __CUDA_ARCH__ >= 900
    return static_cast<int>(cooperative_groups::this_cluster().block_rank());
#else
    return 0;
#endif
  }
  /// What one block wrote into device memory before is seen by the others afterwards.
  __device__ static void sync() {
#if __CUDA_ARCH__ >= 900
    __threadfence();
    cooperative_groups::this_cluster().sync();
#else
    __syncthreads();
#endif
  }
};

/// Sums over all threads, the same for each; always added up in the same order.
template <int N>
__device__ void block_sum(double (&values)[N], double* room /* warps x N */) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int k = 0; k < N; ++k) {
    for (int away = 16; away > 0; away /= 2)
      values[k] += __shfl_xor_sync(0xffffffffU, values[k], away);
    if (lane == 0) room[warp * N + k] = values[k];
  }
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    values[k] = 0.0;
    for (int w = 0; w < warps; ++w) values[k] += room[w * N + k];
  }
  __syncthreads();
}

}  // namespace surefoot::cuda
