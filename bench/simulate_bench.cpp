#include <string>

#include <benchmark/benchmark.h>

#include <surefoot/design/design.hpp>
#include <surefoot/simd/dispatch.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

constexpr Coordinates first_draw{
    .seed = 1, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::simulation};

template <class Real>
void simulate(benchmark::State& state, const std::string& name, Derivatives derivatives) {
  const auto m = static_cast<int>(state.range(0)), dimension = static_cast<int>(state.range(1));
  const Model model = built_in_model(name, dimension);
  LatentTable<Real> latents;
  LatentDesign(Design::iid, m, model.latents).fill(first_draw, latents);
  Simulation<Real> out;
  out.resize(m, model.dimension, model.parameters.size(), derivatives);
  for (auto _ : state)
    benchmark::DoNotOptimize(model.simulator->simulate(model.truth, latents, derivatives, out));
  state.counters["observations/s"] = {static_cast<double>(m),
                                      benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

template <class Real>
void latents(benchmark::State& state, Design design) {
  const auto m = static_cast<int>(state.range(0)), count = static_cast<int>(state.range(1));
  const std::vector kinds(static_cast<std::size_t>(count), LatentKind::normal);
  const LatentDesign points(design, m, kinds);
  LatentTable<Real> table;
  Coordinates at = first_draw;
  for (auto _ : state) {
    ++at.draw;
    points.fill(at, table);
    benchmark::DoNotOptimize(table.values.data());
  }
  state.counters["latents/s"] = {static_cast<double>(m) * count,
                                 benchmark::Counter::kIsIterationInvariantRate};
  state.SetLabel(std::string(instruction_set()));
}

// The benchmarks' names, which cannot be templates.
constexpr auto simulate_float = simulate<float>, simulate_double = simulate<double>;
constexpr auto latents_float = latents<float>, latents_double = latents<double>;

void model_axes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"m", "d"})->Unit(benchmark::kMicrosecond);
}
void latent_axes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"m", "latents"})->Unit(benchmark::kMicrosecond);
}

// Derivatives in p parameters should cost less than p more simulations, since they share the
// transcendental functions: for the toggle switch (p = 7) about three times the values alone.
// Double should take two to four times as long as float.
BENCHMARK_CAPTURE(simulate_float, gaussian_location, "gaussian-location", Derivatives::yes)
    ->Apply(model_axes)
    ->ArgsProduct({{1024}, {1, 4, 5}});
BENCHMARK_CAPTURE(simulate_float, g_and_k_values, "g-and-k", Derivatives::no)
    ->Apply(model_axes)
    ->Args({1024, 1});
BENCHMARK_CAPTURE(simulate_float, g_and_k, "g-and-k", Derivatives::yes)
    ->Apply(model_axes)
    ->Args({1024, 1});
BENCHMARK_CAPTURE(simulate_double, g_and_k, "g-and-k", Derivatives::yes)
    ->Apply(model_axes)
    ->Args({1024, 1});
BENCHMARK_CAPTURE(simulate_float, toggle_switch_values, "toggle-switch", Derivatives::no)
    ->Apply(model_axes)
    ->Args({2048, 1});
BENCHMARK_CAPTURE(simulate_float, toggle_switch, "toggle-switch", Derivatives::yes)
    ->Apply(model_axes)
    ->Args({2048, 1});
BENCHMARK_CAPTURE(simulate_double, toggle_switch, "toggle-switch", Derivatives::yes)
    ->Apply(model_axes)
    ->Args({2048, 1});

// Placing the points happens once for each draw, so it should cost less than one evaluation of the
// objective; most of it is the normal quantile, which is worked out in double for either precision,
// so float should be no slower than double, and neither design half as fast as the other.
BENCHMARK_CAPTURE(latents_float, iid, Design::iid)
    ->Apply(latent_axes)
    ->ArgsProduct({{1024}, {1, 4, 600}});
BENCHMARK_CAPTURE(latents_double, iid, Design::iid)->Apply(latent_axes)->Args({1024, 4});
BENCHMARK_CAPTURE(latents_float, sobol, Design::sobol)
    ->Apply(latent_axes)
    ->ArgsProduct({{1024}, {1, 4, 12}});
BENCHMARK_CAPTURE(latents_double, sobol, Design::sobol)->Apply(latent_axes)->Args({1024, 4});

}  // namespace
}  // namespace surefoot
