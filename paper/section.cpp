#include "paper/section.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot::paper {
namespace {

std::optional<double> as_number(const toml::node& node) {
  const auto value = node.value<double>();
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

Section::Section(std::string file, std::vector<const toml::table*> layers)
    : file_(std::move(file)),
      layers_(std::move(layers)),
      asked_(std::make_shared<std::vector<std::string>>()) {}

const toml::node* Section::find(const std::string& key) const {
  asked_->push_back(key);
  for (const toml::table* layer : layers_)
    if (const toml::node* node = layer->get(key)) return node;
  return nullptr;
}

const toml::node& Section::need(const std::string& key) const {
  const toml::node* node = find(key);
  if (node == nullptr) refuse("", fmt::format("{} is needed here", surefoot::in_quotes(key)));
  return *node;
}

std::string Section::where(const std::string& key) const {
  for (const toml::table* layer : layers_)
    if (const toml::node* node = layer->get(key)) return front::place_of(file_, node->source());
  return layers_.empty() ? file_ : front::place_of(file_, layers_.front()->source());
}

void Section::refuse(const std::string& key, const std::string& message) const {
  throw Error(Fault::usage, fmt::format("{}: {}", where(key), message));
}

std::string Section::text(const std::string& key) const {
  const auto* node = need(key).as_string();
  if (node == nullptr) refuse(key, fmt::format("{} must be text", key));
  return node->get();
}

std::string Section::text(const std::string& key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}

double Section::number(const std::string& key) const {
  const auto value = as_number(need(key));
  if (!value) refuse(key, fmt::format("{} must be a finite number", key));
  return *value;
}

double Section::number(const std::string& key, double fallback) const {
  return has(key) ? number(key) : fallback;
}

int Section::whole(const std::string& key, int lower, int upper) const {
  const auto* node = need(key).as_integer();
  if (node == nullptr || node->get() < lower || node->get() > upper)
    refuse(key, fmt::format("{} must be a whole number between {} and {}", key, lower, upper));
  return static_cast<int>(node->get());
}

int Section::whole(const std::string& key, int fallback, int lower, int upper) const {
  return has(key) ? whole(key, lower, upper) : fallback;
}

bool Section::flag(const std::string& key) const {
  if (!has(key)) return false;
  const auto* node = need(key).as_boolean();
  if (node == nullptr) refuse(key, fmt::format("{} must be true or false", key));
  return node->get();
}

std::vector<double> Section::numbers(const std::string& key) const {
  std::vector<double> values;
  if (!has(key)) return values;
  const auto* array = need(key).as_array();
  if (array == nullptr) refuse(key, fmt::format("{} must be a list of numbers", key));
  for (const toml::node& element : *array) {
    const auto value = element.value<double>();  // a NaN stands for a number that is not known
    if (!value) refuse(key, fmt::format("{} must be a list of numbers", key));
    values.push_back(*value);
  }
  return values;
}

std::vector<std::string> Section::texts(const std::string& key) const {
  std::vector<std::string> values;
  if (!has(key)) return values;
  const auto* array = need(key).as_array();
  if (array == nullptr) refuse(key, fmt::format("{} must be a list of texts", key));
  for (const toml::node& element : *array) {
    const auto* value = element.as_string();
    if (value == nullptr) refuse(key, fmt::format("{} must be a list of texts", key));
    values.push_back(value->get());
  }
  return values;
}

std::vector<std::vector<double>> Section::rows(const std::string& key) const {
  if (!has(key)) return {};
  const auto* array = need(key).as_array();
  if (array == nullptr) refuse(key, fmt::format("{} must be a list of numbers", key));
  if (array->empty() || array->front().as_array() == nullptr) return {numbers(key)};
  std::vector<std::vector<double>> rows;
  for (const toml::node& element : *array) {
    std::vector<double>& row = rows.emplace_back();
    const auto* inner = element.as_array();
    for (std::size_t i = 0; inner != nullptr && i < inner->size(); ++i) {
      const auto value = inner->get(i)->value<double>();
      if (value) row.push_back(*value);
    }
    if (inner == nullptr || row.size() != inner->size())
      refuse(key, fmt::format("{} must be a list of lists of numbers", key));
  }
  return rows;
}

std::vector<front::NamedText> Section::settings(const std::string& key) const {
  if (!has(key)) return {};
  const auto* table = need(key).as_table();
  if (table == nullptr) refuse(key, fmt::format("{} must be a table of settings", key));
  return front::settings_in(*table, file_);
}

Section Section::table(const std::string& key) const {
  asked_->push_back(key);
  std::vector<const toml::table*> inner;
  for (const toml::table* layer : layers_) {
    const toml::node* node = layer->get(key);
    if (node == nullptr) continue;
    if (node->as_table() == nullptr) refuse(key, fmt::format("{} must be a table", key));
    inner.push_back(node->as_table());
  }
  return {file_, inner};
}

std::vector<Section> Section::tables(const std::string& key) const {
  std::vector<Section> sections;
  if (!has(key)) return sections;
  const auto* array = need(key).as_array();
  if (array == nullptr) refuse(key, fmt::format("{0} must be tables, [[{0}]]", key));
  for (const toml::node& element : *array) {
    if (element.as_table() == nullptr) refuse(key, fmt::format("{0} must be tables, [[{0}]]", key));
    sections.emplace_back(file_, std::vector{element.as_table()});
  }
  return sections;
}

Section Section::under(const Section& upper) const {
  std::vector<const toml::table*> layers = upper.layers_;
  layers.insert(layers.end(), layers_.begin(), layers_.end());
  return {file_, layers};
}

void Section::finish() const {
  for (const toml::table* layer : layers_)
    for (const auto& [key, node] : *layer) {
      const std::string name(key.str());
      if (std::find(asked_->begin(), asked_->end(), name) != asked_->end()) continue;
      throw Error(
          Fault::usage,
          fmt::format("{}: there is no use for {} here{}", front::place_of(file_, key.source()),
                      surefoot::in_quotes(name), did_you_mean(nearest(name, *asked_))));
    }
}

}  // namespace surefoot::paper
