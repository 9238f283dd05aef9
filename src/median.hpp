#pragma once

#include <vector>

namespace surefoot {

/// The median of values, of which there are some, half way between the middle two where their
/// number is even.  Changes their order.
double median(std::vector<double>& values);

}  // namespace surefoot
