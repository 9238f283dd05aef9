#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace surefoot {

/// `text` without the blanks, tabs and carriage returns around it.
std::string_view trim(std::string_view text);

/// What stands between commas, trimmed; empty where nothing does.
std::vector<std::string> split(std::string_view text);

/// The number that the whole of `text` spells, whatever the locale; nothing if
/// it spells none.  A leading plus is allowed.  What is too large for a double
/// is infinite and what is too small is zero, so callers look at isfinite.
std::optional<double> parse_number(std::string_view text);

/// The whole number that the whole of `text` spells, if it fits the type.
template <class Whole>
std::optional<Whole> parse_whole(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Whole value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The shortest text that parse_number turns back into `value`.
std::string shortest(double value);

/// `text` fit for one line of a terminal: control characters and whatever is
/// not UTF-8 appear as \xNN.
std::string printable(std::string_view text);

/// What a user wrote, as an error shows it: printable, in quotes, cut short.
std::string in_quotes(std::string_view text);

/// The end of an error about an unknown word; empty if no word is `near`.
std::string did_you_mean(std::string_view near);

/// The same, but where to look if no word is near.
std::string did_you_mean(std::string_view near, std::string_view elsewhere);

}  // namespace surefoot
