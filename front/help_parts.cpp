#include "front/help_parts.hpp"

#include <algorithm>

namespace surefoot::front {
namespace {

// An argument that may be left out says so by its option text.
std::string argument_name(const CLI::Option& option) {
  return option.get_option_text().empty() ? option.get_name(true) : option.get_option_text();
}

HelpEntry entry_of(const CLI::Option& option) {
  if (option.get_positional()) return {argument_name(option), option.get_description()};
  std::string name = option.get_name(false, true);
  std::replace(name.begin(), name.end(), ',', ' ');
  if (option.get_items_expected_max() > 0) name += ' ' + option.get_type_name();
  return {name, option.get_description()};
}

void add(std::vector<HelpGroup>& groups, const std::string& title,
         const std::vector<const CLI::Option*>& options) {
  if (options.empty()) return;
  HelpGroup group{title, {}};
  for (const CLI::Option* option : options) group.entries.push_back(entry_of(*option));
  groups.push_back(std::move(group));
}

}  // namespace

std::vector<HelpGroup> help_groups(const CLI::App& app) {
  std::vector<HelpGroup> groups;
  add(groups, "Arguments",
      app.get_options([](const CLI::Option* option) { return option->get_positional(); }));
  HelpGroup verbs{"Verbs", {}};
  for (const CLI::App* verb : app.get_subcommands({}))
    verbs.entries.push_back({verb->get_name(), verb->get_description()});
  if (!verbs.entries.empty()) groups.push_back(std::move(verbs));
  const auto is_about_us = [&](const CLI::Option* option) {
    return option == app.get_help_ptr() || option == app.get_version_ptr();
  };
  for (const std::string& title : app.get_groups())
    add(groups, title, app.get_options([&](const CLI::Option* option) {
      return option->get_group() == title && !option->get_positional() && !is_about_us(option);
    }));
  add(groups, "Help", app.get_options(is_about_us));
  return groups;
}

std::string usage_words(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) text += argument_name(*option) + ' ';
  if (!app.get_subcommands({}).empty()) text += "VERB ";
  return text + "[OPTIONS]";
}

}  // namespace surefoot::front
