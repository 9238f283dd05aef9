#include "front/help.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/table.hpp"

namespace surefoot::front {
namespace {

constexpr std::size_t page = 100;   // columns
constexpr std::size_t column = 32;  // where descriptions start

std::string entry(const std::string& name, const std::string& description) {
  std::string text = fmt::format("  {:<{}}", name, column - 2);
  if (name.size() + 3 > column) text = fmt::format("  {}\n{:{}}", name, "", column);
  return text + wrapped(description, page - column, column) + '\n';
}

// An argument that may be left out says so by its option text.
std::string argument(const CLI::Option& option) {
  return option.get_option_text().empty() ? option.get_name(true) : option.get_option_text();
}

std::string option_entry(const CLI::Option& option) {
  if (option.get_positional()) return entry(argument(option), option.get_description());
  std::string name = option.get_name(false, true);
  std::replace(name.begin(), name.end(), ',', ' ');
  if (option.get_items_expected_max() > 0) name += ' ' + option.get_type_name();
  return entry(name, option.get_description());
}

std::string group(const std::string& title, const std::vector<const CLI::Option*>& options) {
  if (options.empty()) return "";
  std::string text = fmt::format("\n{}:\n", title);
  for (const CLI::Option* option : options) text += option_entry(*option);
  return text;
}

std::string usage(const CLI::App& app, const std::string& name) {
  std::string text = "Usage: " + name;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) text += ' ' + argument(*option);
  if (!app.get_subcommands({}).empty()) text += " VERB";
  return text + " [OPTIONS]\n";
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode) const {
  std::string text = wrapped(app->get_description(), page, 0) + "\n\n" + usage(*app, name);
  text +=
      group("Arguments",
            app->get_options([](const CLI::Option* option) { return option->get_positional(); }));
  const auto verbs = app->get_subcommands({});
  if (!verbs.empty()) text += "\nVerbs:\n";
  for (const CLI::App* verb : verbs) text += entry(verb->get_name(), verb->get_description());
  const auto is_about_us = [&](const CLI::Option* option) {
    return option == app->get_help_ptr() || option == app->get_version_ptr();
  };
  for (const std::string& title : app->get_groups())
    text += group(title, app->get_options([&](const CLI::Option* option) {
      return option->get_group() == title && !option->get_positional() && !is_about_us(option);
    }));
  text += group("Help", app->get_options(is_about_us));
  if (app->get_parent() == nullptr) text += '\n' + app->get_footer() + '\n';
  return text;
}

}  // namespace surefoot::front
