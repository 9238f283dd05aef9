#include "data/quantiles.hpp"

#include <algorithm>
#include <numeric>

namespace surefoot {

double median(std::vector<double>& values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

double column_quantile(const Sample& observations, int column, double probability) {
  std::vector<double> values(observations.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = observations(i, column);
  const double position = probability * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(position);
  std::nth_element(values.begin(), values.begin() + below, values.end());
  const double lower = values[static_cast<std::size_t>(below)];
  if (static_cast<std::size_t>(below) + 1 >= values.size()) return lower;
  const double upper = *std::min_element(values.begin() + below + 1, values.end());
  return lower + (position - static_cast<double>(below)) * (upper - lower);
}

}  // namespace surefoot
