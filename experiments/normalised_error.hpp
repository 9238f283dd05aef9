#pragma once

#include <vector>

#include <surefoot/report/summary.hpp>

namespace surefoot {

/// The paper's error: mean_k (mean_k - theta_k)^2 / mean_k theta_k.
inline double normalised_error(const Summary& summary, const std::vector<double>& truth) {
  double squares = 0.0, sum = 0.0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const double error = summary.parameters[k].mean - truth[k];
    squares += error * error;
    sum += truth[k];
  }
  return squares / sum;
}

}  // namespace surefoot
