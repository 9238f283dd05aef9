#pragma once

#include <string_view>

namespace surefoot {

/// Instruction sets that hot loops are compiled for.  Each is a type, and every
/// hot template carries it, so that the linker can never merge code that was
/// compiled for one with code that was compiled for another.
struct Baseline {
  static constexpr int bytes = 16;
  static constexpr std::string_view name = "baseline";
};
struct Avx2 {
  static constexpr int bytes = 32;
  static constexpr std::string_view name = "avx2";
};
struct Avx512 {
  static constexpr int bytes = 64;
  static constexpr std::string_view name = "avx512";
};

/// The set that this translation unit is compiled for: what a user's own
/// simulator or kernel runs on.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
using ThisIsa = Avx512;
#elif defined(__AVX2__) && defined(__FMA__)
using ThisIsa = Avx2;
#else
using ThisIsa = Baseline;
#endif

}  // namespace surefoot
