#pragma once

#include <vector>

namespace surefoot {

/// Sums over pairs of equally weighted points of the line, in float on the device.
struct SelfSums {
  double others;  // no point with itself
  double all;
};
SelfSums device_self_sums(const std::vector<float>& points, double lengthscale);

}  // namespace surefoot
