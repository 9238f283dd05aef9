#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string_view>

#include <surefoot/concepts.hpp>
#include <surefoot/type_list.hpp>

namespace surefoot {

/// The number beside the lengthscale that a family may have.
struct Shape {
  std::string_view symbol;                                 // in the formula
  std::string_view name;                                   // in messages
  double usual;                                            // unless it is given
  double below = std::numeric_limits<double>::infinity();  // above 0 in any case
};

/// On the line: sum_k value[k] s^k exp(-s) in s = rate * r, and its derivative in
/// s; the exponential is left out where `decays` is false.
template <class Form>
concept SortedForm = requires {
  { Form::decays } -> std::convertible_to<bool>;
  requires Form::value.size() == Form::slope.size() && Form::value.size() <= 3;
};

/// On a grid: the Fourier transform of the kernel of lengthscale 1, at omega per
/// node, where nodes are `spacing` apart, and that of its square.  Beyond 7.5 lengthscales the
/// kernel must be nothing, and beyond half a turn per node its transform.
template <class Form>
concept GridForm = requires(double omega, double spacing) {
  { Form::transform(omega, spacing) } -> std::same_as<double>;
  { Form::square_transform(omega, spacing) } -> std::same_as<double>;
};

/// Whether a kernel states all that a family must; what it does not is an error
/// that says so.  Its members are its lengthscale, if it has one, and its shape.
template <class F>
constexpr bool states_family() {
  static_assert(RadialKernel<F>,
                "a kernel family needs value(r2) and slope(r2), both templates in the scalar");
  static_assert(
      requires { std::string_view(F::name); },
      "a kernel family must state its name, as users write it");
  static_assert(
      requires { std::string_view(F::formula); },
      "a kernel family must state its formula, as docs/method.md shows it");
  static_assert(
      requires { bool(F::has_lengthscale); }, "a kernel family must state has_lengthscale");
  static_assert(
      requires { bool(F::bounded); }, "a kernel family must state whether it is bounded");
  static_assert(
      requires { F::shape; }, "a kernel family must state its shape, or None");
  static_assert(
      requires { typename F::Sorted; },
      "a kernel family must state its form for sorted sums, Sorted, or None");
  static_assert(
      requires { typename F::Grid; },
      "a kernel family must state its form for grids, Grid, or None");
  static_assert(
      requires { typename F::Spectrum; },
      "a kernel family must state its Spectrum for random features, or None");
  if constexpr (!is_none<typename F::Sorted>) {
    static_assert(SortedForm<typename F::Sorted>, "Sorted must be a SortedForm");
    static_assert(
        requires(const F kernel) {
          { kernel.sorted_rate() } -> std::same_as<std::optional<double>>;
        },
        "a kernel family with a sorted form must state its sorted_rate(); none: not these numbers");
  }
  static_assert(is_none<typename F::Grid> || (GridForm<typename F::Grid> && F::has_lengthscale),
                "Grid must be a GridForm of a family with a lengthscale");
  if constexpr (!is_none<typename F::Spectrum>)
    static_assert(
        F::has_lengthscale && requires { bool(F::Spectrum::settles); },
        "Spectrum must say whether it settles, and be of a family with a lengthscale");
  return true;
}

template <class F>
inline constexpr bool has_shape = !is_none<decltype(F::shape)>;

/// A kernel of the family.
template <class F>
SUREFOOT_HD constexpr F make_family(double lengthscale, double shape) {
  if constexpr (F::has_lengthscale && has_shape<F>)
    return F{lengthscale, shape};
  else if constexpr (F::has_lengthscale)
    return F{lengthscale};
  else
    return F{shape};
}

}  // namespace surefoot
