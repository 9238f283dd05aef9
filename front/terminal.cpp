#include "front/terminal.hpp"

#include <algorithm>
#include <cstdlib>

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "front/streams.hpp"
#include "report/table.hpp"
#include "text.hpp"

namespace surefoot::front {

std::optional<std::size_t> terminal_width(int descriptor) {
  if (::isatty(descriptor) != 1) return std::nullopt;
  if (const char* columns = std::getenv("COLUMNS"))
    if (const auto width = parse_whole<std::size_t>(columns); width && *width > 0) return width;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

std::string fitted(std::string_view text, std::size_t width) {
  constexpr std::size_t indent = 2;
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const bool table = line.find("  ", line.find_first_not_of(' ')) != line.npos;
    const bool breaks = line.size() > width && !table && width > 2 * indent;
    out += breaks ? wrapped(line, width - indent, indent) : std::string(line);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

void print_text(std::string_view text) {
  const auto width = terminal_width(STDOUT_FILENO);
  print(width ? fitted(text, *width) : std::string(text));
}

}  // namespace surefoot::front
