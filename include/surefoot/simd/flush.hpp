#pragma once

#ifdef __x86_64__
#include <immintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
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
#elif defined(__aarch64__)
  [[gnu::always_inline]] FlushDenormals() : before_(control()) { set_control(before_ | flush); }
  [[gnu::always_inline]] ~FlushDenormals() { set_control(before_); }

 private:
  [[gnu::always_inline]] static std::uint64_t control() {
    std::uint64_t value = 0;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  [[gnu::always_inline]] static void set_control(std::uint64_t value) {
    asm volatile("msr fpcr, %0" : : "r"(value) : "memory");
  }

  static constexpr std::uint64_t flush = 1U << 24;  // results, and operands
  std::uint64_t before_;
#else
  FlushDenormals() {}
#endif

 public:
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace surefoot
