#pragma once

#include <string_view>

#include <surefoot/kernels/energy.hpp>
#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/kernels/gaussian_sum.hpp>
#include <surefoot/kernels/laplace.hpp>
#include <surefoot/kernels/matern.hpp>
#include <surefoot/kernels/rational_quadratic.hpp>
#include <surefoot/objective/grid_loops.hpp>
#include <surefoot/objective/kernel_sums.hpp>
#include <surefoot/simulators/batch.hpp>
#include <surefoot/simulators/g_and_k.hpp>
#include <surefoot/simulators/toggle_switch.hpp>

#include "objective/features.hpp"

namespace surefoot {

/// Everything that is compiled once for each instruction set: hot loops over
/// the built-in kernels and simulators and over random features.  Objects are
/// the caller's; they are plain pointers because a smart pointer's code would be
/// shared between the sets.
struct IsaTable {
  std::string_view name;
  KernelSums* (*gaussian)(const Gaussian&);
  KernelSums* (*gaussian_sum)(const GaussianSum&);
  KernelSums* (*laplace)(const Laplace&);
  KernelSums* (*matern32)(const Matern32&);
  KernelSums* (*matern52)(const Matern52&);
  KernelSums* (*rational_quadratic)(const RationalQuadratic&);
  KernelSums* (*energy)(const Energy&);
  GridLoops* (*grid_loops)();
  double (*dot)(const double* a, const double* b, int count);
  BatchSimulator* (*g_and_k)(const GAndK&);
  BatchSimulator* (*toggle_switch)(const ToggleSwitch&);
  BatchSimulator* (*gaussian_location)(int dimension, double sigma);
  FeatureLoops<float> features_float;
  FeatureLoops<double> features_double;
};

extern const IsaTable baseline_table, avx2_table, avx512_table;

/// The widest set that this processor has, or a lower one that the environment
/// variable SUREFOOT_ISA names (to repeat another machine's draws).
const IsaTable& isa_table();

}  // namespace surefoot
