#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {

double require_positive(double value, const std::string& name) {
  if (std::isfinite(value) && value > 0.0) return value;
  throw Error(Fault::usage, fmt::format("{} must be positive and finite, but is {}", name, value));
}

long long require_between(long long value, long long lower, long long upper,
                          const std::string& name) {
  if (lower <= value && value <= upper) return value;
  throw Error(Fault::usage, fmt::format("{} must be a whole number between {} and {}, but is {}",
                                        name, lower, upper, value));
}

int edit_distance(const std::string& a, const std::string& b) {
  // Levenshtein's recurrence, one row of its table at a time.
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const int replace = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace surefoot
