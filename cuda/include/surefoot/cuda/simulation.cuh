#pragma once

#include <surefoot/batch/batch.hpp>
#include <surefoot/cuda/random.cuh>
#include <surefoot/cuda/requests.cuh>
#include <surefoot/dual.hpp>
#include <surefoot/objective/mmd.hpp>

// The simulations of an evaluation by all threads of a block, and how they move with theta.
namespace surefoot::cuda {

/// The simulations, as points with their weights.
template <class Real>
__device__ DevicePoints<Real> simulated_points(const DeviceProblem<Real>& problem,
                                               const BlockMemory<Real>& memory) {
  const int m = problem.simulations;
  return {m, m, memory.y, problem.simulation_weights, Real(1.0 / m)};
}

/// Simulates at theta.  False if a simulation of this thread failed.
template <bool gradient, class Sim, class Real>
__device__ bool simulate(const DeviceProblem<Real>& problem, const Sim& simulator,
                         const Shared& shared, const BlockMemory<Real>& memory) {
  constexpr int P = Sim::parameters, D = Sim::dimension;
  using L = Lane<Real>;
  using Scalar = std::conditional_t<gradient, Dual<L, P>, L>;
  const int m = problem.simulations;
  Vec<Scalar, P> theta;
  for (int k = 0; k < P; ++k) {
    if constexpr (gradient)
      theta[k] = Scalar::variable(L(shared.theta[k]), k);
    else
      theta[k] = L(shared.theta[k]);
  }
  bool fine = true;
  for (int j = threadIdx.x; j < m; j += threads) {
    DeviceLatents<Real> latent(memory.latents + j, m, problem.latents);
    const auto y = simulator(theta, latent);
    fine &= latent.in_order();
    for (int c = 0; c < D; ++c) {
      constexpr Real far = far_away<Real>;
      const std::int64_t at = std::int64_t{c} * m + j;
      Real value;
      if constexpr (gradient)
        value = y[c].value.v;
      else
        value = y[c].v;
      fine &= value == value;
      const bool near = value > -far && value < far;
      const double bounded = near ? double(value) : (value < Real(0) ? -double(far) : double(far));
      memory.y[at] = static_cast<Real>(bounded / problem.column_scale[c] - problem.centre[c]);
      if constexpr (gradient) {
        for (int k = 0; k < P; ++k) {
          const Real slope = near ? y[c].slope[k].v : Real(0);
          fine &= isfinite(slope);
          memory.jacobian[std::int64_t{k} * D * m + at] = slope;
        }
      }
    }
  }
  return fine;
}

/// The derivatives of the sums behind A and C in theta, from those in the simulations.
template <class Sim, class Real>
__device__ void pull_back(const DeviceProblem<Real>& problem, Shared& shared,
                          const BlockMemory<Real>& memory) {
  constexpr int P = Sim::parameters, D = Sim::dimension;
  const int m = problem.simulations;
  const DevicePoints<Real> y = simulated_points(problem, memory);
  double self[P] = {}, cross[P] = {};
  for (int j = threadIdx.x; j < m; j += threads)
    for (int c = 0; c < D; ++c) {
      const std::int64_t at = std::int64_t{c} * m + j;
      const double weight = double(y.weight_of(j)) / problem.column_scale[c];
      const double of_self = 2.0 * weight * memory.self_slopes[at];
      const double of_cross = weight * memory.target_slopes[at];
      for (int k = 0; k < P; ++k) {
        const double slope = double(memory.jacobian[std::int64_t{k} * D * m + at]);
        self[k] = fma(of_self, slope, self[k]);
        cross[k] = fma(of_cross, slope, cross[k]);
      }
    }
  block_sum(self, shared.room);
  block_sum(cross, shared.room);
  if (threadIdx.x == 0) {
    const double factor = self_factor(problem.square_sum, problem.statistic);
    for (int k = 0; k < P; ++k) {
      shared.theta_slopes_a[k] = factor * self[k];
      shared.theta_slopes_c[k] = cross[k];
    }
  }
}

}  // namespace surefoot::cuda
