#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <lemon/network_simplex.h>

#include <surefoot/error.hpp>
#include <surefoot/transport/exact.hpp>

#include "transport/bipartite.hpp"
#include "transport/checks.hpp"
#include "transport/costs.hpp"

namespace surefoot {
namespace {

using Units = std::int64_t;
using Simplex = lemon::NetworkSimplex<Bipartite, Units, std::int64_t>;

constexpr double total_units = 0x1p50;  // of unequal weights; differences of sums stay exact

/// Weights in whole units.  Sums are rounded, not weights, so that the units sum to their total.
void to_units(const Cloud& cloud, std::span<Units> units) {
  const std::size_t n = cloud.size();
  std::vector<double> ends;
  if (cloud.weights.empty())
    for (std::size_t i = 0; i < n; ++i)
      ends.push_back(static_cast<double>(i + 1) / static_cast<double>(n));
  else
    accumulate_weights(cloud.weights, ends);
  Units before = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Units sum = std::llround(ends[i] * total_units);
    units[i] = sum - std::exchange(before, sum);
  }
}

bool weighs_equally(const Cloud& cloud) {
  return std::adjacent_find(cloud.weights.begin(), cloud.weights.end(), std::not_equal_to<>()) ==
         cloud.weights.end();
}

/// The counts, if the simplex can number all arcs.
std::pair<int, int> require_counts(std::size_t n, std::size_t m) {
  constexpr std::size_t most = std::size_t{1} << 30;  // arcs of its own come on top
  if (n > most / m || n + m > most / 2)
    throw Error(Fault::usage, fmt::format("exact transport takes up to {} pairs of points, but "
                                          "there are {} times {}",
                                          most, n, m));
  return {static_cast<int>(n), static_cast<int>(m)};
}

}  // namespace

struct ExactTransport::Network {
  Network(int n, int m)
      : sources(n), targets(m), graph(n, m), simplex(graph, false), units(std::size_t(n + m)) {}

  int sources, targets;
  Bipartite graph;
  Simplex simplex;
  std::vector<Units> units;  // of all x, then of all y
  double total = 1.0;

  /// What the largest cost becomes.  The simplex puts the price of its artificial arcs at 2^62 and
  /// adds up costs along paths, which pass each node once.
  double resolution() const { return 0x1p61 / static_cast<double>(sources + targets + 1); }
};

ExactTransport::ExactTransport() = default;
ExactTransport::ExactTransport(ExactTransport&&) noexcept = default;
ExactTransport& ExactTransport::operator=(ExactTransport&&) noexcept = default;
ExactTransport::~ExactTransport() = default;

/// Tells the network what each point sends or takes.
void ExactTransport::apportion(const Cloud& x, const Cloud& y) {
  const std::size_t n = x.size(), m = y.size();
  const std::span<Units> sent = std::span(network_->units).first(n);
  const std::span<Units> taken = std::span(network_->units).last(m);
  if (weighs_equally(x) && weighs_equally(y)) {
    const std::size_t common = std::gcd(n, m);
    std::fill(sent.begin(), sent.end(), static_cast<Units>(m / common));
    std::fill(taken.begin(), taken.end(), static_cast<Units>(n / common));
    network_->total = static_cast<double>(std::lcm(n, m));
  } else {
    to_units(x, sent);
    to_units(y, taken);
    network_->total = total_units;
  }
  struct Supplies {
    const Network& network;
    Units operator[](Bipartite::Node node) const {
      const Units units = network.units[static_cast<std::size_t>(node.id)];
      return node.id < network.sources ? units : -units;
    }
  };
  network_->simplex.supplyMap(Supplies{*network_});
}

/// Finds the best plan where costs above `cap` count as `cap`.  Returns its cost, with costs as
/// they are.
double ExactTransport::solve(double cap) {
  struct WholeCosts {
    const double* costs;
    double cap, scale;
    std::int64_t operator[](Bipartite::Arc arc) const {
      return static_cast<std::int64_t>(std::min(costs[arc.id], cap) * scale);
    }
  };
  Simplex& simplex = network_->simplex;
  simplex.costMap(WholeCosts{costs_.data(), cap, network_->resolution() / cap});
  if (simplex.run(Simplex::BLOCK_SEARCH) != Simplex::OPTIMAL)
    throw Error(Fault::internal, "the network simplex found no plan");

  plan_.clear();
  double cost = 0.0;
  const auto m = static_cast<std::size_t>(network_->targets);
  for (std::size_t k = 0; k < costs_.size(); ++k)
    if (const Units flow = simplex.flow(Bipartite::Arc(static_cast<int>(k))); flow > 0) {
      plan_.push_back({k / m, k % m, static_cast<double>(flow) / network_->total});
      cost += plan_.back().mass * costs_[k];
    }
  return cost;
}

double ExactTransport::operator()(const Cloud& x, const Cloud& y, int order) {
  require_transport(x, y, order);
  const auto [n, m] = require_counts(x.size(), y.size());
  plan_.clear();
  const double largest = fill_costs(x, y, order, costs_);
  if (largest == infinite_cost) return infinite_cost;
  if (!network_ || network_->sources != n || network_->targets != m)
    network_ = std::make_unique<Network>(n, m);
  apportion(x, y);

  constexpr double smallest = 1e-280;  // what the resolution can be divided by
  double cap = std::max(largest, smallest);
  double cost = solve(cap);

  // Rounding leaves open one step of the whole numbers.  If that matters, because the cost is so
  // far below the largest one, costs far above it are cut for more digits of the others.  A plan
  // that uses none of those is the best of all.
  constexpr double accuracy = 1e-12;
  double reach = 0x1p10;
  while (cap / network_->resolution() > accuracy * cost) {
    const double lower = std::max(reach * cost, smallest);
    if (lower > 0.5 * cap) break;
    plan_.swap(former_plan_);
    const double lower_cost = solve(lower);
    const auto is_cut = [&](const Shipment& s) { return costs_[s.from * y.size() + s.to] > lower; };
    if (std::any_of(plan_.begin(), plan_.end(), is_cut)) {
      plan_.swap(former_plan_);
      reach *= reach;
    } else {
      cost = lower_cost;
      cap = lower;
    }
  }
  return cost;
}

}  // namespace surefoot
