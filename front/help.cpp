#include "front/help.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "front/help_parts.hpp"
#include "front/terminal.hpp"
#include "report/table.hpp"

namespace surefoot::front {
namespace {

constexpr std::size_t widest = 100;    // columns
constexpr std::size_t narrowest = 40;  // what is narrower breaks the lines itself

/// What a page of help looks like on this terminal, or in a file.
struct Page {
  std::size_t width = std::clamp(terminal_width(STDOUT_FILENO).value_or(widest), narrowest, widest);
  std::size_t column = width < 80 ? 8 : 32;  // where descriptions start
};

std::string entry(const HelpEntry& about, const Page& page) {
  std::string text = fmt::format("  {:<{}}", about.name, page.column - 2);
  if (about.name.size() + 3 > page.column)
    text = fmt::format("  {}\n{:{}}", about.name, "", page.column);
  return text + wrapped(about.description, page.width - page.column, page.column) + '\n';
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode) const {
  const Page page;
  std::string text =
      fmt::format("{}\n\nUsage: {} {}\n", wrapped(app->get_description(), page.width, 0), name,
                  usage_words(*app));
  for (const HelpGroup& group : help_groups(*app)) {
    text += fmt::format("\n{}:\n", group.title);
    for (const HelpEntry& about : group.entries) text += entry(about, page);
  }
  if (app->get_parent() == nullptr) text += '\n' + app->get_footer() + '\n';
  return text;
}

}  // namespace surefoot::front
