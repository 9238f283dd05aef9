#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <surefoot/objective/grid_embedder.hpp>
#include <surefoot/objective/pair_embedder.hpp>
#include <surefoot/simd/dispatch.hpp>

#include "normal_points.hpp"

namespace surefoot {
namespace {

/// One loss and, if wanted, gradient: what an optimiser's evaluation asks of an embedder.
template <class Real>
void evaluate_again_and_again(benchmark::State& state, Embedder<Real>& embedder, bool wanted) {
  const auto n = static_cast<int>(state.range(0)), m = static_cast<int>(state.range(1));
  const NormalPoints<Real> z(n, 1, 1), y(m, 1, 2);
  auto gradient = y.gradient();
  embedder.take(z.view(), 1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(embedder.embed(y.view(), wanted));
    if (wanted) embedder.add_gradient(1.0, -2.0, gradient);
    benchmark::DoNotOptimize(gradient.data());
  }
  state.counters["evaluations/s"] = {1.0, benchmark::Counter::kIsIterationInvariantRate};
  state.counters["points/s"] = {double(m), benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

/// The window of a standard normal, and so many lengthscales from 1 down by halves.
template <class Real>
GridEmbedder<Real> make_grid(int lengthscales) {
  std::vector<KernelTerm> terms;
  double shortest = 2.0;
  for (int k = 0; k < lengthscales; ++k)
    terms.push_back({"gaussian", shortest *= 0.5, std::nullopt});
  const NormalPoints<double> x(2048, 1, 3);
  const Points<double> points = x.view();
  const Sample sample(std::vector(points.coordinates, points.coordinates + points.count), 1);
  return {terms, *choose_grid_window(sample, 1.0, shortest, 1.0)};
}

template <class Real>
void grid_gradient(benchmark::State& state) {
  auto embedder = make_grid<Real>(static_cast<int>(state.range(2)));
  evaluate_again_and_again(state, embedder, true);
}

template <class Real>
void grid_value(benchmark::State& state) {
  auto embedder = make_grid<Real>(static_cast<int>(state.range(2)));
  evaluate_again_and_again(state, embedder, false);
}

void pairs(benchmark::State& state) {
  PairEmbedder<float> embedder(Kernel(parse_kernel("gaussian:1")));
  evaluate_again_and_again(state, embedder, true);
}

void grid_take(benchmark::State& state) {
  const auto n = static_cast<int>(state.range(0));
  auto embedder = make_grid<float>(1);
  const NormalPoints<float> z(n, 1, 1);
  for (auto _ : state) embedder.take(z.view(), 1);
  state.counters["atoms/s"] = {double(n), benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

void axes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"n", "m", "lengthscales"})->Unit(benchmark::kMicrosecond);
}

// Points a second should depend neither on n nor, since the convolution on the nodes is short, on
// m; a gradient costs a little more than the value again, and every lengthscale as much as the
// first.
BENCHMARK(grid_gradient<float>)
    ->Apply(axes)
    ->Args({2048, 2048, 1})
    ->Args({2048, 2048, 3})
    ->Args({65536, 2048, 1})
    ->Args({2048, 256, 1})
    ->Args({2048, 16384, 1});
BENCHMARK(grid_value<float>)->Apply(axes)->Args({2048, 2048, 1});
BENCHMARK(grid_gradient<double>)->Apply(axes)->Args({2048, 2048, 1});

// What the grid is measured against: at this size less than ten times slower would be a surprise.
BENCHMARK(pairs)->ArgNames({"n", "m"})->Unit(benchmark::kMicrosecond)->Args({2048, 2048});

BENCHMARK(grid_take)->ArgName("n")->Unit(benchmark::kMicrosecond)->Arg(2048)->Arg(65536);

}  // namespace
}  // namespace surefoot
