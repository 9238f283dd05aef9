#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

#include <surefoot/settings/words.hpp>

namespace surefoot {

/// What a setting is until a value is given: `otherwise(1000)`.
template <class T>
struct Otherwise {
  T value;
};
template <class T>
constexpr Otherwise<T> otherwise(T value) {
  return {std::move(value)};
}

/// A setting that always has a value, and knows whether that was given: a given default is
/// somebody's wish, which a default that nobody mentioned is not.  Values that are assigned, also
/// by a designated initialiser, are given; it reads as the value itself.
template <class T>
class Defaulted {
 public:
  template <class U>
  requires(std::convertible_to<U, T> &&
           !std::same_as<std::remove_cvref_t<U>, Defaulted>) constexpr Defaulted(U&& value)
      : value_(std::forward<U>(value)), given_(true) {}

  template <class U>
  constexpr Defaulted(Otherwise<U> fallback) : value_(std::move(fallback.value)) {}

  constexpr operator const T&() const { return value_; }
  constexpr const T& value() const { return value_; }
  constexpr bool is_given() const { return given_; }

 private:
  T value_;
  bool given_ = false;
};

/// The word for the value of a setting.
template <class Enum>
std::string to_word(const Defaulted<Enum>& setting) {
  return to_word(setting.value());
}

}  // namespace surefoot
