#include <benchmark/benchmark.h>

#include <surefoot/design/design.hpp>
#include <surefoot/simulators/registry.hpp>

#include "simulators/guarded_simulator.hpp"
#include "simulators/isolated_simulator.hpp"

namespace surefoot {
namespace {

enum class Where { here, apart };

// What isolation costs a header beside its own work, of which the g-and-k has little: two messages,
// and copies of latents, observations and derivatives.
void isolated_call(benchmark::State& state, Where where) {
  const auto m = static_cast<int>(state.range(0));
  Model model = built_in_model("g-and-k");
  model.simulator = guarded({model.simulator, "g_and_k.hpp", ""});
  FitConfig config;
  config.isolate = where == Where::apart;
  model = isolated_where_wanted(model, config, {});
  LatentTable<float> latents;
  LatentDesign(Design::iid, m, model.latents)
      .fill({.seed = 1, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::simulation}, latents);
  Simulation<float> out;
  out.resize(m, model.dimension, model.parameters.size(), Derivatives::yes);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        model.simulator->simulate(model.truth, latents, Derivatives::yes, out));
  state.counters["calls/s"] = {1.0, benchmark::Counter::kIsIterationInvariantRate};
}

void isolated_sizes(benchmark::internal::Benchmark* b) {
  b->ArgName("m")->Arg(16)->Arg(1024)->Arg(65536)->UseRealTime()->Unit(benchmark::kMicrosecond);
}

// A call apart should take one round trip more, as one to a program does, whatever m is up to a
// thousand.
BENCHMARK_CAPTURE(isolated_call, here, Where::here)->Apply(isolated_sizes);
BENCHMARK_CAPTURE(isolated_call, apart, Where::apart)->Apply(isolated_sizes);

}  // namespace
}  // namespace surefoot
