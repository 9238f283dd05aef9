#include "report/table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace surefoot {
namespace {

// Continuation bytes of UTF-8 take no room.
std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string rounded(double value, double mcse) {
  if (std::isnan(value)) return "-";
  const double decimals = 1.0 - std::floor(std::log10(mcse));
  // A double has 15 digits that can be relied on; a number of many must not lose its last ones.
  const double size = std::abs(value);
  const bool fits = mcse > 0.0 && decimals <= 9.0 && size < 1e15;
  if (!fits) return fmt::format("{:.{}g}", value, size >= 1e6 && size < 1e15 ? 15 : 6);
  return fmt::format("{:.{}f}", value, static_cast<int>(std::max(decimals, 0.0)));
}

std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<std::size_t> width;
  for (const auto& row : rows) {
    width.resize(std::max(width.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], characters(row[c]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(width[c] - characters(row[c]), ' ');
      line += (c == 0 ? "" : "  ") + (c < left ? row[c] + blanks : blanks + row[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  while (text.size() > width) {
    std::size_t cut = text.rfind(' ', width);
    if (cut == std::string_view::npos || cut == 0) cut = std::min(text.find(' '), text.size());
    out += text.substr(0, cut);
    text.remove_prefix(std::min(cut + 1, text.size()));
    if (!text.empty()) out += '\n' + std::string(indent, ' ');
  }
  return out + std::string(text);
}

}  // namespace surefoot
