#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>

#include <surefoot/random/noise.hpp>
#include <surefoot/transport/exact.hpp>
#include <surefoot/transport/hilbert.hpp>
#include <surefoot/transport/sinkhorn.hpp>
#include <surefoot/transport/sorted.hpp>

namespace surefoot {
namespace {

/// Several simulations, so that no branch predictor learns one by heart.
constexpr std::size_t simulations = 64;

template <class Real>
std::vector<std::vector<Real>> simulate(std::size_t numbers) {
  std::vector<std::vector<Real>> all(simulations, std::vector<Real>(numbers));
  for (std::uint32_t k = 0; k < simulations; ++k) {
    Noise noise({.seed = 1, .draw = k, .step = 0, .index = 0, .purpose = Purpose::simulation});
    for (Real& value : all[k]) value = static_cast<Real>(noise.normal());
  }
  return all;
}

void count_points(benchmark::State& state) {
  state.counters["points/s"] = {static_cast<double>(state.range(0)),
                                benchmark::Counter::kIsIterationInvariantRate};
}

/// What a sort costs, with the copy that gives it something to sort.
template <class Real, class Sort>
void sort_simulations(benchmark::State& state, Sort sort) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto all = simulate<Real>(n);
  std::vector<Real> y(n);
  std::size_t k = 0;
  for (auto _ : state) {
    std::copy(all[k].begin(), all[k].end(), y.begin());
    k = (k + 1) % simulations;
    sort(std::span(y));
    benchmark::DoNotOptimize(y.data());
  }
  count_points(state);
}

// Linear from a thousand points on: less than five times std::sort there would be surprising, for
// float at least.
template <class Real>
void radix_sort(benchmark::State& state) {
  sort_simulations<Real>(state, RadixSort<Real>());
}
template <class Real>
void std_sort(benchmark::State& state) {
  sort_simulations<Real>(state, [](std::span<Real> y) { std::sort(y.begin(), y.end()); });
}
BENCHMARK(radix_sort<float>)->ArgName("n")->Arg(32)->Arg(64)->Arg(256)->Arg(1024)->Arg(2048);
BENCHMARK(std_sort<float>)->ArgName("n")->Arg(32)->Arg(64)->Arg(256)->Arg(1024)->Arg(2048);
BENCHMARK(radix_sort<double>)->ArgName("n")->Arg(32)->Arg(64)->Arg(256)->Arg(1024)->Arg(2048);
BENCHMARK(std_sort<double>)->ArgName("n")->Arg(32)->Arg(64)->Arg(256)->Arg(1024)->Arg(2048);

// Nearly all of it is the sort, unless x has weights; even so a few nanoseconds a point.
template <class Real>
void sorted_transport(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto x = simulate<double>(n)[0];
  SortedTransport transport({x, 1});
  const std::vector<double> weights(n, 1.0 / static_cast<double>(n));
  if (state.range(1) != 0) transport.reweight(weights);
  sort_simulations<Real>(state,
                         [&](std::span<Real> y) { benchmark::DoNotOptimize(transport(y, 1)); });
}
BENCHMARK(sorted_transport<float>)->ArgNames({"n", "weighted"})->Args({2048, 0})->Args({2048, 1});
BENCHMARK(sorted_transport<double>)->ArgNames({"n", "weighted"})->Args({2048, 0})->Args({2048, 1});

/// A transport in 4 dimensions, as for the Gaussian model of the comparison.
template <class Transport>
void transport(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto all = simulate<double>(4 * n);
  std::vector<double> weights(n);
  for (std::size_t i = 0; i < n; ++i)
    weights[i] = 2.0 * static_cast<double>(i + 1) / static_cast<double>(n * (n + 1));
  Cloud x{all[0], 4};
  if (state.range(1) != 0) x.weights = weights;
  Transport solve;
  std::size_t k = 0;
  for (auto _ : state) {
    k = k % (simulations - 1) + 1;
    benchmark::DoNotOptimize(solve(x, Cloud{all[k], 4}, 1));
  }
  const auto pairs = static_cast<double>(n * n);
  state.counters["pairs/s"] = {pairs, benchmark::Counter::kIsIterationInvariantRate};
}

// More than 5 ms for 200 points would be surprising.  Unequal weights need more pivots.
BENCHMARK(transport<ExactTransport>)
    ->Unit(benchmark::kMillisecond)
    ->ArgNames({"n", "weighted"})
    ->ArgsProduct({{50, 200, 500}, {0, 1}});
// 200 products of the kernel with a vector; exponentials and the median come on top.
BENCHMARK(transport<SinkhornTransport>)
    ->Unit(benchmark::kMillisecond)
    ->ArgNames({"n", "weighted"})
    ->Args({200, 0});
// The only one here that is not quadratic.
BENCHMARK(transport<HilbertTransport>)
    ->ArgNames({"n", "weighted"})
    ->Args({200, 0})
    ->Args({2000, 0});

}  // namespace
}  // namespace surefoot
