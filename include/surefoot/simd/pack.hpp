#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <surefoot/simd/isa.hpp>
#include <surefoot/simd/native.hpp>

namespace surefoot {

/// As many numbers as one register of an instruction set holds, worked on at
/// once.  A simulator or kernel that is a template in its scalar runs on packs
/// unchanged: arithmetic, comparison and the functions of math.hpp are all here.
///
/// Comparisons give a Mask of lanes; branches become `select`.
template <class Real_, class Isa_>
struct Pack {
  using Real = Real_;
  using Isa = Isa_;
  using Int = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  static constexpr int lanes = Isa::bytes / static_cast<int>(sizeof(Real));
  typedef Real Register __attribute__((vector_size(Isa::bytes)));
  typedef Int IntRegister __attribute__((vector_size(Isa::bytes)));
  typedef std::make_unsigned_t<Int> BitsRegister __attribute__((vector_size(Isa::bytes)));

  struct Mask {
    IntRegister lanes;
    friend Mask operator&(Mask a, Mask b) { return {a.lanes & b.lanes}; }
    friend Mask operator|(Mask a, Mask b) { return {a.lanes | b.lanes}; }
    friend Mask operator&&(Mask a, Mask b) { return a & b; }  // both sides are computed
    friend Mask operator||(Mask a, Mask b) { return a | b; }
    friend Mask operator!(Mask a) { return {~a.lanes}; }
  };

  Register v;

  Pack() = default;
  Pack(Real x) : v(x - Register{}) {}  // minus zero, so that a negative zero survives
  template <class Number>
  requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, Real>) Pack(Number x)
      : Pack(static_cast<Real>(x)) {}

  static Pack of(Register r) {
    Pack p;
    p.v = r;
    return p;
  }
  static Pack load(const Real* from) {
    Pack p;
    std::memcpy(&p.v, from, sizeof(p.v));
    return p;
  }
  void store(Real* to) const { std::memcpy(to, &v, sizeof(v)); }

  /// 0, 1, 2, ... in the lanes.
  static Pack ramp() {
    Pack p;
    for (int i = 0; i < lanes; ++i) p.v[i] = static_cast<Real>(i);
    return p;
  }

  friend Pack operator+(Pack a, Pack b) { return of(a.v + b.v); }
  friend Pack operator-(Pack a, Pack b) { return of(a.v - b.v); }
  friend Pack operator*(Pack a, Pack b) { return of(a.v * b.v); }
  friend Pack operator/(Pack a, Pack b) { return of(a.v / b.v); }
  friend Pack operator-(Pack a) { return of(-a.v); }
  Pack& operator+=(Pack b) { return v += b.v, *this; }
  Pack& operator-=(Pack b) { return v -= b.v, *this; }
  Pack& operator*=(Pack b) { return v *= b.v, *this; }
  Pack& operator/=(Pack b) { return v /= b.v, *this; }

  friend Mask operator<(Pack a, Pack b) { return {a.v < b.v}; }
  friend Mask operator>(Pack a, Pack b) { return {a.v > b.v}; }
  friend Mask operator<=(Pack a, Pack b) { return {a.v <= b.v}; }
  friend Mask operator>=(Pack a, Pack b) { return {a.v >= b.v}; }
  friend Mask operator==(Pack a, Pack b) { return {a.v == b.v}; }
  friend Mask operator!=(Pack a, Pack b) { return {a.v != b.v}; }

  friend Pack select(Mask where, Pack yes, Pack no) { return of(where.lanes ? yes.v : no.v); }
  friend bool any(Mask m) {
    std::uint64_t words[Isa::bytes / 8], all = 0;
    std::memcpy(words, &m.lanes, sizeof(words));
    for (const auto word : words) all |= word;
    return all != 0;
  }
  /// The smaller and the larger; b where a is NaN.
  friend Pack min(Pack a, Pack b) {
    if constexpr (requires { min_lanes(a.v, b.v); })
      return of(min_lanes(a.v, b.v));
    else
      return of(a.v < b.v ? a.v : b.v);
  }
  friend Pack max(Pack a, Pack b) {
    if constexpr (requires { max_lanes(a.v, b.v); })
      return of(max_lanes(a.v, b.v));
    else
      return of(a.v > b.v ? a.v : b.v);
  }
  friend Pack sqrt(Pack a) {
    if constexpr (requires { sqrt_lanes(a.v); }) return of(sqrt_lanes(a.v));
    for (int i = 0; i < lanes; ++i) a.v[i] = std::sqrt(a.v[i]);
    return a;
  }
  friend Pack abs(Pack a) { return of(a.v < 0 ? -a.v : a.v); }

  // Of two numbers, of which one may be plain: as friends, so that it is converted.
  friend Pack pow(Pack x, Pack y) { return power(x, y); }
  friend Pack atan2(Pack y, Pack x) { return angle_of(y, x); }
  friend Pack hypot(Pack x, Pack y) { return length_of(x, y); }
  friend Pack fmod(Pack x, Pack y) {
    for (int i = 0; i < lanes; ++i) x.v[i] = std::fmod(x.v[i], y.v[i]);
    return x;
  }
  /// The smaller and the larger; the other where one is NaN.
  friend Pack fmin(Pack a, Pack b) { return select((a <= b) | (b != b), a, b); }
  friend Pack fmax(Pack a, Pack b) { return select((a >= b) | (b != b), a, b); }
  friend Pack copysign(Pack size, Pack sign) {
    const BitsRegister mask = Pack(Real(-0.0)).bits();
    return from_bits((size.bits() & ~mask) | (sign.bits() & mask));
  }

  /// The lanes added up pair by pair: the same order whatever came before.
  friend Real sum(Pack a) {
    for (int half = lanes / 2; half > 0; half /= 2) {
#ifdef __clang__
      for (int i = 0; i < half; ++i) a.v[i] += a.v[i + half];
#else
      IntRegister partner{};
      for (int i = 0; i < lanes; ++i) partner[i] = i ^ half;
      a.v += __builtin_shuffle(a.v, partner);
#endif
    }
    return a.v[0];
  }

  /// Unsigned, because arithmetic on bits may wrap around.
  BitsRegister bits() const { return reinterpret_cast<BitsRegister>(v); }
  static Pack from_bits(BitsRegister b) { return of(reinterpret_cast<Register>(b)); }
};

template <class T>
struct IsPack : std::false_type {};
template <class Real, class Isa>
struct IsPack<Pack<Real, Isa>> : std::true_type {};

/// A pack of floats or doubles.
template <class T>
concept PackType = IsPack<T>::value;

}  // namespace surefoot
