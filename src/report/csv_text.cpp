#include "report/csv_text.hpp"

#include <cmath>

#include "text.hpp"

namespace surefoot {

std::string csv_number(double value) {
  return std::isnan(value) ? "NaN" : shortest(value);  // R knows no other spelling
}

std::string csv_field(std::string_view text) {
  const bool plain = !text.empty() && text.find_first_of(",;\"\r\n\t") == text.npos &&
                     text.front() != ' ' && text.back() != ' ' && text.front() != '#';
  if (plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace surefoot
