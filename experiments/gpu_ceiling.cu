#include <algorithm>
#include <vector>

#include <cuda_runtime.h>

#include <surefoot/cuda/memory.hpp>
#include <surefoot/cuda/pairs.cuh>

#include "gpu_ceiling.hpp"

namespace surefoot {
namespace {

constexpr int rounds = 2000;

/// Eight independent chains a thread.
__global__ void __launch_bounds__(cuda::threads) powers_kernel(float* out) {
  float x[8];
  for (int k = 0; k < 8; ++k) x[k] = -0.001F * float(threadIdx.x + k);
  for (int i = 0; i < rounds; ++i)
    for (int k = 0; k < 8; ++k) x[k] = exp2(cuda::Lane<float>(-x[k])).v;
  float sum = 0.0F;
  for (int k = 0; k < 8; ++k) sum += x[k];
  out[blockIdx.x * cuda::threads + threadIdx.x] = sum;
}

constexpr int staged = 512, held = 4;

/// The loop of the fit without what is around it.
__global__ void __launch_bounds__(cuda::threads, 4) pairs_kernel(float* out) {
  __shared__ float stage[2 * staged];
  for (int i = threadIdx.x; i < 2 * staged; i += cuda::threads)
    stage[i] = i % 2 == 0 ? 0.001F * float(i) : -9.0F;
  __syncthreads();
  const Gaussian kernel{1.0};
  const cuda::Meeting<Gaussian, 1, float> meeting{kernel};
  float y[held][1], value[held] = {}, slope[held][1] = {};
  for (int r = 0; r < held; ++r) y[r][0] = 0.01F * float(threadIdx.x + r);
  for (int round = 0; round < rounds / 10; ++round)
#pragma unroll 4
    for (int i = 0; i < staged; ++i) {
      const float z[1] = {stage[2 * i]};
      meeting.meet<true>(z, stage[2 * i + 1], y, value, slope);
    }
  float sum = 0.0F;
  for (int r = 0; r < held; ++r) sum += value[r] + slope[r][0];
  out[blockIdx.x * cuda::threads + threadIdx.x] = sum;
}

/// The median over a few launches, after one to warm up, in seconds.
template <class Kernel>
double seconds_of(Kernel kernel, int blocks, float* out) {
  cudaEvent_t begin, end;
  cuda::check(cudaEventCreate(&begin), "to make an event");
  cuda::check(cudaEventCreate(&end), "to make an event");
  std::vector<float> times;
  for (int run = 0; run < 8; ++run) {
    cudaEventRecord(begin);
    kernel<<<blocks, cuda::threads>>>(out);
    cudaEventRecord(end);
    cuda::check(cudaEventSynchronize(end), "to measure its ceiling");
    float milliseconds = 0.0F;
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (run > 0) times.push_back(milliseconds);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return 1e-3 * times[times.size() / 2];
}

}  // namespace

GpuCeiling measure_gpu_ceiling() {
  int device = 0, multiprocessors = 0;
  cuda::check(cudaGetDevice(&device), "to find the device");
  cuda::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
              "to ask the device for its size");
  const int blocks = 8 * 4 * multiprocessors;
  const cuda::DeviceArray<float> out(static_cast<std::size_t>(blocks) * cuda::threads);
  const double all = double(blocks) * cuda::threads;
  return {all * rounds * 8 / seconds_of(powers_kernel, blocks, out.data()),
          all * (rounds / 10) * staged * held / seconds_of(pairs_kernel, blocks, out.data())};
}

}  // namespace surefoot
