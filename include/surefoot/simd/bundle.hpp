#pragma once

#include <surefoot/simd/power.hpp>
#include <surefoot/simd/trigonometry.hpp>

namespace surefoot {

/// Several packs that are worked on side by side.  A simulator with a long chain
/// of steps waits for each of them; with a few chains at once the processor has
/// something to do meanwhile.  Everything that packs can do, lane by lane.
template <PackType P, int N>
struct Bundle {
  using Real = typename P::Real;
  static constexpr int lanes = N * P::lanes;
  P part[N];

  struct Mask {
    typename P::Mask part[N];
    friend Mask operator&(const Mask& a, const Mask& b) {
      Mask both;
      for (int i = 0; i < N; ++i) both.part[i] = a.part[i] & b.part[i];
      return both;
    }
    friend Mask operator|(const Mask& a, const Mask& b) {
      Mask either;
      for (int i = 0; i < N; ++i) either.part[i] = a.part[i] | b.part[i];
      return either;
    }
    friend Mask operator&&(const Mask& a, const Mask& b) { return a & b; }
    friend Mask operator||(const Mask& a, const Mask& b) { return a | b; }
    friend Mask operator!(const Mask& a) {
      Mask none;
      for (int i = 0; i < N; ++i) none.part[i] = !a.part[i];
      return none;
    }
    friend bool any(const Mask& a) {
      bool found = false;
      for (int i = 0; i < N; ++i) found |= any(a.part[i]);
      return found;
    }
  };

  Bundle() = default;
  Bundle(P x) {
    for (int i = 0; i < N; ++i) part[i] = x;
  }
  template <class Number>
  requires std::is_arithmetic_v<Number> Bundle(Number x) : Bundle(P(x)) {}

  static Bundle load(const Real* from) {
    Bundle b;
    for (int i = 0; i < N; ++i) b.part[i] = P::load(from + i * P::lanes);
    return b;
  }
  void store(Real* to) const {
    for (int i = 0; i < N; ++i) part[i].store(to + i * P::lanes);
  }

  friend Bundle operator+(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return x + y; });
  }
  friend Bundle operator-(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return x - y; });
  }
  friend Bundle operator*(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return x * y; });
  }
  friend Bundle operator/(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return x / y; });
  }
  friend Bundle operator-(const Bundle& a) {
    return each(a, [](P x) { return -x; });
  }
  Bundle& operator+=(const Bundle& b) { return *this = *this + b; }
  Bundle& operator-=(const Bundle& b) { return *this = *this - b; }
  Bundle& operator*=(const Bundle& b) { return *this = *this * b; }
  Bundle& operator/=(const Bundle& b) { return *this = *this / b; }

  friend Mask operator<(const Bundle& a, const Bundle& b) {
    return compare(a, b, [](P x, P y) { return x < y; });
  }
  friend Mask operator>(const Bundle& a, const Bundle& b) {
    return compare(a, b, [](P x, P y) { return x > y; });
  }
  friend Mask operator<=(const Bundle& a, const Bundle& b) {
    return compare(a, b, [](P x, P y) { return x <= y; });
  }
  friend Mask operator>=(const Bundle& a, const Bundle& b) {
    return compare(a, b, [](P x, P y) { return x >= y; });
  }
  friend Mask operator==(const Bundle& a, const Bundle& b) {
    return compare(a, b, [](P x, P y) { return x == y; });
  }
  friend Mask operator!=(const Bundle& a, const Bundle& b) {
    return compare(a, b, [](P x, P y) { return x != y; });
  }
  friend Bundle select(const Mask& where, const Bundle& yes, const Bundle& no) {
    Bundle b;
    for (int i = 0; i < N; ++i) b.part[i] = select(where.part[i], yes.part[i], no.part[i]);
    return b;
  }

  friend Bundle min(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return min(x, y); });
  }
  friend Bundle max(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return max(x, y); });
  }
  friend Bundle fmin(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return fmin(x, y); });
  }
  friend Bundle fmax(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return fmax(x, y); });
  }
  friend Bundle pow(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return pow(x, y); });
  }
  friend Bundle atan2(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return atan2(x, y); });
  }
  friend Bundle hypot(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return hypot(x, y); });
  }
  friend Bundle fmod(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return fmod(x, y); });
  }
  friend Bundle copysign(const Bundle& a, const Bundle& b) {
    return each(a, b, [](P x, P y) { return copysign(x, y); });
  }
  template <std::integral Int>
  friend Bundle pow(const Bundle& a, Int n) {
    return each(a, [n](P x) { return pow(x, n); });
  }

  template <class Function>
  static Bundle each(const Bundle& a, Function f) {
    Bundle b;
    for (int i = 0; i < N; ++i) b.part[i] = f(a.part[i]);
    return b;
  }
  template <class Function>
  static Bundle each(const Bundle& a, const Bundle& b, Function f) {
    Bundle c;
    for (int i = 0; i < N; ++i) c.part[i] = f(a.part[i], b.part[i]);
    return c;
  }
  template <class Function>
  static Mask compare(const Bundle& a, const Bundle& b, Function f) {
    Mask mask;
    for (int i = 0; i < N; ++i) mask.part[i] = f(a.part[i], b.part[i]);
    return mask;
  }
};

}  // namespace surefoot
