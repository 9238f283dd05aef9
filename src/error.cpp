#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {

double require_positive(double value, const std::string& name) {
  if (std::isfinite(value) && value > 0.0) return value;
  throw Error(Fault::usage, fmt::format("{} must be positive and finite, but is {}", name, value));
}

int require_whole(double value, int lower, int upper, const std::string& name) {
  if (lower <= value && value <= upper && value == std::floor(value))
    return static_cast<int>(value);
  throw Error(Fault::usage, fmt::format("{} must be a whole number between {} and {}, but is {}",
                                        name, lower, upper, value));
}

int edit_distance(const std::string& a, const std::string& b) {
  // The recurrence of Levenshtein, with two swapped letters as one edit; three rows of its table.
  std::vector<int> before, above, row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const int replace = above[j] + (a[i] == b[j] ? 0 : 1);
      row[j + 1] = std::min({replace, row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace surefoot
