#include "front/toml_text.hpp"

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot::front {
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

}  // namespace

std::optional<std::string> setting_text(const toml::node& node) {
  if (const auto* array = node.as_array()) return joined(*array, ",");
  if (const auto* table = node.as_table()) return by_name(*table);
  return scalar(node);
}

std::vector<NamedText> settings_in(const toml::table& table, const std::string& file) {
  std::vector<NamedText> settings;
  for (const auto& [name, node] : table) {
    const std::string where = place_of(file, name.source());
    const auto text = setting_text(node);
    if (!text)
      throw Error(Fault::usage,
                  fmt::format("{}: {} must be text, a number, true or false, or a list of these",
                              where, surefoot::in_quotes(name.str())));
    settings.push_back({std::string(name.str()), *text, where});
  }
  return settings;
}

std::string place_of(const std::string& file, const toml::source_region& source) {
  return source.begin.line == 0 ? file : fmt::format("{}:{}", file, source.begin.line);
}

std::string parse_complaint(const std::string& file, const toml::parse_error& error) {
  const auto at = error.source().begin;
  const std::string where = at.line == 0 ? file : fmt::format("{}:{}:{}", file, at.line, at.column);
  return fmt::format("{}: {}", where, error.description());
}

}  // namespace surefoot::front
