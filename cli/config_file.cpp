#include "config_file.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <surefoot/error.hpp>

#include "front/toml_text.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

std::vector<ConfigEntry> entries_of(const toml::table& table, const std::string& path) {
  std::vector<ConfigEntry> entries;
  for (const auto& [name, node] : table) {
    const std::string where = fmt::format("{}:{}", path, name.source().begin.line);
    const auto text = front::setting_text(node);
    if (!text)
      throw Error(Fault::usage,
                  fmt::format("{}: {} must be text, a number, true or false, or a list of these",
                              where, surefoot::in_quotes(name.str())));
    entries.push_back({std::string(name.str()), *text, where});
  }
  return entries;
}

}  // namespace

std::vector<ConfigEntry> read_config(const std::string& path) {
  // A directory opens as an empty file.
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    throw Error(Fault::usage, fmt::format("{}: is a directory, not a file", path));
  try {
    return entries_of(toml::parse_file(path), path);
  } catch (const toml::parse_error& error) {
    throw Error(Fault::usage, front::parse_complaint(path, error));
  }
}

std::vector<ConfigEntry> parse_config(std::string_view content, const std::string& path) {
  try {
    return entries_of(toml::parse(content, path), path);
  } catch (const toml::parse_error& error) {
    throw Error(Fault::usage, front::parse_complaint(path, error));
  }
}

}  // namespace surefoot::cli
