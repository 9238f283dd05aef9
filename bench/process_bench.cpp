#include <benchmark/benchmark.h>

#include <surefoot/design/design.hpp>
#include <surefoot/simulators/process.hpp>

namespace surefoot {
namespace {

// What a program costs beside its own thinking: the request, the pipe and reading the answer.
void answers(benchmark::State& state, Protocol protocol) {
  const auto m = static_cast<int>(state.range(0));
  const Model model = process_model(
      {.command = ROWS_PROGRAM, .protocol = protocol, .seconds = 60.0}, {{"a", -5.0, 5.0}}, 1);
  LatentTable<double> latents;
  LatentDesign(Design::iid, m, {})
      .fill({.seed = 1, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::simulation}, latents);
  Simulation<double> out;
  out.resize(m, 1, 1, Derivatives::no);
  const std::vector theta{1.0};
  for (auto _ : state)
    benchmark::DoNotOptimize(model.simulator->simulate(theta, latents, Derivatives::no, out));
  state.counters["rows/s"] = {static_cast<double>(m),
                              benchmark::Counter::kIsIterationInvariantRate};
}

void sizes(benchmark::internal::Benchmark* b) {
  b->ArgName("m")->Arg(1)->Arg(2048)->UseRealTime()->Unit(benchmark::kMicrosecond);
}

// Small answers are round trips, some 15 microseconds each; of large ones text should pass millions
// of rows a second, and binary ten times as many.
BENCHMARK_CAPTURE(answers, text, Protocol::text)->Apply(sizes);
BENCHMARK_CAPTURE(answers, binary, Protocol::binary)->Apply(sizes);

}  // namespace
}  // namespace surefoot
