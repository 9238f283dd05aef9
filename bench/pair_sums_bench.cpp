#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/simd/dispatch.hpp>

#include "normal_points.hpp"

namespace surefoot {
namespace {

template <class Real>
void cross(benchmark::State& state, const std::string& text) {
  const auto n = static_cast<int>(state.range(0)), m = static_cast<int>(state.range(1));
  const auto dimension = static_cast<int>(state.range(2));
  const Kernel kernel(parse_kernel(text));
  const NormalPoints<Real> z(n, dimension, 1), y(m, dimension, 2);
  auto gradient = y.gradient();
  for (auto _ : state)
    benchmark::DoNotOptimize(kernel.sums().cross(z.view(), y.view(), gradient.data()));
  state.counters["pairs/s"] = {static_cast<double>(n) * m,
                               benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

template <class Real>
void self(benchmark::State& state, const std::string& text) {
  const auto m = static_cast<int>(state.range(0)), dimension = static_cast<int>(state.range(1));
  const Kernel kernel(parse_kernel(text));
  const NormalPoints<Real> y(m, dimension, 2);
  auto gradient = y.gradient();
  for (auto _ : state) benchmark::DoNotOptimize(kernel.sums().self(y.view(), gradient.data()));
  state.counters["pairs/s"] = {0.5 * m * (m - 1.0), benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

/// What trimming and scores ask at every observation: the mean of the kernel, and of its square.
template <class Real>
void fields(benchmark::State& state, const std::string& text) {
  const auto n = static_cast<int>(state.range(0)), m = static_cast<int>(state.range(1));
  const auto dimension = static_cast<int>(state.range(2));
  const Kernel kernel(parse_kernel(text));
  const NormalPoints<Real> z(n, dimension, 1), y(m, dimension, 2);
  std::vector<double> mean(static_cast<std::size_t>(m)), square(mean);
  for (auto _ : state) {
    kernel.sums().fields(z.view(), y.view(), mean.data(), square.data());
    benchmark::DoNotOptimize(mean.data());
  }
  state.counters["pairs/s"] = {static_cast<double>(n) * m,
                               benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

// The benchmarks' names, which cannot be templates.
constexpr auto cross_float = cross<float>, cross_double = cross<double>;
constexpr auto self_float = self<float>, self_double = self<double>;
constexpr auto fields_float = fields<float>, fields_double = fields<double>;

void cross_axes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"n", "m", "d"})->Unit(benchmark::kMicrosecond);
}
void self_axes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"m", "d"})->Unit(benchmark::kMicrosecond);
}

// Pairs a second, with gradient, should not depend on n or m: fewer at large n would mean that the
// blocks have left the cache, far fewer at small n that the ends of packs weigh too much.  Four
// dimensions should cost about twice one, and double two to three times float.
BENCHMARK_CAPTURE(cross_float, gaussian, "gaussian:0.5")
    ->Apply(cross_axes)
    ->ArgsProduct({{100, 1000, 100000}, {1024}, {1, 4}})
    ->ArgsProduct({{1000}, {1024}, {2, 3, 8, 32}});
BENCHMARK_CAPTURE(cross_double, gaussian, "gaussian:0.5")
    ->Apply(cross_axes)
    ->ArgsProduct({{1000}, {1024}, {1, 2, 4, 8}});

// No gradient is asked for, so a pair should cost less than one of the cross sum.
BENCHMARK_CAPTURE(fields_float, gaussian, "gaussian:0.5")
    ->Apply(cross_axes)
    ->ArgsProduct({{1024}, {2048}, {1, 4, 8}});
BENCHMARK_CAPTURE(fields_double, gaussian, "gaussian:0.5")
    ->Apply(cross_axes)
    ->ArgsProduct({{1024}, {2048}, {1, 4, 8}});

// The self sum visits each pair once for both ends, so a pair costs more than one of the cross sum;
// below half its rate something is wrong (five dimensions and more visit each pair twice).
BENCHMARK_CAPTURE(self_float, gaussian, "gaussian:0.5")
    ->Apply(self_axes)
    ->ArgsProduct({{128, 1024, 8192}, {1, 4, 8}});
BENCHMARK_CAPTURE(self_double, gaussian, "gaussian:0.5")
    ->Apply(self_axes)
    ->ArgsProduct({{1024}, {1, 4, 8}});

// A term of a mixture should cost half a kernel of its own or less; square roots, divisions and
// logarithms make the other families slower than the Gaussian, but hardly three times.
BENCHMARK_CAPTURE(cross_float, five_gaussians,
                  "gaussian:0.2+gaussian:0.5+gaussian:1+gaussian:2+gaussian:5")
    ->Apply(cross_axes)
    ->Args({1000, 1024, 1});
BENCHMARK_CAPTURE(cross_float, laplace, "laplace:0.5")->Apply(cross_axes)->Args({1000, 1024, 1});
BENCHMARK_CAPTURE(cross_float, matern32, "matern32:0.5")->Apply(cross_axes)->Args({1000, 1024, 1});
BENCHMARK_CAPTURE(cross_float, matern52, "matern52:0.5")->Apply(cross_axes)->Args({1000, 1024, 1});
BENCHMARK_CAPTURE(cross_float, rational_quadratic, "rational-quadratic:0.5:0.5")
    ->Apply(cross_axes)
    ->Args({1000, 1024, 1});
BENCHMARK_CAPTURE(cross_float, energy, "energy")->Apply(cross_axes)->Args({1000, 1024, 1});

}  // namespace
}  // namespace surefoot
