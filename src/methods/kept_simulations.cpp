#include "methods/kept_simulations.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hash.hpp"

namespace surefoot {
namespace {

std::string bytes_of(std::span<const double> values) {
  const auto bytes = std::as_bytes(values);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// All that decides where an emulated fit simulates, whether it was given or followed from
/// something.
std::string key_of(const Problem& problem, std::int64_t budget) {
  constexpr std::array<const char*, 7> deciding{
      "mass", "trim", "concentration", "base-measure", "truncation", "scale", "seed"};
  std::string text =
      fmt::format("{} {} {}", problem.comparison->kernel.text(), problem.comparison->pilot, budget);
  for (const char* name : deciding) text += ' ' + get(*problem.settings, name);
  text += bytes_of(problem.data->observations->values()) + bytes_of(problem.data->column_scale) +
          bytes_of(problem.box().lower) + bytes_of(problem.box().upper) +
          bytes_of(problem.space->parameters.held());
  return fmt::format("{:016x}", hash_of(text));
}

}  // namespace

std::unique_ptr<SimulationStore> open_simulations(const Run& run, const Problem& problem,
                                                  std::int64_t budget) {
  if (!run.settings.keep_simulations) return nullptr;
  return std::make_unique<SimulationStore>(*run.settings.keep_simulations, run.model,
                                           problem.space->parameters, key_of(problem, budget));
}

void tell_what_was_reused(const SimulationStore& store, const LearntEmbedding& learnt,
                          const Run& run) {
  if (learnt.reused.places == 0)
    return run.note(fmt::format("what was simulated is kept in {}", store.path().string()));
  run.note(fmt::format("{} observations at {} places taken from {}; {} simulated anew",
                       learnt.reused.observations, learnt.reused.places, store.path().string(),
                       learnt.simulator_calls));
}

}  // namespace surefoot
