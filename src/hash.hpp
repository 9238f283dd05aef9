#pragma once

#include <cstdint>
#include <string_view>

namespace surefoot {

/// FNV-1a, 64 bits: the same on every machine and in every build.
constexpr std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

}  // namespace surefoot
