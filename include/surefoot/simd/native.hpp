#pragma once

// The few register operations that the compiler's vector extension does not reach.  Overloads exist
// for the registers that this translation unit may use; Pack falls back to plain loops elsewhere.
#ifdef __x86_64__
#include <immintrin.h>

namespace surefoot {

// Always inlined, because their names do not tell the instruction sets apart.
[[gnu::always_inline]] inline __m128 max_lanes(__m128 a, __m128 b) { return _mm_max_ps(a, b); }
[[gnu::always_inline]] inline __m128 min_lanes(__m128 a, __m128 b) { return _mm_min_ps(a, b); }
[[gnu::always_inline]] inline __m128 sqrt_lanes(__m128 a) { return _mm_sqrt_ps(a); }
[[gnu::always_inline]] inline __m128d max_lanes(__m128d a, __m128d b) { return _mm_max_pd(a, b); }
[[gnu::always_inline]] inline __m128d min_lanes(__m128d a, __m128d b) { return _mm_min_pd(a, b); }
[[gnu::always_inline]] inline __m128d sqrt_lanes(__m128d a) { return _mm_sqrt_pd(a); }
#ifdef __AVX2__
[[gnu::always_inline]] inline __m256 max_lanes(__m256 a, __m256 b) { return _mm256_max_ps(a, b); }
[[gnu::always_inline]] inline __m256 min_lanes(__m256 a, __m256 b) { return _mm256_min_ps(a, b); }
[[gnu::always_inline]] inline __m256 sqrt_lanes(__m256 a) { return _mm256_sqrt_ps(a); }
[[gnu::always_inline]] inline __m256d max_lanes(__m256d a, __m256d b) {
  return _mm256_max_pd(a, b);
}
[[gnu::always_inline]] inline __m256d min_lanes(__m256d a, __m256d b) {
  return _mm256_min_pd(a, b);
}
[[gnu::always_inline]] inline __m256d sqrt_lanes(__m256d a) { return _mm256_sqrt_pd(a); }
#endif
#ifdef __AVX512F__
[[gnu::always_inline]] inline __m512 max_lanes(__m512 a, __m512 b) { return _mm512_max_ps(a, b); }
[[gnu::always_inline]] inline __m512 min_lanes(__m512 a, __m512 b) { return _mm512_min_ps(a, b); }
[[gnu::always_inline]] inline __m512 sqrt_lanes(__m512 a) { return _mm512_sqrt_ps(a); }
[[gnu::always_inline]] inline __m512d max_lanes(__m512d a, __m512d b) {
  return _mm512_max_pd(a, b);
}
[[gnu::always_inline]] inline __m512d min_lanes(__m512d a, __m512d b) {
  return _mm512_min_pd(a, b);
}
[[gnu::always_inline]] inline __m512d sqrt_lanes(__m512d a) { return _mm512_sqrt_pd(a); }
// The compiler's own conversion widens half a register at a time.
[[gnu::always_inline]] inline void widen_lanes(__m256 a, __m512d& out) { out = _mm512_cvtps_pd(a); }
#endif

}  // namespace surefoot
#endif
