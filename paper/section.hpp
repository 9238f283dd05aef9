#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "front/toml_text.hpp"

namespace surefoot::paper {

/// A table of an item's file, read key by key.  It may have several layers, of
/// which the first that has a key decides: the smoke test of an item is a layer
/// over the item.
///
/// Every refusal is Fault::usage with file and line.  `finish` refuses keys that
/// nobody asked for.
class Section {
 public:
  Section(std::string file, std::vector<const toml::table*> layers);

  bool has(const std::string& key) const { return find(key) != nullptr; }

  std::string text(const std::string& key) const;  // must be there
  std::string text(const std::string& key, const std::string& fallback) const;
  double number(const std::string& key) const;  // must be there
  double number(const std::string& key, double fallback) const;
  int whole(const std::string& key, int lower, int upper) const;  // must be there
  int whole(const std::string& key, int fallback, int lower, int upper) const;
  bool flag(const std::string& key) const;  // false unless given
  std::vector<double> numbers(const std::string& key) const;
  std::vector<std::string> texts(const std::string& key) const;

  /// A list of lists of numbers; a plain list of numbers is the only one of its list.
  std::vector<std::vector<double>> rows(const std::string& key) const;

  /// A table of settings by name.
  std::vector<front::NamedText> settings(const std::string& key) const;

  /// The table of that name, of all layers together; empty if none has it.
  Section table(const std::string& key) const;

  /// [[key]], each over the same lower layers.
  std::vector<Section> tables(const std::string& key) const;

  /// This section with another on top, or below.
  Section under(const Section& upper) const;

  void finish() const;

  /// FILE:LINE of a key, or of the section where it has no such key.
  std::string where(const std::string& key) const;

  /// Throws Fault::usage about a key.
  [[noreturn]] void refuse(const std::string& key, const std::string& message) const;

 private:
  const toml::node* find(const std::string& key) const;
  const toml::node& need(const std::string& key) const;

  std::string file_;
  std::vector<const toml::table*> layers_;
  std::shared_ptr<std::vector<std::string>> asked_;
};

}  // namespace surefoot::paper
