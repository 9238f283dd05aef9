#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

#include <surefoot/transport/radix_sort.hpp>

namespace surefoot {
namespace {

using Count = std::uint32_t;

/// Sorts `count` integers digit by digit from the lowest, to and fro between two places.  Returns
/// the place where they are in the end.
template <int digit_bits, class Bits>
Bits* sort_by_digits(Bits* from, Bits* to, std::size_t count) {
  constexpr int passes = (8 * static_cast<int>(sizeof(Bits)) + digit_bits - 1) / digit_bits;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  const auto digit = [](Bits bits, int pass) { return (bits >> (pass * digit_bits)) % digits; };

  std::array<std::array<Count, digits>, passes> counts{};
  for (std::size_t i = 0; i < count; ++i)
    for (int pass = 0; pass < passes; ++pass)
      ++counts[static_cast<std::size_t>(pass)][digit(from[i], pass)];

  for (int pass = 0; pass < passes; ++pass) {
    auto& places = counts[static_cast<std::size_t>(pass)];
    if (places[digit(from[0], pass)] == count) continue;  // all have the same
    Count before = 0;
    for (Count& place : places) before += std::exchange(place, before);
    for (std::size_t i = 0; i < count; ++i) to[places[digit(from[i], pass)]++] = from[i];
    std::swap(from, to);
  }
  return from;
}

}  // namespace

template <std::floating_point Real>
void RadixSort<Real>::operator()(std::span<Real> values) {
  // Where one way becomes faster than the next, as bench/ measures it.
  constexpr std::size_t few = 64, many = sizeof(Real) == 4 ? 1024 : 8192;
  const std::size_t count = values.size();
  if (bits_.size() < 2 * count) bits_.resize(2 * count);
  auto* bits = bits_.data();
  std::transform(values.begin(), values.end(), bits, ordered_bits<Real>);
  if (count < few || count > std::numeric_limits<Count>::max())
    std::sort(bits, bits + count);
  else if (count < many)
    bits = sort_by_digits<8>(bits, bits + count, count);
  else
    bits = sort_by_digits<11>(bits, bits + count, count);
  std::transform(bits, bits + count, values.begin(), from_ordered_bits<Real>);
}

template class RadixSort<float>;
template class RadixSort<double>;

}  // namespace surefoot
