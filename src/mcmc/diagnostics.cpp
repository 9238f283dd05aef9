#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <surefoot/math.hpp>
#include <surefoot/mcmc/diagnostics.hpp>

#include "data/quantiles.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// Half chains, one after the other; the middle draw of an odd length is left out.
struct HalfChains {
  std::vector<double> values;
  std::size_t count, length;

  std::span<const double> operator[](std::size_t c) const {
    return std::span(values).subspan(c * length, length);
  }
};

HalfChains split(std::span<const double> draws, int chains) {
  const auto count = static_cast<std::size_t>(chains), length = draws.size() / count;
  HalfChains halves{{}, 2 * count, length / 2};
  for (std::size_t c = 0; c < count; ++c) {
    const auto chain = draws.subspan(c * length, length);
    for (const auto half : {chain.first(length / 2), chain.last(length / 2)})
      halves.values.insert(halves.values.end(), half.begin(), half.end());
  }
  return halves;
}

bool usable(std::span<const double> draws, int chains) {
  constexpr std::size_t fewest = 4;
  return chains > 0 && draws.size() / static_cast<std::size_t>(chains) >= fewest &&
         std::all_of(draws.begin(), draws.end(), [](double v) { return std::isfinite(v); });
}

/// Each value replaced by the normal quantile of its rank (Blom); ties share the mean rank.
HalfChains normal_scores(HalfChains halves) {
  auto& v = halves.values;
  std::vector<std::size_t> order(v.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return v[a] < v[b]; });
  std::vector<double> scores(v.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && v[order[last]] == v[order[first]]) ++last;
    const double rank = 0.5 * static_cast<double>(first + 1 + last);
    const double score = normal_quantile((rank - 0.375) / (static_cast<double>(v.size()) + 0.25));
    for (std::size_t i = first; i < last; ++i) scores[order[i]] = score;
  }
  v = std::move(scores);
  return halves;
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of one lag, divided by the length whatever the lag.
double autocovariance(std::span<const double> values, double centre, std::size_t lag) {
  double sum = 0.0;
  for (std::size_t i = lag; i < values.size(); ++i)
    sum += (values[i] - centre) * (values[i - lag] - centre);
  return sum / static_cast<double>(values.size());
}

/// The variance within chains (divided by length - 1) and that between their means.
struct Variances {
  double within, between;
};
Variances variances(const HalfChains& halves, const std::vector<double>& means) {
  const auto n = static_cast<double>(halves.length), m = static_cast<double>(halves.count);
  Variances v{0.0, 0.0};
  for (std::size_t c = 0; c < halves.count; ++c)
    v.within += autocovariance(halves[c], means[c], 0) * n / (n - 1.0) / m;
  v.between = autocovariance(means, mean(means), 0) * m / (m - 1.0);
  return v;
}

std::vector<double> means_of(const HalfChains& halves) {
  std::vector<double> means;
  for (std::size_t c = 0; c < halves.count; ++c) means.push_back(mean(halves[c]));
  return means;
}

double plain_rhat(const HalfChains& halves) {
  const auto n = static_cast<double>(halves.length);
  const Variances v = variances(halves, means_of(halves));
  return std::sqrt((n * v.between / v.within + n - 1.0) / n);
}

/// Geyer's estimate: autocorrelations are summed in pairs as long as those are positive, and are
/// not let grow again.
double plain_ess(const HalfChains& halves) {
  const auto [low, high] = std::minmax_element(halves.values.begin(), halves.values.end());
  const auto total = static_cast<double>(halves.values.size());
  if (*high - *low < 1e-15) return total;
  const auto n = static_cast<double>(halves.length);
  const auto means = means_of(halves);
  const Variances v = variances(halves, means);
  const double overall = v.within * (n - 1.0) / n + v.between;
  const auto rho = [&](std::size_t lag) {
    double covariance = 0.0;
    for (std::size_t c = 0; c < halves.count; ++c)
      covariance += autocovariance(halves[c], means[c], lag) / static_cast<double>(halves.count);
    return 1.0 - (v.within - covariance) / overall;
  };

  std::vector<double> r{1.0, rho(1)};
  double even = 1.0, odd = r[1];
  while (r.size() + 2 < halves.length && even + odd > 0.0) {
    even = rho(r.size());
    odd = rho(r.size() + 1);
    const bool positive = even + odd >= 0.0;
    r.push_back(positive ? even : 0.0);
    r.push_back(positive ? odd : 0.0);
  }
  // The last pair counts by its first half, where that is positive.
  const std::size_t end = r.size() - 2;
  if (even > 0.0) r[end] = even;
  for (std::size_t t = 2; t + 1 < end; t += 2)
    if (r[t] + r[t + 1] > r[t - 2] + r[t - 1]) r[t] = r[t + 1] = 0.5 * (r[t - 2] + r[t - 1]);
  double tau = -1.0 + r[end];
  for (std::size_t t = 0; t < end; ++t) tau += 2.0 * r[t];
  return total / std::max(tau, 1.0 / std::log10(total));
}

}  // namespace

double rank_rhat(std::span<const double> draws, int chains) {
  if (!usable(draws, chains) || chains < 2) return unknown;
  HalfChains halves = split(draws, chains);
  const double bulk = plain_rhat(normal_scores(halves));
  std::vector<double> values = halves.values;
  const double middle = median(values);
  for (double& v : halves.values) v = std::abs(v - middle);
  return std::max(bulk, plain_rhat(normal_scores(std::move(halves))));
}

double bulk_ess(std::span<const double> draws, int chains) {
  return usable(draws, chains) ? plain_ess(normal_scores(split(draws, chains))) : unknown;
}

double mean_ess(std::span<const double> draws, int chains) {
  return usable(draws, chains) ? plain_ess(split(draws, chains)) : unknown;
}

}  // namespace surefoot
