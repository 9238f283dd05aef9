#pragma once

#include <optional>
#include <string>

#include <toml++/toml.h>

namespace surefoot::front {

/// A TOML value as the command line would write it: lists joined by commas, a
/// table as NAME=VALUE,... in which an array is an interval.  None for what no
/// setting can be.
std::optional<std::string> setting_text(const toml::node& node);

/// "FILE:LINE:COLUMN: what is wrong", as an error about a file that is no TOML.
std::string parse_complaint(const std::string& file, const toml::parse_error& error);

}  // namespace surefoot::front
