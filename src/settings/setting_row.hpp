#pragma once

#include <array>
#include <concepts>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <type_traits>

#include <surefoot/settings/config.hpp>

namespace surefoot {

/// What a member of FitConfig holds: T for Defaulted<T> and optional<T>, else its own type.
template <class Member>
struct Holder {
  using Type = Member;
};
template <class T>
struct Holder<Defaulted<T>> {
  using Type = T;
};
template <class T>
struct Holder<std::optional<T>> {
  using Type = T;
};
template <class Member>
using HeldBy = typename Holder<Member>::Type;

/// A set of methods.
class Methods {
 public:
  constexpr Methods(std::initializer_list<Method> list) {
    for (const Method method : list) bits_ |= bit(method);
  }
  constexpr bool has(Method method) const { return (bits_ & bit(method)) != 0; }
  friend constexpr Methods operator|(Methods a, Methods b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  static constexpr unsigned bit(Method method) { return 1U << static_cast<unsigned>(method); }
  unsigned bits_ = 0;
};

/// What a setting must keep to beside its type: nothing for words, seeds, truth values and lists.
template <class T>
struct Limits {};
template <>
struct Limits<int> {
  constexpr Limits(int from, int to) : lower(from), upper(to) {}
  int lower, upper;  // both allowed
};
enum class Zero { refused, allowed };
template <>
struct Limits<double> {  // none of which may be negative
  constexpr Limits(Zero of_it) : zero(of_it) {}
  Zero zero;
};
template <>
struct Limits<std::string> {
  constexpr Limits(const char* of_it) : form(of_it) {}
  const char* form;  // completes "NAME must be ..."
};

/// A default of a setting that may be without a value: a value, words for how one is chosen, or
/// words that a value completes.
struct NoValue {};
template <class Value>
struct Choice {
  const char* rule;
  Value value;
  bool none = false;  // `none` stands for no value
};
constexpr Choice<NoValue> chosen(const char* rule) { return {rule, {}}; }
template <class Value>
constexpr Choice<Value> chosen(const char* rule, Value value) {
  return {rule, value};
}
template <class Value>
constexpr Choice<Value> usually(Value value) {
  return {"", value};
}
constexpr Choice<NoValue> none(const char* meaning = "") { return {meaning, {}, true}; }

/// The default of a setting of type T.
template <class T>
struct Fallback {
  /// As a constant can hold it.
  using Value = std::conditional_t<std::same_as<T, std::string>, const char*,
                                   std::conditional_t<std::is_trivially_copyable_v<T>, T, NoValue>>;

  constexpr Fallback(Choice<NoValue> choice) : rule(choice.rule), none(choice.none) {}
  template <class Given>
  constexpr Fallback(Choice<Given> choice) : rule(choice.rule), value(choice.value) {}

  const char* rule;
  std::optional<Value> value = {};
  bool none = false;
};

/// Another default, for some methods.
template <class Value>
struct But {
  Methods methods;
  Choice<Value> choice;
};
template <class Value>
But(Methods, Choice<Value>) -> But<Value>;

/// All that is known of one setting.
template <class Member>
struct SettingRow {
  using T = HeldBy<Member>;
  struct Exception {
    Methods methods;
    Fallback<T> fallback;
  };

  const char* name;
  Member FitConfig::*member;
  Limits<T> limits;
  Methods methods;
  Fallback<T> fallback;  // says nothing of a Defaulted: FitConfig has its default
  const char* help;
  std::array<std::optional<Exception>, 2> exceptions = {};
};

/// The row of a setting whose default stands in FitConfig.
template <class T, class... Value>
constexpr SettingRow<Defaulted<T>> row(const char* name, Defaulted<T> FitConfig::*member,
                                       Limits<HeldBy<Defaulted<T>>> limits, Methods methods,
                                       const char* help, But<Value>... but) {
  return {name, member, limits, methods, chosen(""), help, {{{{but.methods, but.choice}}...}}};
}

/// The row of a setting that may be without a value.
template <class Member, class... Value>
constexpr SettingRow<Member> row(const char* name, Member FitConfig::*member,
                                 Limits<HeldBy<Member>> limits, Methods methods,
                                 Fallback<HeldBy<Member>> fallback, const char* help,
                                 But<Value>... but) {
  return {name, member, limits, methods, fallback, help, {{{{but.methods, but.choice}}...}}};
}

}  // namespace surefoot
