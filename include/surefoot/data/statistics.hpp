#pragma once

#include <vector>

namespace surefoot {

/// A quantile of sorted values, interpolated between order statistics (Hyndman and Fan's type 7,
/// the default of R and NumPy).
double quantile(const std::vector<double>& sorted, double probability);

}  // namespace surefoot
