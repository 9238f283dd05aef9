#pragma once

#include <vector>

#include <surefoot/data/sample.hpp>

namespace surefoot {

/// The median of values, of which there are some, half way between the middle two where their
/// number is even.  Changes their order.
double median(std::vector<double>& values);

/// A quantile of one column (type 7).
double column_quantile(const Sample& observations, int column, double probability);

}  // namespace surefoot
