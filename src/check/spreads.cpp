#include "check/spreads.hpp"

#include <cmath>
#include <limits>

namespace surefoot {

double standard_deviation(std::span<const double> values) {
  double mean = 0.0, squares = 0.0, count = 0.0;
  for (const double value : values) {
    const double before = value - mean;
    mean += before / ++count;
    squares += before * (value - mean);
  }
  return count < 2.0 ? std::numeric_limits<double>::quiet_NaN()
                     : std::sqrt(squares / (count - 1.0));
}

std::vector<double> spreads(const Draws& draws) {
  std::vector<double> sd;
  for (std::size_t k = 0; k < draws.names.size(); ++k) {
    std::vector<double> values;
    for (std::size_t r = 0; r < draws.rows(); ++r)
      if (!is_failed(draws.info[r].status)) values.push_back(draws.row(r)[k]);
    sd.push_back(standard_deviation(values));
  }
  return sd;
}

}  // namespace surefoot
