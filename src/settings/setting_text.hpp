#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <surefoot/settings/words.hpp>

#include "settings/setting_row.hpp"
#include "text.hpp"

namespace surefoot {

/// How the settings of one type are read, written and limited, and what stands for
/// their value in help texts.
///
/// `must_be` completes "NAME must be ..."; `read` gives nothing for text of the
/// wrong form, `allowed` judges a value of the right form.  `read` may narrow
/// `found`, the text that an error will show, to the part that is wrong.
template <class T>
struct SettingType;

/// "a, b or c".
std::string either(const std::vector<std::string>& words);

template <class Enum>
requires std::is_enum_v<Enum>
struct SettingType<Enum> {
  static_assert(all_have_words<Enum>());
  static constexpr const char* placeholder = "WORD";
  static std::vector<std::string> words() {
    std::vector<std::string> words;
    for (const auto& entry : Words<Enum>::list) words.emplace_back(entry.first);
    return words;
  }
  static std::string must_be(Limits<Enum>) { return either(words()); }
  static std::optional<Enum> read(std::string_view text, std::string_view&) {
    for (const auto& [word, value] : Words<Enum>::list)
      if (word == text) return value;
    return std::nullopt;
  }
  static std::string write(Enum value) { return to_word(value); }
  static bool allowed(Limits<Enum>, Enum value) { return !write(value).empty(); }
};

template <>
struct SettingType<bool> {
  static constexpr const char* placeholder = "";
  static std::string must_be(Limits<bool>) { return "true or false"; }
  static std::optional<bool> read(std::string_view text, std::string_view&) {
    if (text == "true") return true;
    if (text == "false") return false;
    return std::nullopt;
  }
  static std::string write(bool value) { return value ? "true" : "false"; }
  static bool allowed(Limits<bool>, bool) { return true; }
};

template <>
struct SettingType<int> {
  static constexpr const char* placeholder = "N";
  static std::string must_be(Limits<int> limits);
  static std::optional<int> read(std::string_view text, std::string_view&) {
    return parse_whole<int>(text);
  }
  static std::string write(int value) { return std::to_string(value); }
  static bool allowed(Limits<int> limits, int value) {
    return limits.lower <= value && value <= limits.upper;
  }
};

template <>
struct SettingType<std::uint64_t> {
  static constexpr const char* placeholder = "N";
  static std::string must_be(Limits<std::uint64_t>);
  static std::optional<std::uint64_t> read(std::string_view text, std::string_view&) {
    return parse_whole<std::uint64_t>(text);
  }
  static std::string write(std::uint64_t value) { return std::to_string(value); }
  static bool allowed(Limits<std::uint64_t>, std::uint64_t) { return true; }
};

template <>
struct SettingType<double> {
  static constexpr const char* placeholder = "X";
  static std::string must_be(Limits<double> limits);
  static std::optional<double> read(std::string_view text, std::string_view&) {
    return parse_number(text);
  }
  static std::string write(double value) { return shortest(value); }
  static bool allowed(Limits<double> limits, double value) {
    const bool inside = limits.zero == Zero::allowed ? value >= 0.0 : value > 0.0;
    return inside && std::isfinite(value);
  }
};

template <>
struct SettingType<std::string> {
  static constexpr const char* placeholder = "TEXT";
  static std::string must_be(Limits<std::string> limits) { return limits.form; }
  static std::optional<std::string> read(std::string_view text, std::string_view&) {
    return std::string(text);
  }
  static std::string write(const std::string& value) { return value; }
  static bool allowed(Limits<std::string>, const std::string& value) {
    return !trim(value).empty();
  }
};

template <>
struct SettingType<Part> {
  static constexpr const char* placeholder = "K/N";
  static std::string must_be(Limits<Part>);
  static std::optional<Part> read(std::string_view text, std::string_view&);
  static std::string write(const Part& part);
  static bool allowed(Limits<Part>, const Part& part) {
    return 1 <= part.number && part.number <= part.of && part.of <= most_parts;
  }
  static constexpr int most_parts = 1'000'000;
};

template <>
struct SettingType<Trim> {
  static constexpr const char* placeholder = "TAU";
  static std::string must_be(Limits<Trim>) { return "a positive number or none"; }
  static std::optional<Trim> read(std::string_view text, std::string_view&);
  static std::string write(const Trim& trim) { return trim.on() ? shortest(trim.tau) : "none"; }
  static bool allowed(Limits<Trim>, const Trim& trim) { return trim.tau > 0.0; }
};

template <>
struct SettingType<Budget> {
  static constexpr const char* placeholder = "N|TIME";
  static std::string must_be(Limits<Budget>) {
    return "a whole number of simulated observations from 1000 to 1e12, or a time such as 90s, "
           "30min or 2h";
  }
  static std::optional<Budget> read(std::string_view text, std::string_view&);
  static std::string write(const Budget& budget);
  static bool allowed(Limits<Budget>, const Budget& budget) {
    return budget.is_time ? budget.amount > 0.0 && budget.amount <= 1e9
                          : budget.amount >= 1000.0 && budget.amount <= 1e12;
  }
};

template <>
struct SettingType<DeviceChoice> {
  static constexpr const char* placeholder = "DEVICE";
  static std::vector<std::string> words();
  static std::string must_be(Limits<DeviceChoice>);
  static std::optional<DeviceChoice> read(std::string_view text, std::string_view&);
  static std::string write(const DeviceChoice& choice);
  static bool allowed(Limits<DeviceChoice>, const DeviceChoice& choice);
};

/// Settings that give a value to names of the model: NAME=VALUE,NAME=VALUE.
template <class Value>
struct SettingType<std::map<std::string, Value>> {
  using List = std::map<std::string, Value>;
  static constexpr const char* placeholder =
      std::is_same_v<Value, double> ? "NAME=X,..." : "NAME=LO:HI,...";
  static std::string must_be(Limits<List>);
  static std::optional<List> read(std::string_view text, std::string_view& found);
  static std::string write(const List& values);
  static bool allowed(Limits<List>, const List& values);
};

template <class Member>
using TypeOf = SettingType<HeldBy<Member>>;

/// Completes "NAME must be ...".
template <class Member>
std::string must_be(const SettingRow<Member>& row) {
  return TypeOf<Member>::must_be(row.limits) + (row.fallback.none ? ", or none" : "");
}

}  // namespace surefoot
