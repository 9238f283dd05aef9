#include "bootstrap/float_limits.hpp"

#include <algorithm>
#include <cmath>

#include "data/quantiles.hpp"

namespace surefoot {

std::vector<ColumnExtent> column_extents(const Sample& x, std::span<const double> lengthscales,
                                         std::span<const double> column_scale) {
  std::vector<ColumnExtent> columns;
  for (int c = 0; c < x.dimension(); ++c) {
    const double scale = column_scale.empty() ? 1.0 : column_scale[static_cast<std::size_t>(c)];
    const double low = column_quantile(x, c, 0.25), high = column_quantile(x, c, 0.75);
    columns.push_back({std::max(std::abs(low), std::abs(high)) / scale,
                       lengthscales.empty()
                           ? (high - low) / scale
                           : *std::min_element(lengthscales.begin(), lengthscales.end())});
  }
  return columns;
}

std::optional<std::size_t> blurred_column(const std::vector<ColumnExtent>& columns,
                                          const FloatLimits& limits) {
  constexpr double largest = 1e10;  // whose square is safe
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto [size, length] = columns[c];
    const bool too_short =
        length < limits.least_length && (size > 0.0 || !limits.any_length_around_0);
    const bool too_small = size > 0.0 && size < limits.least_size;
    if (size > limits.most_lengths * length || size > largest || too_short || too_small) return c;
  }
  return std::nullopt;
}

}  // namespace surefoot
