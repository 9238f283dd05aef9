#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace surefoot {

/// How many standard errors an estimate may be off: one check in 16,000 would fail for another
/// seed.
inline constexpr double errors = 4.0;

/// A mean of independent values, and how far it may be from the truth.
struct Estimate {
  double mean;
  double error;  // standard error
};

inline Estimate estimate(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0.0, square = 0.0;
  for (const double v : values) mean += v / n;
  for (const double v : values) square += (v - mean) * (v - mean);
  return {mean, std::sqrt(square / (n * (n - 1.0)))};
}

/// The standard deviation, with the number of values less one.
inline double spread(std::span<const double> values) {
  return estimate(values).error * std::sqrt(static_cast<double>(values.size()));
}

/// The squared distances from a known mean, whose own mean is the variance.
inline std::vector<double> squares_about(std::span<const double> values, double mean) {
  std::vector<double> squares;
  for (const double v : values) squares.push_back((v - mean) * (v - mean));
  return squares;
}

}  // namespace surefoot
