#pragma once

#include <surefoot/simulators/contamination.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {

/// A fit by the default objective, checked as asked.
inline Fit checked_fit(const std::string& model, const Sample& x, SettingList list) {
  list.insert(list.begin(), {{"check", "full"}, {"draws", "100"}});
  const FitConfig config = typed_settings(list);
  return fit(built_in_model(model, x.dimension(), config.model_option), x, config);
}

/// The probability that an outlier has a lower score than an inlier; ties count half.
inline double area_under_curve(const std::vector<double>& scores,
                               const std::vector<bool>& outlier) {
  double above = 0.0, pairs = 0.0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (!outlier[i] || outlier[j]) continue;
      ++pairs;
      above += scores[i] < scores[j] ? 1.0 : scores[i] == scores[j] ? 0.5 : 0.0;
    }
  return above / pairs;
}

}  // namespace surefoot
