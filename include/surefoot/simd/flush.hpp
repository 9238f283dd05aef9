#pragma once

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace surefoot {

/// While it lives, results of this thread that are too small to be normal
/// numbers count as 0.  The far ends of kernels are such, times their weights,
/// and would cost a hundred times as much as others.  Always inlined, because
/// its name does not tell the instruction sets apart.
class FlushDenormals {
 public:
#ifdef __x86_64__
  [[gnu::always_inline]] FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | flush); }
  [[gnu::always_inline]] ~FlushDenormals() { _mm_setcsr(before_); }

 private:
  static constexpr unsigned flush = 0x8040;  // results, and operands
  unsigned before_;
#else
  FlushDenormals() {}
#endif

 public:
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace surefoot
