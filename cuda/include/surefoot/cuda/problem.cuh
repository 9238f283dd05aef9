#pragma once

#include <cstdint>

#include <surefoot/bootstrap/draw_pictures.hpp>
#include <surefoot/bootstrap/draw_rules.hpp>
#include <surefoot/cuda/kernels.cuh>
#include <surefoot/latents/latents.hpp>
#include <surefoot/latents/statistic.hpp>
#include <surefoot/transform.hpp>

namespace surefoot::cuda {

/// Simulators with more parameters or columns run on the host.
inline constexpr int most_parameters = 8;
inline constexpr int most_columns = 8;

/// Points that embeddings are looked at (Landmarks, on the host).
inline constexpr int most_landmarks = 96;

/// The points at which Gauss-Newton looks at embeddings around a mode (Landmarks, on the host).
template <class Real>
struct DeviceLandmarks {
  int count, pictures;
  const Real* points;       // columns x count
  const double* whitening;  // pictures x count
};

/// A grid on which the Gaussian term of one lengthscale is embedded: node g lies
/// at origin + g / rate, and cells from `first_cell` on hold observations.
struct DeviceGrid {
  double origin;
  double rate;
  int first_cell;
  int cells;
  const int* starts;  // of each cell, in the sorted observations; cells + 1 of them
  // Room for each block, in doubles from the start of its memory for grids.
  std::int64_t moments;  // cells x 8
  std::int64_t nodes;    // node_count
  std::int64_t field;

  static constexpr int taps = 8, before = 3;
  SUREFOOT_HD int node_count(int reach) const { return cells + taps + 2 * reach; }
  /// The first node that has a place in the arrays.
  SUREFOOT_HD int first_node(int reach) const { return first_cell - before - reach; }
};

/// What a draw came to.  Written where the host can see it even if the device is lost.
struct DeviceResult {
  double eta[most_parameters];
  DrawEnd draw;
  std::int64_t simulator_calls;
  int evaluations;
  int finished;  // last
};

/// Memory of one block, used again for draw after draw.
template <class Real>
struct BlockMemory {
  Real* weights;          // of the observations
  Real* latents;          // latents x simulations
  Real* y;                // columns x simulations
  Real* jacobian;         // parameters x columns x simulations
  double* self_slopes;    // columns x simulations
  double* target_slopes;  // likewise
  double* grids;
  Real* subset_weights;
  double* pictures;     // picture_numbers of them
  double* mode_values;  // one for each mode
  double* team_slopes;  // of all blocks that share a draw
  double* team_total;   // one
};

/// Numbers that Gauss-Newton works with in a block.
inline constexpr int picture_numbers =
    3 * most_landmarks + PictureRoom::size(most_landmarks, most_parameters);

/// Everything that is the same for all draws, as the device sees it.
template <class Real>
struct DeviceProblem {
  // Observations, sorted along the first column, less the centre.
  int observations;
  const Real* coordinates;
  const int* place;  // of observation i in that order
  double centre[most_columns];
  double column_scale[most_columns];

  // The simulator's latents.
  Design design;
  Statistic statistic;
  NoisePolicy noise_policy;
  int simulations;
  int latents;
  const LatentKind* kinds;
  const std::uint32_t* sobol;  // latents x sobol_stride
  int sobol_stride;
  const Real* quadrature;          // nodes
  const Real* simulation_weights;  // null: 1/m
  double square_sum;               // of those

  // The kernel.
  DeviceKernel kernel;         // as a whole
  DeviceKernel paired_kernel;  // the part of C that is summed pair by pair
  DeviceKernel gridded_kernel;
  double at_zero;
  int grids;
  DeviceGrid grid[most_terms];
  int reach;
  const double* taps;  // 2 reach + 1
  int first_on_grid, last_on_grid;
  bool closed_form;
  double closed_form_a;

  // The data term of the reported MMD^2.
  bool whole_data_term;
  int subset;
  const int* subset_places;
  const Real* subset_coordinates;

  // Parameters and their box, on the optimiser's scale.
  int parameters;
  int free_index[most_parameters];
  double held[most_parameters];
  Axis axis[most_parameters];
  double lower[most_parameters], upper[most_parameters], scale[most_parameters];

  // Minimisation.
  Mass mass;
  DrawPlan plan;
  const DeviceLandmarks<Real>* landmarks;  // of each mode
  bool each_start_apart;                   // a task is one start of a draw

  // The run.
  const std::uint32_t* draw_numbers;  // of the tasks
  int tasks;
  int* next_task;
  int* team_task;  // of each team
  int team;        // blocks that share a draw
  DeviceResult* results;
  const volatile int* stop;
  BlockMemory<Real> memory;  // of block 0
  std::int64_t real_stride, double_stride;
};

/// The draw whose latent points serve the search for starts, and all draws under
/// shared noise (DrawObjective::common_draw).
inline constexpr std::uint32_t common_draw = 0xffffffffU;

}  // namespace surefoot::cuda
