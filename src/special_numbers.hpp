#pragma once

#include <limits>

namespace surefoot {

inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace surefoot
