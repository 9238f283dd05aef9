#include <vector>

#include <benchmark/benchmark.h>

#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

void draw_weights(benchmark::State& state, const DirichletProcess& prior) {
  const auto n = static_cast<std::size_t>(state.range(0));
  DirichletDraw draw;
  std::uint32_t number = 0;
  double weights = 0.0;
  for (auto _ : state) {
    dirichlet_process_draw(prior, n, 1, number++, draw);
    benchmark::DoNotOptimize(draw.weights.data());
    weights += static_cast<double>(draw.weights.size());
  }
  state.counters["weights/s"] = {weights, benchmark::Counter::kIsRate};
}

// The Bayesian bootstrap: half a Philox block and one logarithm for each weight, whatever n is.
// More than a few percent of the time of a draw would be surprising.
void bayesian_bootstrap(benchmark::State& state) { draw_weights(state, {}); }
BENCHMARK(bayesian_bootstrap)->ArgName("n")->Arg(200)->Arg(10000)->Arg(1000000);

/// A prior whose pseudo-observations cost as little as they can.
DirichletProcess normal_prior(double concentration, std::optional<int> truncation) {
  const Model model = built_in_model("g-and-k");
  return {concentration, truncation, make_base_measure("normal:0:1", model, Sample({0.0, 1.0}, 1))};
}

// With a concentration each pseudo-observation takes a gamma variate by rejection and a normal:
// several times a weight of the observations, but not tens of times.
void truncated_prior(benchmark::State& state) {
  draw_weights(state, normal_prior(static_cast<double>(state.range(1)), 100));
}
BENCHMARK(truncated_prior)->ArgNames({"n", "c"})->Args({200, 1})->Args({200, 100});

// Stick-breaking takes about 20 c atoms, of a logarithm and a pseudo-observation each.
void exact_prior(benchmark::State& state) {
  draw_weights(state, normal_prior(static_cast<double>(state.range(1)), std::nullopt));
}
BENCHMARK(exact_prior)->ArgNames({"n", "c"})->Args({200, 1})->Args({200, 100});

}  // namespace
}  // namespace surefoot
