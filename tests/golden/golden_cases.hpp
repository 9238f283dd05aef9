#pragma once

#include <string>
#include <vector>

#include "bootstrap/fit_support.hpp"

namespace surefoot {

/// A small fit whose draws must not change unless somebody decides so.
struct GoldenCase {
  std::string model;     // built in, or one of the simulators of golden_models.hpp
  SettingList settings;  // as a user would type them
  int observations = 60;
  int dimension = 0;  // of a model that can have several

  /// What the case is called in the files.
  std::string name() const {
    std::string text = model;
    if (dimension > 0) text += " columns=" + std::to_string(dimension);
    for (const auto& [setting, value] : settings) text += ' ' + setting + '=' + value;
    return text;
  }
};

/// All built-in models, every method, both masses, every kernel family, evaluator, design and
/// optimiser; those that are refused among them too, so that a refusal that comes or goes shows.
std::vector<GoldenCase> golden_cases();

}  // namespace surefoot
