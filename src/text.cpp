#include "text.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace surefoot {

namespace {

constexpr std::size_t longest_quote = 40;  // bytes of a cell that an error shows

// from_chars does not tell overflow from underflow, so the power of ten of the
// leading digit decides.
double out_of_range_value(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, e);
  long long exponent = 0;
  if (e < text.size()) {
    constexpr long long boundless = 1'000'000'000'000;  // no text has as many digits
    const long long far = text[e + 1] == '-' ? -boundless : boundless;
    const long long written = parse_whole<long long>(text.substr(e + 1)).value_or(far);
    exponent = std::clamp(written, -boundless, boundless);
  }
  const auto point = static_cast<long long>(std::min(digits.find('.'), digits.size()));
  const auto leading = static_cast<long long>(digits.find_first_of("123456789"));
  const bool large = point - leading + exponent > 0;
  const double magnitude = large ? std::numeric_limits<double>::infinity() : 0.0;
  return text.starts_with('-') ? -magnitude : magnitude;
}

// Bytes of the valid, printable UTF-8 character at the front of `text`; 0 if none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned char second = byte(1);
  const bool control = first == 0xc2 && second < 0xa0;
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool outside = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
  return control || overlong || outside ? 0 : length;
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0, end = 0; end != text.npos; at = end + 1) {
    end = text.find(',', at);
    parts.emplace_back(trim(text.substr(at, end - at)));
  }
  return parts;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const char* const last = text.data() + text.size();
  const auto [end, fault] = std::from_chars(text.data(), last, value);
  if (end != last || fault == std::errc::invalid_argument) return std::nullopt;
  if (fault == std::errc::result_out_of_range) return out_of_range_value(text);
  return value;
}

std::string shortest(double value) {
  std::array<char, 32> buffer;  // the longest double, -2.2250738585072014e-308, has 24
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0)
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else
      shown += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

std::string in_quotes(std::string_view text) {
  if (text.size() <= longest_quote) return '\'' + printable(text) + '\'';
  std::size_t cut = longest_quote;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80) --cut;
  return '\'' + printable(text.substr(0, cut)) + "...'";
}

std::string did_you_mean(std::string_view near) {
  return near.empty() ? "" : "; did you mean " + in_quotes(near) + '?';
}

std::string did_you_mean(std::string_view near, std::string_view elsewhere) {
  return near.empty() ? std::string(elsewhere) : did_you_mean(near);
}

}  // namespace surefoot
