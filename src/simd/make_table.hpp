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

/// sum of a[i] b[i].
template <class Isa>
[[gnu::flatten]] double dot(const double* a, const double* b, int count) {
  using P = Pack<double, Isa>;
  P first = P(0.0), second = P(0.0);
  int i = 0;
  for (; i + 2 * P::lanes <= count; i += 2 * P::lanes) {
    first += P::load(a + i) * P::load(b + i);
    second += P::load(a + i + P::lanes) * P::load(b + i + P::lanes);
  }
  double rest = 0.0;
  for (; i < count; ++i) rest += a[i] * b[i];
  return sum(first + second) + rest;
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
          all_simulators<Isa>(FastSimulators{}),
          {embed_features<Isa, float>, meet_features<Isa, float>},
          {embed_features<Isa, double>, meet_features<Isa, double>},
          make_random_rows<Isa>()};
}

}  // namespace surefoot
