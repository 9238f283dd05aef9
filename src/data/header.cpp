#include "data/header.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "data/cells.hpp"
#include "text.hpp"

namespace surefoot {

namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

// A number, or what somebody meant as one: 1.2.3, 3,14, 0x1F, 1_000.  Plain digits
// are left out, since years are good names of columns.
bool could_only_be_data(std::string_view cell) {
  const bool is_signed = cell.starts_with('-') || cell.starts_with('+');
  const std::string_view digits = cell.substr(is_signed ? 1 : 0);
  const std::size_t first = digits.find_first_not_of('.');
  if (first == std::string_view::npos || !is_digit(digits[first])) return false;
  if (digits.starts_with("0x") || digits.starts_with("0X")) return true;
  if (!is_signed && std::all_of(digits.begin(), digits.end(), is_digit)) return false;
  return digits.find_first_not_of("0123456789.,_'eE+ ") == std::string_view::npos ||
         parse_number(cell).has_value();
}

bool is_text(std::string_view cell) { return !parse_number(cell) && !is_missing(cell); }

}  // namespace

bool is_missing(std::string_view cell) {
  std::string lower(cell.substr(0, 5));
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower.empty() || lower == "na" || lower == "n/a" || lower == "null";
}

bool is_header(std::string_view line, Separator separator) {
  Cells cells(line, separator);
  std::string_view cell;
  bool has_text = false;
  while (cells.next(cell)) {
    if (could_only_be_data(cell)) return false;
    has_text = has_text || is_text(cell);
  }
  return has_text;
}

bool is_doubtful_header(std::string_view header, std::string_view below, Separator separator) {
  Cells names(header, separator), values(below, separator);
  std::string_view name, value;
  bool has_number = false;
  while (names.next(name) && values.next(value)) {
    if (is_text(name) && !is_text(value)) return false;
    has_number = has_number || parse_number(name);
  }
  return has_number;
}

}  // namespace surefoot
