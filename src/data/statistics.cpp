#include <algorithm>
#include <cmath>

#include <surefoot/data/statistics.hpp>

namespace surefoot {

double quantile(const std::vector<double>& sorted, double probability) {
  const double at = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, sorted.size() - 1);
  // Equal neighbours first: an infinite pair would otherwise give inf - inf.
  if (sorted[below] == sorted[above]) return sorted[below];
  return sorted[below] + (at - std::floor(at)) * (sorted[above] - sorted[below]);
}

}  // namespace surefoot
