#pragma once

#include <optional>
#include <string>
#include <vector>

#include <toml++/toml.h>

namespace surefoot::front {

/// A TOML value as the command line would write it: lists joined by commas, a
/// table as NAME=VALUE,... in which an array is an interval.  None for what no
/// setting can be.
std::optional<std::string> setting_text(const toml::node& node);

/// A setting by name, the text of its value, and where it stands.
struct NamedText {
  std::string name;
  std::string text;
  std::string where;  // FILE:LINE
};

/// The settings of a table.  Throws Fault::usage for what no setting can be.
std::vector<NamedText> settings_in(const toml::table& table, const std::string& file);

/// FILE:LINE, or the file alone where nothing is known of the line.
std::string place_of(const std::string& file, const toml::source_region& source);

/// "FILE:LINE:COLUMN: what is wrong", as an error about a file that is no TOML.
std::string parse_complaint(const std::string& file, const toml::parse_error& error);

}  // namespace surefoot::front
