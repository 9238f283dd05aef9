#pragma once

#include <vector>

#include <surefoot/design/design.hpp>

namespace surefoot {

// What the device makes of coordinates, brought back to the host.

std::vector<double> device_uniforms(const Coordinates& at, int count);

/// Dirichlet weights of `observations`, in their own order.
std::vector<double> device_weights(std::uint64_t seed, std::uint32_t draw, int observations);

/// Latents x simulations.
template <class Real>
std::vector<Real> device_latents(Design kind, const LatentDesign& design,
                                 const std::vector<LatentKind>& kinds, std::uint64_t seed,
                                 std::uint32_t draw, std::uint32_t step);

}  // namespace surefoot
