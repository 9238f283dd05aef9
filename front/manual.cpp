#include "front/manual.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <surefoot/version.hpp>

#include "front/help_parts.hpp"

namespace surefoot::front {
namespace {

/// A text as roff takes it, in which a hyphen that is typed stays one.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string section(std::string_view title) { return fmt::format(".SH {}\n", title); }

std::string see_also(const CLI::App& app) {
  std::string text = section("SEE ALSO");
  const CLI::App* parent = app.get_parent();
  if (parent != nullptr) return text + fmt::format(".BR {} (1)\n", roff(parent->get_name()));
  for (const CLI::App* verb : app.get_subcommands({}))
    text += fmt::format(".BR {}\\-{} (1)\n", roff(app.get_name()), roff(verb->get_name()));
  return text;
}

constexpr auto statuses =
    ".SH EXIT STATUS\n"
    "0: done. 64: the command line is wrong. 65: the data are wrong. 69: the machine lacks what it "
    "takes. 70: a fault of ours. 73: an output cannot be made. 74: writing failed. 129, 130, 143: "
    "ended by a signal.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B SUREFOOT_ISA\nthe instruction set to use: baseline, avx2 or avx512\n"
    ".TP\n.B SUREFOOT_INCLUDE\nthe folder of the headers that headers of your own are compiled "
    "with\n"
    ".TP\n.B CXX\nthe compiler for headers of your own\n"
    ".TP\n.B COLUMNS\nthe width of the terminal\n"
    ".TP\n.B NO_COLOR\nif it is not empty, nothing is bold or coloured; nor is it where TERM is "
    "dumb\n";

}  // namespace

std::string manual_page(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  const std::string call =
      parent == nullptr ? app.get_name() : parent->get_name() + ' ' + app.get_name();
  std::string name = call;
  std::replace(name.begin(), name.end(), ' ', '-');
  std::string text = fmt::format(".TH {} 1 \"\" \"surefoot {}\" \"surefoot\"\n",
                                 capitals(roff(name)), roff(version()));
  text += section("NAME") + fmt::format("{} \\- {}\n", roff(name), roff(app.get_description()));
  text += section("SYNOPSIS") + fmt::format(".B {}\n{}\n", roff(call), roff(usage_words(app)));
  for (const HelpGroup& group : help_groups(app)) {
    text += section(capitals(group.title));
    for (const HelpEntry& about : group.entries)
      text += fmt::format(".TP\n.B {}\n{}\n", roff(about.name), roff(about.description));
  }
  return text + statuses + see_also(app);
}

}  // namespace surefoot::front
