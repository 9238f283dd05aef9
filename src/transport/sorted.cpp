#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/transport/sorted.hpp>

#include "transport/checks.hpp"
#include "transport/costs.hpp"

namespace surefoot {
namespace {

/// |difference|^order.
template <int order>
double power(double difference) {
  return order == 1 ? std::abs(difference) : difference * difference;
}

/// The mean cost of pairs.  Four sums, so that no addition waits for the one before.
template <int order, class Real>
double mean_cost(const double* x, const Real* y, std::size_t count) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += power<order>(x[i + k] - double(y[i + k]));
  for (; i < count; ++i) sums[0] += power<order>(x[i] - double(y[i]));
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) / static_cast<double>(count);
}

/// Cumulative weights that are all equal.  Quotients of integers are rounded correctly, so that
/// sides of different counts meet exactly where they should.
struct EqualEnds {
  double count;
  double operator()(std::size_t i) const { return static_cast<double>(i + 1) / count; }
};

/// Calls ship(i, j, mass) from left to right, given the cumulative weights of either side.  Both
/// end at exactly 1, and so at once.
template <class XEnds, class YEnds, class Ship>
void fill_up(const XEnds& x_end, const YEnds& y_end, const Ship& ship) {
  double filled = 0.0;
  for (std::size_t i = 0, j = 0; filled < 1.0;) {
    const double x = x_end(i), y = y_end(j), next = std::min(x, y);
    if (next > filled) ship(i, j, next - filled);
    filled = next;
    if (x == next) ++i;
    if (y == next) ++j;
  }
}

/// Chooses the cumulative weights of x and those of y that apply: all equal, where there are none.
template <class Ship>
void fill_up(const std::vector<double>& x_ends, std::size_t x_count,
             const std::vector<double>& y_ends, std::size_t y_count, const Ship& ship) {
  const auto with = [](const std::vector<double>& ends, std::size_t count, const auto& then) {
    if (ends.empty())
      then(EqualEnds{static_cast<double>(count)});
    else
      then([&](std::size_t i) { return ends[i]; });
  };
  with(x_ends, x_count, [&](const auto& x_end) {
    with(y_ends, y_count, [&](const auto& y_end) { fill_up(x_end, y_end, ship); });
  });
}

/// Places from left to right, and the row of each; ties go by row.
void rank(std::span<const double> points, std::vector<double>& places,
          std::vector<std::size_t>& rows) {
  std::vector<std::pair<std::uint64_t, std::size_t>> ranked(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) ranked[i] = {ordered_bits(points[i]), i};
  std::sort(ranked.begin(), ranked.end());
  places.resize(points.size());
  rows.resize(points.size());
  for (std::size_t k = 0; k < ranked.size(); ++k) {
    rows[k] = ranked[k].second;
    places[k] = points[rows[k]];
  }
}

/// Whether all of the sorted numbers are finite.
template <class Numbers>
bool sorted_and_finite(const Numbers& sorted) {
  return std::isfinite(sorted.front()) && std::isfinite(sorted.back());
}

void require_line(const Cloud& cloud) {
  require_cloud(cloud);
  if (cloud.dimension != 1)
    throw Error(Fault::usage,
                fmt::format("transport by sorting takes points of 1 dimension, but they have {}",
                            cloud.dimension));
}

}  // namespace

SortedTransport::SortedTransport(const Cloud& x) {
  require_line(x);
  rank(x.points, places_, rows_);
  reweight(x.weights);
}

void SortedTransport::reweight(std::span<const double> weights) {
  require_weights(weights, places_.size());
  gather_ends(weights, rows_, ends_);
}

/// The cumulative weights in sorted order.
void SortedTransport::gather_ends(std::span<const double> weights,
                                  const std::vector<std::size_t>& rows, std::vector<double>& ends) {
  sorted_weights_.clear();
  if (!weights.empty())
    for (const std::size_t row : rows) sorted_weights_.push_back(weights[row]);
  accumulate_weights(sorted_weights_, ends);
}

template <class Real>
double SortedTransport::sort_and_compare(RadixSort<Real>& sort, std::span<Real> y, int order) {
  require_order(order);
  if (y.empty()) throw Error(Fault::usage, "there must be at least 1 point, but there is none");
  sort(y);
  if (!sorted_and_finite(places_) || !sorted_and_finite(y)) return infinite_cost;

  const std::size_t n = places_.size(), m = y.size();
  if (ends_.empty() && n == m)
    return order == 1 ? mean_cost<1>(places_.data(), y.data(), n)
                      : mean_cost<2>(places_.data(), y.data(), n);
  double cost = 0.0;
  fill_up(ends_, n, {}, m, [&](std::size_t i, std::size_t j, double mass) {
    const double difference = places_[i] - double(y[j]);
    cost += mass * (order == 1 ? power<1>(difference) : power<2>(difference));
  });
  return cost;
}

double SortedTransport::operator()(std::span<double> y, int order) {
  return sort_and_compare(sort_doubles_, y, order);
}

double SortedTransport::operator()(std::span<float> y, int order) {
  return sort_and_compare(sort_floats_, y, order);
}

double SortedTransport::operator()(const Cloud& y, int order) {
  require_order(order);
  require_line(y);
  plan_.clear();
  rank(y.points, y_places_, y_rows_);
  if (!sorted_and_finite(places_) || !sorted_and_finite(y_places_)) return infinite_cost;

  gather_ends(y.weights, y_rows_, y_ends_);
  double cost = 0.0;
  fill_up(ends_, places_.size(), y_ends_, y.size(), [&](std::size_t i, std::size_t j, double mass) {
    const double difference = places_[i] - y_places_[j];
    cost += mass * (order == 1 ? power<1>(difference) : power<2>(difference));
    plan_.push_back({rows_[i], y_rows_[j], mass});
  });
  if (cost == infinite_cost) plan_.clear();
  return cost;
}

}  // namespace surefoot
