#pragma once

#include <surefoot/cuda/pairs.cuh>
#include <surefoot/cuda/problem.cuh>
#include <surefoot/objective/grid_loops.hpp>

// The embedding of the observations under Gaussian kernels on the line, on grids: made once for a
// draw, read off at the simulated points of each evaluation.  Observations far from all others are
// not on the grids and are summed pair by pair.
namespace surefoot::cuda {

/// The polynomial of node i of the spline around a point at fraction t of its cell.
template <int Rows>
__device__ double spline_at(const double (&rows)[Rows][8], int i, double t) {
  double value = rows[Rows - 1][i];
  for (int k = Rows - 2; k >= 0; --k) value = fma(value, t, rows[k][i]);
  return value;
}

/// The coefficients of the spline and of its derivative, in shared memory.
struct Spline {
  double powers[8][8];
  double slope_powers[7][8];

  __device__ void fill() {
    constexpr auto rows = spline_powers();
    constexpr auto slopes = spline_slope_powers();
    if (threadIdx.x == 0) {
#pragma unroll
      for (int k = 0; k < 8; ++k)
#pragma unroll
        for (int i = 0; i < 8; ++i) powers[k][i] = rows[k][i];
#pragma unroll
      for (int k = 0; k < 7; ++k)
#pragma unroll
        for (int i = 0; i < 8; ++i) slope_powers[k][i] = slopes[k][i];
    }
    __syncthreads();
  }
};

/// Spreads the weights over the nodes of a grid and convolves them there; returns the part of the
/// data term that lies on it.
template <class Real>
__device__ double make_field(const DeviceProblem<Real>& problem, const DeviceGrid& grid,
                             const Real* weights, double* memory, const Spline& spline,
                             double* room) {
  double *moments = memory + grid.moments, *nodes = memory + grid.nodes;
  double* field = memory + grid.field;
  const int reach = problem.reach, count = grid.node_count(reach);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // sum W t^k over the observations of each cell, a warp to a cell.
  for (int cell = warp; cell < grid.cells; cell += warps) {
    double sums[8] = {};
    const int begin = grid.starts[cell], end = grid.starts[cell + 1];
    for (int a = begin + lane; a < end; a += 32) {
      const double s = (double(problem.coordinates[a]) - grid.origin) * grid.rate;
      const double t = s - (grid.first_cell + cell);
      double power = double(weights[a]);
      for (int k = 0; k < 8; ++k, power *= t) sums[k] += power;
    }
    if (end > begin)
      for (int k = 0; k < 8; ++k)
        for (int away = 16; away > 0; away /= 2)
          sums[k] += __shfl_xor_sync(0xffffffffU, sums[k], away);
    if (lane == 0)
      for (int k = 0; k < 8; ++k) moments[cell * 8 + k] = sums[k];
  }
  __syncthreads();
  for (int g = threadIdx.x; g < count; g += threads) {
    double sum = 0.0;
    for (int i = 0; i < 8; ++i) {  // the node is number i of the cell
      const int cell = g - reach - i;
      if (cell < 0 || cell >= grid.cells) continue;
      for (int k = 0; k < 8; ++k) sum = fma(spline.powers[k][i], moments[cell * 8 + k], sum);
    }
    nodes[g] = sum;
  }
  __syncthreads();
  double data[1] = {0.0};
  for (int g = threadIdx.x; g < count; g += threads) {
    double sum = 0.0;
    const int low = max(reach - g, 0), high = min(2 * reach, count - 1 - g + reach);
    for (int k = low; k <= high; ++k) sum = fma(problem.taps[k], nodes[g + k - reach], sum);
    field[g] = sum;
    data[0] = fma(nodes[g], sum, data[0]);
  }
  __syncthreads();
  block_sum(data, room);
  return data[0];
}

struct FieldValue {
  double value;
  double slope;
};

/// <mu_W, k> at x, of the observations on the grids.
template <class Real>
__device__ FieldValue read_field(const DeviceProblem<Real>& problem, const double* memory,
                                 const Spline& spline, double x) {
  FieldValue sum{0.0, 0.0};
  for (int g = 0; g < problem.grids; ++g) {
    const DeviceGrid& grid = problem.grid[g];
    const double s = (x - grid.origin) * grid.rate;
    const int count = grid.node_count(problem.reach);
    const double from_first = s - grid.first_node(problem.reach);
    if (!(from_first >= 3.0 && from_first < double(count - 5))) continue;  // out of reach
    const double whole = ::floor(s), t = s - whole;
    const double* at =
        memory + grid.field +
        (static_cast<int>(whole) - DeviceGrid::before - grid.first_node(problem.reach));
    double slope = 0.0;
    for (int i = 0; i < 8; ++i) {
      sum.value = fma(spline_at(spline.powers, i, t), at[i], sum.value);
      slope = fma(spline_at(spline.slope_powers, i, t), at[i], slope);
    }
    sum.slope = fma(slope, grid.rate, sum.slope);
  }
  return sum;
}

}  // namespace surefoot::cuda
