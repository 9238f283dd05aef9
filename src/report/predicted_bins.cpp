#include "report/predicted_bins.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/data/statistics.hpp>

namespace surefoot {
namespace {

/// The shares of one simulated data set in each bin.
std::vector<double> shares_of(const Fit& fit, std::size_t set, int column, const Bins& bins) {
  const Predictive& predictive = fit.predictive;
  const auto size = static_cast<std::size_t>(predictive.observations);
  const auto width = static_cast<std::size_t>(predictive.columns());
  std::vector<double> shares(static_cast<std::size_t>(bins.count), 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    const double value =
        predictive.values[(set * size + i) * width + static_cast<std::size_t>(column)];
    const double place = std::floor((value - bins.lower) / bins.width);
    if (place >= 0.0 && place < bins.count)  // not so for what is not a number
      shares[static_cast<std::size_t>(place)] += 1.0 / static_cast<double>(size);
  }
  if (fit.settings.mass == Mass::free)
    for (double& share : shares) share *= fit.draws.info[predictive.index[set]].mass;
  return shares;
}

}  // namespace

Bins bins_of(const std::vector<double>& values, const Range& range, int count) {
  const bool whole =
      std::all_of(values.begin(), values.end(), [](double v) { return v == std::round(v); });
  constexpr double most = 1e15;  // beyond which halves between whole numbers are no doubles
  if (!whole || std::abs(range.lower) > most || std::abs(range.upper) > most)
    return {range.lower, (range.upper - range.lower) / count, count};
  const double first = std::ceil(range.lower), last = std::floor(range.upper);
  const double width = std::max(1.0, std::ceil((last - first + 1.0) / count));
  return {first - 0.5, width, static_cast<int>(std::ceil((last - first + 1.0) / width))};
}

PredictedBins predicted_bins(const Fit& fit, int column, const Bins& bins) {
  std::vector<std::vector<double>> sets;
  for (std::size_t s = 0; s < fit.predictive.index.size(); ++s)
    sets.push_back(shares_of(fit, s, column, bins));
  PredictedBins predicted;
  if (sets.empty()) return predicted;
  const auto count = static_cast<double>(sets.size());
  const double simulated = fit.predictive.observations;
  const auto observed = static_cast<double>(std::max<std::size_t>(fit.observations.size(), 1));
  for (std::size_t b = 0; b < static_cast<std::size_t>(bins.count); ++b) {
    std::vector<double> shares;
    for (const auto& set : sets) shares.push_back(set[b]);
    double mean = 0.0, variance = 0.0;
    for (const double share : shares) mean += share / count;
    for (const double share : shares) variance += (share - mean) * (share - mean) / count;
    const double of_one = mean * (1.0 - mean);
    const double wanted = std::max(variance - of_one / simulated, 0.0) + of_one / observed;
    const double stretch = variance > 0.0 ? std::sqrt(wanted / variance) : 1.0;
    for (double& share : shares) share = std::max(mean + stretch * (share - mean), 0.0);
    std::sort(shares.begin(), shares.end());
    predicted.mean.push_back(mean / bins.width);
    predicted.low.push_back(quantile(shares, 0.05) / bins.width);
    predicted.high.push_back(quantile(shares, 0.95) / bins.width);
  }
  return predicted;
}

}  // namespace surefoot
