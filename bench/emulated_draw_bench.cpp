#include <map>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

#include <surefoot/design/design.hpp>
#include <surefoot/simulators/registry.hpp>

#include "emulator/learn_embedding.hpp"

namespace surefoot {
namespace {

/// The posterior of a built-in model, at its own truth, by an embedding that is learnt.
struct LearntPosterior {
  LearntPosterior(const char* name, int observations, std::int64_t budget) {
    const Model model = built_in_model(name);
    x = simulate_iid(model, model.truth, observations, {1, 0, 0, 0, Purpose::data});
    FitConfig settings;
    if (!model.kernel) settings.lengthscale = "1";
    const Problem problem = make_problem(model, x, settings);
    learnt = learn_embedding(problem, budget, [&](double) { return problem; }, {}, {});
  }

  Sample x;
  std::optional<LearntEmbedding> learnt;
};

// Nothing is simulated: weights, a minimisation over polynomials, trimming, and a second
// minimisation with the emulator's own error.  Hundreds of microseconds at most.
void emulated_draw(benchmark::State& state, const char* name, int observations,
                   std::int64_t budget) {
  static std::map<std::string, LearntPosterior> all;  // learning takes longer than the draws
  const auto& learnt = all.try_emplace(name, name, observations, budget).first->second.learnt;
  std::uint32_t number = 0;
  for (auto _ : state) benchmark::DoNotOptimize(learnt->posterior->draw(number++).mmd2);
  state.counters["draws/s"] = {static_cast<double>(number), benchmark::Counter::kIsRate};
}
BENCHMARK_CAPTURE(emulated_draw, gaussian_location, "gaussian-location", 200, 20'000);
BENCHMARK_CAPTURE(emulated_draw, g_and_k, "g-and-k", 200, 50'000);
BENCHMARK_CAPTURE(emulated_draw, m_g_1, "m-g-1", 200, 50'000);
BENCHMARK_CAPTURE(emulated_draw, toggle_switch, "toggle-switch", 2000, 2'000'000);

}  // namespace
}  // namespace surefoot
