#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <surefoot/settings/config.hpp>

namespace surefoot::front {

/// Options of a verb that are settings of the library.  Their names, help texts
/// and defaults come from there; here is only how each type is written on the
/// command line: booleans as flags, values by name as lists that may be repeated.
class SettingOptions {
 public:
  SettingOptions() = default;

  /// Adds settings by name to the verb.
  SettingOptions(CLI::App& verb, const std::string& group, const std::vector<std::string>& names);

  /// Sets what was given.
  void apply(FitConfig& config) const;

 private:
  std::vector<std::pair<std::string, const CLI::Option*>> options_;
};

}  // namespace surefoot::front
