#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "front/toml_text.hpp"

namespace surefoot::cli {

/// Reads a TOML file of settings.  Values by name may be tables, and lists arrays:
///
///     start = {a = 3, b = 1}    bounds = {a = [0, 10]}    columns = ["x", "y"]
///
/// Throws Fault::usage, with file, line and column, for what is not TOML or not a
/// setting's value.
std::vector<front::NamedText> read_config(const std::string& path);

/// The same of the content of a file; its path is for errors only.
std::vector<front::NamedText> parse_config(std::string_view content, const std::string& path);

}  // namespace surefoot::cli
