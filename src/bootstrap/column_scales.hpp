#pragma once

#include <optional>
#include <vector>

#include <surefoot/data/sample.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// What each column is divided by.  Throws Fault::data where that is not positive.
std::vector<double> column_scales(const Sample& observations, Scale scale);

/// The observations, divided by those.
Sample scaled_sample(const Sample& observations, const std::vector<double>& scales);

/// By what factor the spreads of columns differ, if a kernel would hardly see the narrow ones.
std::optional<double> uneven_spreads(const Sample& observations);

}  // namespace surefoot
