#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <surefoot/simd/aligned.hpp>

namespace surefoot {

/// What a simulator asks for: a uniform on (0, 1) or a standard normal.
enum class LatentKind : std::uint8_t { uniform, normal };

/// The latent points behind m simulated observations, one array per latent,
/// each already of the kind that the simulator will ask for, and the weights
/// of the points (1/m, or those of a quadrature).  Fixed along one
/// minimisation, so that the objective is a deterministic function.
template <class Real>
struct LatentTable {
  int count = 0;
  int stride = 0;          // count, padded
  std::uint64_t seed = 0;  // of their coordinates, for simulators that make their own noise
  std::vector<LatentKind> kinds;
  AlignedVector<Real> values;   // kinds.size() x stride
  AlignedVector<Real> weights;  // stride, zero in the padding

  /// Makes room.  A table that has the right shape stays as it is.
  void resize(int observations, const std::vector<LatentKind>& latent_kinds) {
    if (observations == count && latent_kinds == kinds) return;
    count = observations;
    stride = padded(observations);
    kinds = latent_kinds;
    values.assign(kinds.size() * static_cast<std::size_t>(stride), Real(0.5));
    weights.assign(static_cast<std::size_t>(stride), Real(0));
  }

  /// After rows were written in whole packs: the padding holds what is valid for
  /// any kind, so that simulating it is harmless.
  void reset_padding() {
    for (std::size_t k = 0; k < kinds.size(); ++k)
      std::fill(slot(k) + count, slot(k) + stride, Real(0.5));
  }
  Real* slot(std::size_t k) { return values.data() + k * static_cast<std::size_t>(stride); }
};

}  // namespace surefoot
