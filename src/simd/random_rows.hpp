#pragma once

#include <utility>

#include <surefoot/latents/scramble.hpp>
#include <surefoot/simd/aligned.hpp>
#include <surefoot/simd/normal.hpp>

#include "simd/isa_table.hpp"

// Random numbers, a row at a time.  Everything here is a template in the instruction set.
namespace surefoot {

#ifdef __x86_64__
// The low halves of 64-bit lanes multiplied in full.  Always inlined, because their names do not
// tell the instruction sets apart.
[[gnu::always_inline]] inline __m128i multiply_halves(__m128i a, __m128i b) {
  return _mm_mul_epu32(a, b);
}
#ifdef __AVX2__
[[gnu::always_inline]] inline __m256i multiply_halves(__m256i a, __m256i b) {
  return _mm256_mul_epu32(a, b);
}
#endif
#ifdef __AVX512F__
[[gnu::always_inline]] inline __m512i multiply_halves(__m512i a, __m512i b) {
  return _mm512_mul_epu32(a, b);
}
#endif
#endif

/// A register of 64-bit lanes as the compiler's intrinsics know it.
template <class Isa>
struct Wide {
  typedef long long Register __attribute__((vector_size(Isa::bytes)));
};

template <class Isa>
[[gnu::always_inline]] inline auto multiply_words(typename Pack<double, Isa>::BitsRegister a,
                                                  std::uint32_t b) {
  using Bits = typename Pack<double, Isa>::BitsRegister;
  using Register = typename Wide<Isa>::Register;
  const Bits factor = Bits{} + b;
  if constexpr (requires(Register r) { multiply_halves(r, r); })
    return reinterpret_cast<Bits>(
        multiply_halves(reinterpret_cast<Register>(a), reinterpret_cast<Register>(factor)));
  else
    return (a & 0xffffffffU) * factor;
}

/// The two uniforms of a block of random words, for a pack of blocks.
template <class Isa>
struct UniformPack {
  Pack<double, Isa> even, odd;
};

/// Philox 4x32-10 for a pack of counters.  A word is the low half of its lane; products leave
/// something in the upper half, which no multiplication looks at.
template <class Isa>
class PhiloxPack {
 public:
  using P = Pack<double, Isa>;
  using Bits = typename P::BitsRegister;

  explicit PhiloxPack(const PhiloxInput& first) : first_(first) {
    for (int i = 0; i < P::lanes; ++i) index_[i] = first.counter[1] + static_cast<unsigned>(i);
  }

  /// Those of the next indices.
  [[gnu::always_inline]] UniformPack<Isa> next() {
    Bits c0 = Bits{} + first_.counter[0], c1 = index_;
    Bits c2 = Bits{} + first_.counter[2], c3 = Bits{} + first_.counter[3];
    std::uint32_t key0 = first_.key[0], key1 = first_.key[1];
    for (int round = 0; round < 10; ++round) {
      const Bits a = multiply_words<Isa>(c0, 0xd2511f53U), b = multiply_words<Isa>(c2, 0xcd9e8d57U);
      c0 = (b >> 32) ^ c1 ^ (Bits{} + key0);
      c1 = b;
      c2 = (a >> 32) ^ c3 ^ (Bits{} + key1);
      c3 = a;
      key0 += 0x9e3779b9U;
      key1 += 0xbb67ae85U;
    }
    index_ += P::lanes;
    return {uniform(c0, c1), uniform(c2, c3)};
  }

 private:
  /// What `to_uniform` gives, by writing the 52 bits behind the point of 1 and taking 1 away.
  [[gnu::always_inline]] static P uniform(Bits high, Bits low) {
    const Bits bits = ((high << 32) | (low & 0xffffffffU)) >> 12;
    return P::from_bits(bits | P(1.0).bits()) - P(1.0 - 0x1p-53);
  }

