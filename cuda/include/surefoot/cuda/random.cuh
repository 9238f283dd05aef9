#pragma once

#include <surefoot/cuda/block.cuh>
#include <surefoot/cuda/problem.cuh>
#include <surefoot/latents/scramble.hpp>
#include <surefoot/random/noise.hpp>

// The random numbers of a draw, from the same counters as on the host.
namespace surefoot::cuda {

struct UniformPair {
  double even, odd;
};

__device__ inline UniformPair uniform_pair(const Coordinates& at, std::uint32_t slot) {
  const Block words = random_block(at, slot);
  return {to_uniform(words[0], words[1]), to_uniform(words[2], words[3])};
}

/// Dirichlet weights of the observations, in the order in which they are sorted.
template <class Real>
__device__ void fill_weights(const DeviceProblem<Real>& problem, std::uint32_t draw, Real* weights,
                             double* room) {
  const int n = problem.observations;
  double total[1] = {0.0};
  for (int pair = threadIdx.x; 2 * pair < n; pair += threads) {
    const auto u = uniform_pair(
        {problem.plan.seed, draw, 0, static_cast<std::uint32_t>(pair), Purpose::weights}, 0);
    const double even = -::log(u.even), odd = -::log(u.odd);
    weights[problem.place[2 * pair]] = static_cast<Real>(even);
    total[0] += even;
    if (2 * pair + 1 == n) continue;
    weights[problem.place[2 * pair + 1]] = static_cast<Real>(odd);
    total[0] += odd;
  }
  block_sum(total, room);
  const Real share = static_cast<Real>(1.0 / total[0]);
  for (int i = threadIdx.x; i < n; i += threads) weights[i] *= share;
  __syncthreads();
}

/// A uniform as the simulator will see it.
template <class Real>
__device__ Real latent_of(LatentKind kind, double u) {
  constexpr double edge = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;
  if (kind == LatentKind::normal) return static_cast<Real>(::normcdfinv(u));
  return static_cast<Real>(::fmin(::fmax(u, edge), 1.0 - edge));
}

/// The latent points of a draw (and step).
template <class Real>
__device__ void fill_latents(const DeviceProblem<Real>& problem, std::uint32_t draw,
                             std::uint32_t step, Real* latents) {
  const int m = problem.simulations, count = problem.latents;
  if (problem.closed_form) return;
  if (problem.design == Design::quadrature) {
    for (int j = threadIdx.x; j < m; j += threads) latents[j] = problem.quadrature[j];
  } else if (problem.design == Design::sobol) {
    const Coordinates at{problem.plan.seed, draw, step, 0, Purpose::simulation};
    for (int k = 0; k < count; ++k) {
      const auto keys = uniform_pair(at, static_cast<std::uint32_t>(k / 2));
      const std::uint32_t key = scrambling_key(k % 2 == 0 ? keys.even : keys.odd);
      const std::uint32_t* points = problem.sobol + std::int64_t{k} * problem.sobol_stride;
      for (int j = threadIdx.x; j < m; j += threads) {
        const double u = (double(scramble(points[j], key)) + 0.5) * 0x1p-32;
        latents[std::int64_t{k} * m + j] = latent_of<Real>(problem.kinds[k], u);
      }
    }
  } else {
    // The threads go through all pairs of latents of all simulations, which may be too many to be
    // counted by one integer.
    int k = threadIdx.x / m * 2, j = threadIdx.x % m;
    while (k < count) {
      const auto u = uniform_pair(
          {problem.plan.seed, draw, step, static_cast<std::uint32_t>(j), Purpose::simulation},
          static_cast<std::uint32_t>(k / 2));
      latents[std::int64_t{k} * m + j] = latent_of<Real>(problem.kinds[k], u.even);
      if (k + 1 < count)
        latents[std::int64_t{k + 1} * m + j] = latent_of<Real>(problem.kinds[k + 1], u.odd);
      for (j += threads; j >= m; j -= m) k += 2;
    }
  }
  __syncthreads();
}

/// Hands a simulator the latents of one observation, in order.
template <class Real>
class DeviceLatents {
 public:
  __device__ DeviceLatents(const Real* first, int stride, int count)
      : at_(first), stride_(stride), left_(count) {}

  __device__ Lane<Real> uniform() { return next(); }
  __device__ Lane<Real> normal() { return next(); }

  /// False once the simulator has asked for more than it declared.
  __device__ bool in_order() const { return left_ >= 0; }

 private:
  __device__ Lane<Real> next() {
    if (--left_ < 0) return Real(0.5);
    const Real value = *at_;
    at_ += stride_;
    return value;
  }

  const Real* at_;
  int stride_;
  int left_;
};

}  // namespace surefoot::cuda
