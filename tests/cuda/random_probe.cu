#include <numeric>

#include <surefoot/cuda/memory.hpp>
#include <surefoot/cuda/random.cuh>

#include "random_probe.hpp"

namespace surefoot {
namespace {

using namespace cuda;

__global__ void write_uniforms(Coordinates at, int count, double* out) {
  for (int i = 2 * threadIdx.x; i < count; i += 2 * blockDim.x) {
    const UniformPair pair = uniform_pair(at, static_cast<std::uint32_t>(i / 2));
    out[i] = pair.even;
    if (i + 1 < count) out[i + 1] = pair.odd;
  }
}

__global__ void write_weights(const __grid_constant__ DeviceProblem<double> problem,
                              std::uint32_t draw, double* out) {
  __shared__ double room[warps];
  fill_weights(problem, draw, out, room);
}

template <class Real>
__global__ void write_latents(const __grid_constant__ DeviceProblem<Real> problem,
                              std::uint32_t draw, std::uint32_t step, Real* out) {
  fill_latents(problem, draw, step, out);
}

template <class T>
std::vector<T> brought_back(const DeviceArray<T>& array) {
  std::vector<T> values(array.size());
  check(cudaGetLastError(), "to start a test");
  check(cudaMemcpy(values.data(), array.data(), values.size() * sizeof(T), cudaMemcpyDeviceToHost),
        "to copy from the device");
  return values;
}

}  // namespace

std::vector<double> device_uniforms(const Coordinates& at, int count) {
  const DeviceArray<double> out(static_cast<std::size_t>(count));
  write_uniforms<<<1, threads>>>(at, count, out.data());
  return brought_back(out);
}

std::vector<double> device_weights(std::uint64_t seed, std::uint32_t draw, int observations) {
  std::vector<int> place(static_cast<std::size_t>(observations));
  std::iota(place.begin(), place.end(), 0);
  const DeviceArray<int> places(place);
  const DeviceArray<double> out(place.size());
  DeviceProblem<double> problem{};
  problem.plan.seed = seed;
  problem.observations = observations;
  problem.place = places.data();
  write_weights<<<1, threads>>>(problem, draw, out.data());
  return brought_back(out);
}

template <class Real>
std::vector<Real> device_latents(Design kind, const LatentDesign& design,
                                 const std::vector<LatentKind>& kinds, std::uint64_t seed,
                                 std::uint32_t draw, std::uint32_t step) {
  const DeviceArray<LatentKind> device_kinds(kinds);
  const DeviceArray<std::uint32_t> sobol(design.sobol());
  const DeviceArray<Real> out(kinds.size() * static_cast<std::size_t>(design.simulations()));
  DeviceProblem<Real> problem{};
  problem.plan.seed = seed;
  problem.design = kind;
  problem.simulations = design.simulations();
  problem.latents = static_cast<int>(kinds.size());
  problem.kinds = device_kinds.data();
  problem.sobol = sobol.data();
  problem.sobol_stride = static_cast<int>(design.sobol().size() / kinds.size());
  write_latents<<<1, threads>>>(problem, draw, step, out.data());
  return brought_back(out);
}

template std::vector<float> device_latents(Design, const LatentDesign&,
                                           const std::vector<LatentKind>&, std::uint64_t,
                                           std::uint32_t, std::uint32_t);
template std::vector<double> device_latents(Design, const LatentDesign&,
                                            const std::vector<LatentKind>&, std::uint64_t,
                                            std::uint32_t, std::uint32_t);

}  // namespace surefoot
