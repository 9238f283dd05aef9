#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace surefoot::front {

/// What --help and the manual say of a program or a verb, in the order in which they say it.
struct HelpEntry {
  std::string name;
  std::string description;
};
struct HelpGroup {
  std::string title;
  std::vector<HelpEntry> entries;
};

/// Arguments, verbs, options in their groups, help.
std::vector<HelpGroup> help_groups(const CLI::App& app);

/// How it is called, behind its name.
std::string usage_words(const CLI::App& app);

}  // namespace surefoot::front
