#pragma once

#include <type_traits>
#include <utility>

namespace surefoot {

/// Calls f(0), f(1), ..., f(N-1), each argument a compile-time constant: a loop
/// whose registers the compiler can name, which it does not do for all pragmas.
template <int N, class Function>
[[gnu::always_inline]] inline void unrolled(Function&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
    (f(std::integral_constant<int, I>{}), ...);
  }
  (std::make_integer_sequence<int, N>{});
}

}  // namespace surefoot
