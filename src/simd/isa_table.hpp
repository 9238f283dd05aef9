#pragma once

#include <string_view>

#include <surefoot/batch/batch.hpp>
#include <surefoot/kernels/families.hpp>
#include <surefoot/kernels/gaussian_sum.hpp>
#include <surefoot/objective/grid_loops.hpp>
#include <surefoot/pairs/kernel_sums.hpp>
#include <surefoot/random/noise.hpp>

#include "objective/features.hpp"
#include "simd/dense_products.hpp"
#include "simd/makers.hpp"
#include "simulators/built_in_models.hpp"

namespace surefoot {

/// Random numbers by the row.  The integers behind them are those of Noise, on
/// every instruction set.  Rows of latents are read and written in whole packs:
/// their arrays have room for padded(count).
struct RandomRows {
  /// The two uniforms of one block at each of `count` indices, from that of `first` on.
  void (*uniforms)(const PhiloxInput& first, int count, double* even, double* odd);
  /// Sobol points, as 32-bit integers, scrambled.
  void (*scrambled)(const std::uint32_t* points, std::uint32_t key, int count, double* out);
  /// Uniforms as the simulator will see them.  In float none rounds to 0 or 1.
  void (*float_latents)(LatentKind kind, const double* uniforms, int count, float* out);
  void (*double_latents)(LatentKind kind, const double* uniforms, int count, double* out);
  /// `count` exponentials, two to a block at the indices from that of `first` on;
  /// returns their sum.
  double (*exponentials)(const PhiloxInput& first, std::size_t count, double* out);
  void (*divide)(double by, std::size_t count, double* row);
};

/// Products of matrices.
struct DenseProducts {
  /// `dense_product` and `dense_transposed_product`.
  void (*times)(const DenseColumns& a, const double* factors, int count, double* out);
  void (*transposed_times)(const DenseColumns& a, const double* b, int count, double* out);
  void (*narrow_times)(const NarrowColumns& a, const double* factors, int count, double* out);
  void (*narrow_transposed_times)(const NarrowColumns& a, const double* b, int count, double* out);
};

/// Everything that is compiled once for each instruction set: hot loops over
/// the built-in kernels and simulators and over random features.  Objects are
/// the caller's; they are plain pointers because a smart pointer's code would be
/// shared between the sets.
struct IsaTable {
  std::string_view name;
  Makers<KernelSums, Families::With<GaussianSum>> sums;
  GridLoops* (*grid_loops)();
  double (*dot)(const double* a, const double* b, int count);
  DenseProducts dense;
  Makers<BatchSimulator, FastSimulators> simulator;
  FeatureLoops<float> features_float;
  FeatureLoops<double> features_double;
  RandomRows random;
};

extern const IsaTable baseline_table, avx2_table, avx512_table;

/// The widest set that this processor has, or a lower one that the environment
/// variable SUREFOOT_ISA names (to repeat another machine's draws).
const IsaTable& isa_table();

}  // namespace surefoot
