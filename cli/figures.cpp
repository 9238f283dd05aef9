#include "figures.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/html.hpp>

#include "browser.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

std::string decoded(std::string_view base64) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const char c : base64) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) break;  // padding
    buffer = (buffer << 6) | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>((buffer >> bits) & 0xff);
  }
  return bytes;
}

std::string_view between(std::string_view& text, std::string_view from, std::string_view to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin + from.size());
  const std::string_view found = text.substr(0, text.find(to));
  text.remove_prefix(found.size());
  return found;
}

}  // namespace

void require_figure_format(const std::string& word) {
  if (std::find(figure_formats.begin(), figure_formats.end(), word) != figure_formats.end()) return;
  throw Error(Fault::usage,
              fmt::format("format must be {}, but is {}{}", fmt::join(figure_formats, " or "),
                          surefoot::in_quotes(word), did_you_mean(nearest(word, figure_formats))));
}

void write_figures(const std::string& html, const std::filesystem::path& folder,
                   const std::string& format) {
  const std::string document = rendered(html, "figures=" + format);
  std::string_view rest = document;
  // The page says so of itself when its script has come to the end.
  if (document.find("data-ready=\"true\"") == std::string::npos)
    throw Error(Fault::device, "Chromium did not finish drawing the pictures");
  make_folder(folder);
  for (;;) {
    const std::string_view name = between(rest, "class=\"file\" data-name=\"", "\"");
    if (name.empty()) return;
    write_atomically(folder / name, decoded(between(rest, ">", "<")));
  }
}

}  // namespace surefoot::cli
