#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <surefoot/objective/feature_embedder.hpp>
#include <surefoot/objective/sorted_embedder.hpp>
#include <surefoot/simd/dispatch.hpp>

#include "normal_points.hpp"

namespace surefoot {
namespace {

/// One loss and gradient: the cross and the self sum.
template <class Real>
void evaluate(Embedder<Real>& embedder, const NormalPoints<Real>& y,
              std::vector<double>& gradient) {
  benchmark::DoNotOptimize(embedder.cross(y.view(), gradient.data()));
  benchmark::DoNotOptimize(embedder.self(y.view(), gradient.data()));
}

void sorted(benchmark::State& state, const std::string& text) {
  const auto n = static_cast<int>(state.range(0)), m = static_cast<int>(state.range(1));
  const auto embedder = make_sorted_embedder<float>(parse_kernel(text)[0]);
  const NormalPoints<float> z(n, 1, 1);
  const NormalPoints<float> y[] = {{m, 1, 2}, {m, 1, 3}};  // in turn, so that none is sorted yet
  auto gradient = y[0].gradient();
  embedder->take(z.view(), 0);
  std::size_t turn = 0;
  for (auto _ : state) evaluate(*embedder, y[turn++ % 2], gradient);
  state.counters["points/s"] = {double(m), benchmark::Counter::kIsIterationInvariantRate};
}

void sorted_take(benchmark::State& state, const std::string& text) {
  const auto n = static_cast<int>(state.range(0));
  const auto embedder = make_sorted_embedder<float>(parse_kernel(text)[0]);
  const NormalPoints<float> z(n, 1, 1);
  for (auto _ : state) embedder->take(z.view(), 0);
  state.counters["atoms/s"] = {double(n), benchmark::Counter::kIsIterationInvariantRate};
}

template <class Real>
void features(benchmark::State& state) {
  const auto m = static_cast<int>(state.range(0)), frequencies = static_cast<int>(state.range(1));
  const auto dimension = static_cast<int>(state.range(2));
  const auto embedder =
      make_feature_embedder<Real>(parse_kernel("gaussian:1")[0], dimension, frequencies, 1);
  const NormalPoints<Real> z(m, dimension, 1), y(m, dimension, 2);
  auto gradient = y.gradient();
  embedder->take(z.view(), 0);
  for (auto _ : state) evaluate(*embedder, y, gradient);
  state.counters["points x frequencies/s"] = {double(m) * frequencies,
                                              benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

template <class Real>
void features_take(benchmark::State& state) {
  const auto n = static_cast<int>(state.range(0)), frequencies = static_cast<int>(state.range(1));
  const auto dimension = static_cast<int>(state.range(2));
  const auto embedder =
      make_feature_embedder<Real>(parse_kernel("gaussian:1")[0], dimension, frequencies, 1);
  const NormalPoints<Real> z(n, dimension, 1);
  for (auto _ : state) embedder->take(z.view(), 0);
  state.counters["points x frequencies/s"] = {double(n) * frequencies,
                                              benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

void sorted_axes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"n", "m"})->Unit(benchmark::kMicrosecond);
}
void feature_axes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"points", "frequencies", "d"})->Unit(benchmark::kMicrosecond);
}

// Simulated points a second should fall no faster than the logarithms of n and m; a smoother kernel
// costs a few multiplications more, and the energy kernel saves the exponentials.
BENCHMARK_CAPTURE(sorted, laplace, "laplace:0.5")
    ->Apply(sorted_axes)
    ->ArgsProduct({{1000, 100000}, {128, 1024, 8192}});
BENCHMARK_CAPTURE(sorted, matern52, "matern52:0.5")->Apply(sorted_axes)->Args({1000, 1024});
BENCHMARK_CAPTURE(sorted, energy, "energy")->Apply(sorted_axes)->Args({1000, 1024});

// New weights cost one look at each atom in no order, and no exponential: below 10 million atoms a
// second something is wrong.
BENCHMARK_CAPTURE(sorted_take, laplace, "laplace:0.5")->ArgName("n")->Arg(1000)->Arg(100000);
BENCHMARK_CAPTURE(sorted_take, matern52, "matern52:0.5")->ArgName("n")->Arg(1000)->Arg(100000);

// The rate should depend on neither the points nor the frequencies, and little on a small
// dimension, since a sine and cosine cost as much as eight coordinates or so.  A loss takes three
// of them for each point and frequency and a target one, which should show in the rates.
BENCHMARK(features<float>)
    ->Apply(feature_axes)
    ->ArgsProduct({{1024}, {256, 2048}, {1, 2, 8}})
    ->Args({128, 256, 8});
BENCHMARK(features<double>)->Apply(feature_axes)->Args({1024, 256, 1})->Args({1024, 256, 8});
BENCHMARK(features_take<float>)->Apply(feature_axes)->Args({10000, 256, 1})->Args({10000, 256, 8});

}  // namespace
}  // namespace surefoot
