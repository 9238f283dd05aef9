#pragma once

#include <cstddef>
#include <type_traits>

namespace surefoot {

/// A list of types: kernels, models.  What is known of each is stated by the
/// type itself; tables and choices are made by going through the list.
template <class... Types>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Types);

  /// What takes any number of types, given these: List::To<std::variant>.
  template <template <class...> class Target>
  using To = Target<Types...>;

  template <class... More>
  using With = TypeList<Types..., More...>;

  /// The place of a type in the list; `size` if it is not there.
  template <class Type>
  static constexpr std::size_t index() {
    std::size_t at = 0;
    static_cast<void>(((std::is_same_v<Type, Types> || (++at, false)) || ...));
    return at;
  }
};

/// The types of all lists in one.
template <class... Lists>
struct Joined {
  using List = TypeList<>;
};
template <class... Types>
struct Joined<TypeList<Types...>> {
  using List = TypeList<Types...>;
};
template <class... Types, class... More, class... Rest>
struct Joined<TypeList<Types...>, TypeList<More...>, Rest...>
    : Joined<TypeList<Types..., More...>, Rest...> {};

/// A list but for one of its types.
template <class List, class Left>
struct Without;
template <class... Types, class Left>
struct Without<TypeList<Types...>, Left>
    : Joined<std::conditional_t<std::is_same_v<Types, Left>, TypeList<>, TypeList<Types>>...> {};

/// What a family or a model says of itself where it has not got something.
struct None {};

template <class Type>
inline constexpr bool is_none = std::is_same_v<std::remove_cvref_t<Type>, None>;

}  // namespace surefoot
