#pragma once

#include <span>
#include <vector>

#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// With the number of values less one; NaN below two of them.
double standard_deviation(std::span<const double> values);

/// The standard deviation of each parameter over the draws that did not fail.
std::vector<double> spreads(const Draws& draws);

}  // namespace surefoot
