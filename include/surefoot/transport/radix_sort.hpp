#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace surefoot {

/// An unsigned integer of the size of Real.
template <std::floating_point Real>
using BitsOf = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

/// The bits of a number, changed so that integers stand in the order of the
/// numbers.  A total order: -0 comes before 0, and what is not a number comes
/// first or last, by its sign.
template <std::floating_point Real>
constexpr BitsOf<Real> ordered_bits(Real value) {
  using Bits = BitsOf<Real>;
  constexpr int sign = 8 * static_cast<int>(sizeof(Real)) - 1;
  const auto bits = std::bit_cast<Bits>(value);
  return bits ^ (bits >> sign ? ~Bits{0} : Bits{1} << sign);
}

/// The number that has these ordered bits.
template <std::floating_point Real>
constexpr Real from_ordered_bits(BitsOf<Real> bits) {
  using Bits = BitsOf<Real>;
  constexpr int sign = 8 * static_cast<int>(sizeof(Real)) - 1;
  return std::bit_cast<Real>(bits ^ (bits >> sign ? Bits{1} << sign : ~Bits{0}));
}

/// Sorts numbers in place, in the order of `ordered_bits`, digit by digit: in
/// linear time and without a branch that depends on the numbers.  Owns the memory
/// it needs, two integers for each number.
template <std::floating_point Real>
class RadixSort {
 public:
  void operator()(std::span<Real> values);

 private:
  std::vector<BitsOf<Real>> bits_;
};

}  // namespace surefoot
