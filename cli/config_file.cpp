#include "config_file.hpp"

#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot::cli {
namespace {

std::optional<std::string> scalar(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return shortest(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return std::nullopt;
}

std::optional<std::string> joined(const toml::array& array, const char* separator) {
  std::string text;
  for (const toml::node& element : array) {
    const auto part = scalar(element);
    if (!part) return std::nullopt;
    text += (text.empty() ? "" : separator) + *part;
  }
  return text;
}

// A table is a list of values by name, in which an array is an interval.
std::optional<std::string> by_name(const toml::table& table) {
  std::string text;
  for (const auto& [name, node] : table) {
    const auto* ends = node.as_array();
    const auto value = ends != nullptr ? joined(*ends, ":") : scalar(node);
    if (!value) return std::nullopt;
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name.str(), *value);
  }
  return text;
}

std::optional<std::string> text_of(const toml::node& node) {
  if (const auto* array = node.as_array()) return joined(*array, ",");
  if (const auto* table = node.as_table()) return by_name(*table);
  return scalar(node);
}

toml::table parse(const std::string& path) {
  // A directory opens as an empty file.
  if (std::filesystem::is_directory(path))
    throw Error(Fault::usage, fmt::format("{}: is a directory, not a file", path));
  try {
    return toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    const std::string where =
        at.line == 0 ? path : fmt::format("{}:{}:{}", path, at.line, at.column);
    throw Error(Fault::usage, fmt::format("{}: {}", where, error.description()));
  }
}

}  // namespace

std::vector<ConfigEntry> read_config(const std::string& path) {
  std::vector<ConfigEntry> entries;
  for (const auto& [name, node] : parse(path)) {
    const std::string where = fmt::format("{}:{}", path, name.source().begin.line);
    const auto text = text_of(node);
    if (!text)
      throw Error(Fault::usage,
                  fmt::format("{}: {} must be text, a number, true or false, or a list of these",
                              where, surefoot::quoted(name.str())));
    entries.push_back({std::string(name.str()), *text, where});
  }
  return entries;
}

}  // namespace surefoot::cli
