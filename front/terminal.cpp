#include "front/terminal.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "front/streams.hpp"
#include "report/table.hpp"
#include "text.hpp"

namespace surefoot::front {
namespace {

const char* escape_code(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::heading:
      return "\x1b[1m";
    case Emphasis::warning:
      return "\x1b[33m";
    case Emphasis::error:
      return "\x1b[31m";
  }
  return "";
}

}  // namespace

std::optional<std::size_t> terminal_width(int descriptor) {
  if (::isatty(descriptor) != 1) return std::nullopt;
  if (const char* columns = std::getenv("COLUMNS"))
    if (const auto width = parse_whole<std::size_t>(columns); width && *width > 0) return width;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

bool is_able_terminal(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && terminal != nullptr && *terminal != '\0' &&
         std::string_view(terminal) != "dumb";
}

bool takes_colours(int descriptor) {
  const char* unwanted = std::getenv("NO_COLOR");
  return (unwanted == nullptr || *unwanted == '\0') && is_able_terminal(descriptor);
}

std::string emphasised(std::string_view text, Emphasis emphasis) {
  return fmt::format("{}{}\x1b[0m", escape_code(emphasis), text);
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
