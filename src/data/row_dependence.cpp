#include "data/row_dependence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace surefoot {
namespace {

constexpr std::size_t stretch = 16;

/// The correlation of neighbours among the ranks of a stretch; ties have the mean of theirs.
double neighbours(const std::array<double, stretch>& values) {
  std::array<double, stretch> rank{};
  constexpr double middle = 0.5 * (stretch - 1);
  for (std::size_t i = 0; i < stretch; ++i)
    for (std::size_t j = 0; j < stretch; ++j)
      rank[i] += values[j] < values[i] ? 1.0 : (j != i && values[j] == values[i] ? 0.5 : 0.0);
  double products = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < stretch; ++i) {
    squares += (rank[i] - middle) * (rank[i] - middle);
    if (i > 0) products += (rank[i] - middle) * (rank[i - 1] - middle);
  }
  return squares > 0.0 ? products / squares : -1.0 / stretch;
}

bool is_sorted(const Sample& x, int column) {
  bool up = true, down = true;
  for (std::size_t i = 1; i < x.size(); ++i) {
    up = up && x(i, column) >= x(i - 1, column);
    down = down && x(i, column) <= x(i - 1, column);
  }
  return up || down;
}

}  // namespace

std::optional<RowDependence> row_dependence(const Sample& x) {
  constexpr std::size_t fewest = 4 * stretch;
  constexpr double significant = 5.0;  // standard deviations: many fits are made
  if (x.size() < fewest) return std::nullopt;
  std::optional<RowDependence> most;
  const std::size_t stretches = x.size() / stretch;
  for (int c = 0; c < x.dimension(); ++c) {
    if (is_sorted(x, c)) continue;
    double sum = 0.0;
    for (std::size_t s = 0; s < stretches; ++s) {
      std::array<double, stretch> values{};
      for (std::size_t i = 0; i < stretch; ++i) values[i] = x(s * stretch + i, c);
      sum += neighbours(values);
    }
    // Around the mean of a stretch, chance makes it -1/stretch, with about 1/sqrt(stretch).
    const double mean = sum / static_cast<double>(stretches) + 1.0 / stretch;
    const double z = mean * std::sqrt(static_cast<double>(stretches * stretch));
    if (std::abs(z) > significant && (!most || std::abs(mean) > std::abs(most->correlation)))
      most = {c + 1, mean};
  }
  return most;
}

std::size_t tied_rows(const Sample& x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto less = [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(x.row(a).begin(), x.row(a).end(), x.row(b).begin(),
                                        x.row(b).end());
  };
  std::sort(order.begin(), order.end(), less);
  std::size_t tied = 0;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && !less(order[first], order[last])) ++last;
    if (last - first > 1) tied += last - first;
    first = last;
  }
  return tied;
}

}  // namespace surefoot
