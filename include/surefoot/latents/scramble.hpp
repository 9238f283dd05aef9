#pragma once

#include <cstdint>

#include <surefoot/host_device.hpp>

namespace surefoot {

/// Owen's scrambling of Sobol points by a hash: each bit is flipped by a
/// function of the bits above it alone, so that the net stays a net (Laine and
/// Karras 2011, with better constants by Vegdahl 2021).  `Words` is one 32-bit
/// word or a register of them; always inlined, because its name does not tell
/// the instruction sets apart.
template <class Words>
[[gnu::always_inline]] SUREFOOT_HD inline Words reverse_bits(Words x) {
  x = (x << 16) | (x >> 16);
  x = ((x & 0x00ff00ffU) << 8) | ((x >> 8) & 0x00ff00ffU);
  x = ((x & 0x0f0f0f0fU) << 4) | ((x >> 4) & 0x0f0f0f0fU);
  x = ((x & 0x33333333U) << 2) | ((x >> 2) & 0x33333333U);
  return ((x & 0x55555555U) << 1) | ((x >> 1) & 0x55555555U);
}

template <class Words>
[[gnu::always_inline]] SUREFOOT_HD inline Words scramble(Words x, std::uint32_t key) {
  x = reverse_bits(x);
  x ^= x * 0x3d20adeaU;
  x += key;
  x *= (key >> 16) | 1U;
  x ^= x * 0x05526c56U;
  x ^= x * 0x53a22864U;
  return reverse_bits(x);
}

/// The key of a latent, from a uniform of its own.
SUREFOOT_HD inline std::uint32_t scrambling_key(double uniform) {
  return static_cast<std::uint32_t>(uniform * 0x1p32);
}

}  // namespace surefoot