  const PhiloxInput first_;
  Bits index_{};
};

template <class Isa>
void uniform_rows(const PhiloxInput& first, int count, double* even, double* odd) {
  PhiloxPack<Isa> blocks(first);
  for (int j = 0; j < count; j += Pack<double, Isa>::lanes) {
    const auto u = blocks.next();
    u.even.store(even + j);
    u.odd.store(odd + j);
  }
}

/// Scrambled points as uniforms.
template <class Isa>
void scrambled_row(const std::uint32_t* points, std::uint32_t key, int count, double* out) {
  using P = Pack<double, Isa>;
  using Words = typename Pack<float, Isa>::BitsRegister;
  typedef std::uint32_t Half __attribute__((vector_size(Isa::bytes / 2)));
  for (int j = 0; j < count; j += 2 * P::lanes) {
    Words x;
    std::memcpy(&x, points + j, sizeof(x));
    x = scramble(x, key);
    Half halves[2];
    std::memcpy(halves, &x, sizeof(x));
    for (int h = 0; h < 2; ++h) {
      // (x + 1/2) 2^-32: the integer is written behind the point of 2^52, which is taken away.
      const auto wide = __builtin_convertvector(halves[h], typename P::BitsRegister);
      const P shifted = P::from_bits(wide | P(0x1p52).bits());
      ((shifted - P(0x1p52 - 0.5)) * P(0x1p-32)).store(out + j + h * P::lanes);
    }
  }
}

/// In double until the end, whatever the precision: 1 - u would lose the upper tail in float.
template <class Isa, class Real>
void latent_row(LatentKind kind, const double* uniforms, int count, Real* out) {
  using P = Pack<double, Isa>;
  constexpr double edge = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;
  const P low = edge, high = 1.0 - edge;
  for (int j = 0; j < count; j += P::lanes) {
    const P u = P::load(uniforms + j);
    const P x = kind == LatentKind::normal ? normal_quantile(u) : min(max(u, low), high);
    for (int i = 0; i < P::lanes; ++i) out[j + i] = static_cast<Real>(x.v[i]);
  }
}

/// Writes even_0, odd_0, even_1, odd_1, ...
template <class Isa>
[[gnu::always_inline]] inline void store_in_turn(const UniformPack<Isa>& x, double* out) {
  using P = Pack<double, Isa>;
  [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
    constexpr int half = P::lanes / 2;
    P::of(__builtin_shufflevector(x.even.v, x.odd.v, (I / 2 + I % 2 * P::lanes)...)).store(out);
    P::of(__builtin_shufflevector(x.even.v, x.odd.v, (half + I / 2 + I % 2 * P::lanes)...))
        .store(out + P::lanes);
  }
  (std::make_integer_sequence<int, P::lanes>{});
}

template <class Isa>
double exponential_row(const PhiloxInput& first, std::size_t count, double* out) {
  using P = Pack<double, Isa>;
  constexpr int tile = 256, at_once = 2 * P::lanes;
  // Blocks first, then logarithms: loops short enough for the processor to overlap their turns.
  alignas(cache_line) double even[tile], odd[tile], last[at_once];
  PhiloxPack<Isa> blocks(first);
  P total = 0.0;
  double rest = 0.0;
  for (std::size_t i = 0; i < count;) {
    const std::size_t left = count - i;
    const int used = left < 2 * tile ? static_cast<int>(left + 1) / 2 : tile;
    for (int j = 0; j < used; j += P::lanes) {
      const auto u = blocks.next();
      u.even.store(even + j);
      u.odd.store(odd + j);
    }
    for (int j = 0; j < used; j += P::lanes) {
      const UniformPack<Isa> e{-log(P::load(even + j)), -log(P::load(odd + j))};
      if (i + at_once <= count) {
        store_in_turn(e, out + i);
        total += e.even + e.odd;
        i += at_once;
      } else {
        store_in_turn(e, last);
        for (int k = 0; i < count; ++i, ++k) rest += out[i] = last[k];
      }
    }
  }
  return sum(total) + rest;
}

template <class Isa>
void divide_row(double by, std::size_t count, double* row) {
  using P = Pack<double, Isa>;
  std::size_t i = 0;
  for (; i + P::lanes <= count; i += P::lanes) (P::load(row + i) / P(by)).store(row + i);
  for (; i < count; ++i) row[i] /= by;
}

template <class Isa>
constexpr RandomRows make_random_rows() {
  return {uniform_rows<Isa>,       scrambled_row<Isa>,   latent_row<Isa, float>,
          latent_row<Isa, double>, exponential_row<Isa>, divide_row<Isa>};
}

}  // namespace surefoot
