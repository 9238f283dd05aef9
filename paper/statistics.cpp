#include "paper/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <surefoot/data/statistics.hpp>
#include <surefoot/report/summary.hpp>

namespace surefoot::paper {
namespace {

double squares_around(std::span<const double> values, double centre) {
  double sum = 0.0;
  for (const double v : values) sum += (v - centre) * (v - centre);
  return sum;
}

}  // namespace

Estimate mean_of(std::span<const double> values) {
  if (values.empty()) return {unknown, unknown};
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() == 1) return {mean, unknown};
  return {mean, std::sqrt(squares_around(values, mean) / (n * (n - 1.0)))};
}

double sd_of(std::span<const double> values) {
  return mean_of(values).error * std::sqrt(static_cast<double>(values.size()));
}

Estimate root_of(const Estimate& square) {
  const double root = std::sqrt(std::max(square.value, 0.0));
  return {root, root > 0.0 ? square.error / (2.0 * root) : square.error};
}

bool covers(const std::vector<double>& values, double truth) {
  return quantile(values, 0.05) <= truth && truth <= quantile(values, 0.95);
}

double quantile(std::vector<double> values, double probability) {
  if (values.empty()) return unknown;
  std::sort(values.begin(), values.end());
  return surefoot::quantile(values, probability);
}

std::vector<double> values_of(const Draws& draws, std::size_t parameter) {
  std::vector<double> values;
  for (const std::size_t r : usable_rows(draws)) values.push_back(draws.row(r)[parameter]);
  return values;
}

Moments moments_of(const Draws& draws) {
  Moments moments;
  for (std::size_t k = 0; k < draws.names.size(); ++k) {
    const auto values = values_of(draws, k);
    moments.draws = values.size();
    moments.mean.push_back(mean_of(values).value);
    moments.sd.push_back(sd_of(values));
  }
  return moments;
}

Estimate normalised_error(const Moments& moments, std::span<const double> truth) {
  double sum = 0.0, variance = 0.0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const double slope = 2.0 * (moments.mean[k] - truth[k]) * moments.sd[k];
    sum += truth[k];
    variance += slope * slope / static_cast<double>(moments.draws);
  }
  return {surefoot::normalised_error(moments.mean, truth), std::sqrt(variance) / std::abs(sum)};
}

double squared_error_of_draws(const Draws& draws, std::span<const double> truth) {
  double sum = 0.0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const auto values = values_of(draws, k);
    sum += squares_around(values, truth[k]) / static_cast<double>(values.size());
  }
  return sum / static_cast<double>(truth.size());
}

double largest_difference(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double largest = 0.0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == x) ++i;
    while (j < b.size() && b[j] == x) ++j;
    largest = std::max(largest, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                         static_cast<double>(j) / static_cast<double>(b.size())));
  }
  return largest;
}

double exponent_of(std::span<const double> x, std::span<const double> y) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(y[i] > 0.0)) continue;
    const double lx = std::log(x[i]), ly = std::log(y[i]);
    n += 1.0;
    sx += lx;
    sy += ly;
    sxx += lx * lx;
    sxy += lx * ly;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace surefoot::paper
