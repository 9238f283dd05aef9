#pragma once

#include <surefoot/batch/vectorised.hpp>
#include <surefoot/pairs/pair_sums.hpp>

#include "objective/feature_loop.hpp"
#include "simd/isa_table.hpp"
#include "simd/random_rows.hpp"

namespace surefoot {

template <class Isa, class Kernel>
KernelSums* make_sums(const Kernel& kernel) {
  return new PairSums<Kernel, Isa>(kernel);
}

template <class Isa>
GridLoops* make_grid_loops() {
  return new PackedGridLoops<Isa>;
}

template <class Isa, class Sim>
BatchSimulator* make_simulator(const Sim& simulator) {
  return new Vectorised<Sim, Isa>(simulator);
}

template <class Isa, class... Kernels>
constexpr Makers<KernelSums, TypeList<Kernels...>> all_sums(TypeList<Kernels...>) {
  return {{make_sums<Isa, Kernels>}...};
}

template <class Isa, class... Sims>
constexpr Makers<BatchSimulator, TypeList<Sims...>> all_simulators(TypeList<Sims...>) {
  return {{make_simulator<Isa, Sims>}...};
}

/// The table of one instruction set; instantiated in the one file that is
/// compiled for it.
template <class Isa>
constexpr IsaTable make_table() {
  return {Isa::name,
          all_sums<Isa>(Families::With<GaussianSum>{}),
          make_grid_loops<Isa>,
          dot<Isa>,
          {dense_product<Isa, double>, dense_transposed_product<Isa, double>,
           dense_product<Isa, float>, dense_transposed_product<Isa, float>},
          all_simulators<Isa>(FastSimulators{}),
          {embed_features<Isa, float>, meet_features<Isa, float>},
          {embed_features<Isa, double>, meet_features<Isa, double>},
          make_random_rows<Isa>()};
}

}  // namespace surefoot
