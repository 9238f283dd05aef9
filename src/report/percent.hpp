#pragma once

#include <string>

#include <fmt/format.h>

namespace surefoot {

/// A share in per cent: two digits, or all before the point of a hundred and more.
inline std::string percent(double share) {
  const double hundreds = 100.0 * share;
  constexpr double three_digits = 99.5;  // from where two digits would be written as 1e+02
  return hundreds < three_digits && hundreds > -three_digits ? fmt::format("{:.2g} %", hundreds)
                                                             : fmt::format("{:.0f} %", hundreds);
}

}  // namespace surefoot
