#include "bootstrap/column_scales.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "data/quantiles.hpp"

namespace surefoot {

std::vector<double> column_scales(const Sample& x, Scale scale) {
  std::vector<double> scales(static_cast<std::size_t>(x.dimension()), 1.0);
  if (scale == Scale::none) return scales;
  for (int c = 0; c < x.dimension(); ++c) {
    double& s = scales[static_cast<std::size_t>(c)];
    if (scale == Scale::mad) {
      const double median = column_quantile(x, c, 0.5);
      std::vector<double> distances(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) distances[i] = std::abs(x(i, c) - median);
      s = 1.4826 * column_quantile(Sample(distances, 1), 0, 0.5);  // the sd, for normal data
    } else {
      const auto n = static_cast<double>(x.size());
      double mean = 0.0, square = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) mean += x(i, c) / n;
      for (std::size_t i = 0; i < x.size(); ++i) square += (x(i, c) - mean) * (x(i, c) - mean);
      s = std::sqrt(square / std::max(n - 1.0, 1.0));
    }
    if (!(s > 0.0) || !std::isfinite(s))
      throw Error(Fault::data, fmt::format("scale {} must be positive in every column, but is {} "
                                           "in column {}",
                                           to_word(scale), s, c + 1));
  }
  return scales;
}

Sample scaled_sample(const Sample& x, const std::vector<double>& scales) {
  std::vector<double> values(x.values().begin(), x.values().end());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] /= scales[i % scales.size()];
  return Sample(std::move(values), x.dimension());
}

std::optional<double> uneven_spreads(const Sample& x) {
  double smallest = INFINITY, largest = 0.0;
  for (int c = 0; c < x.dimension(); ++c) {
    const double spread = column_quantile(x, c, 0.75) - column_quantile(x, c, 0.25);
    smallest = std::min(smallest, spread);
    largest = std::max(largest, spread);
  }
  if (largest > 10.0 * smallest) return largest / smallest;
  return std::nullopt;
}

}  // namespace surefoot
