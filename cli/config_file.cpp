#include "config_file.hpp"

#include <filesystem>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot::cli {

std::vector<front::NamedText> read_config(const std::string& path) {
  // A directory opens as an empty file.
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    throw Error(Fault::usage, fmt::format("{}: is a directory, not a file", path));
  try {
    return front::settings_in(toml::parse_file(path), path);
  } catch (const toml::parse_error& error) {
    throw Error(Fault::usage, front::parse_complaint(path, error));
  }
}

std::vector<front::NamedText> parse_config(std::string_view content, const std::string& path) {
  try {
    return front::settings_in(toml::parse(content, path), path);
  } catch (const toml::parse_error& error) {
    throw Error(Fault::usage, front::parse_complaint(path, error));
  }
}

}  // namespace surefoot::cli
