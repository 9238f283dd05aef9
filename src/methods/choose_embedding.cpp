#include "methods/choose_embedding.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>

#include "emulator/learn_embedding.hpp"
#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

/// Of draws that simulate.
constexpr std::array<std::string_view, 11> direct_settings{
    "simulations", "design",    "evaluator", "noise", "resample", "steps",
    "optimiser",   "step-size", "starts",    "start", "screening"};

/// What a direct fit costs: evaluations of the objective that a draw takes, as measured for one to
/// three parameters, and draws that cost as much as search and checks do.  More draws than are
/// usual do not make a simulator a slow one.
constexpr double evaluations = 100.0, search = 100.0;
constexpr double too_long = 600.0;  // seconds

/// The first of these settings that is not at its default; empty: there is none.
std::string_view direct_setting_in(const FitConfig& settings) {
  const FitConfig open;
  const auto found =
      std::find_if(direct_settings.begin(), direct_settings.end(), [&](std::string_view name) {
        return get(settings, std::string(name)) != get(open, std::string(name));
      });
  return found == direct_settings.end() ? std::string_view{} : *found;
}

bool has_bounded_kernel(const Run& run) {
  if (run.kernel) return run.kernel->bounded();
  const auto usual = run.model.kernel.value_or(default_of<&FitConfig::kernel>());
  auto terms = parse_kernel(run.settings.kernel.value_or(usual));
  for (KernelTerm& term : terms)
    if (needs_lengthscale(term)) term.lengthscale = 1.0;
  return Kernel(terms).bounded();
}

/// Whether draws could be made by an emulator, and the settings leave it open.
bool is_open(const Run& run) {
  return embedding_way(run.settings) == EmbeddingWay::automatic && run.model.simulator &&
         !run.model.closed_form && has_bounded_kernel(run);
}

bool may_use_device(const Run& run) {
  return run.model.accelerator && run.settings.device != Device::cpu &&
         run.model.accelerator->missing().empty();
}

/// How many observations a draw simulates by default.
int simulations_of_draws(const Run& run) {
  const std::size_t latents = run.model.latents.size();
  return default_simulations(automatic_design(static_cast<int>(latents), false),
                             run.observations.size(), latents);
}

/// Evaluations of a direct fit, all together.
double direct_evaluations(const Run& run) {
  return evaluations * (std::min<double>(run.settings.draws, FitConfig{}.draws) + search);
}

bool simulates_less_if_learnt(const Run& run) {
  const auto usual = usual_budget(run.space.free().size(), run.observations.size());
  return double(usual) < direct_evaluations(run) * simulations_of_draws(run);
}

}  // namespace

void refuse_direct_settings(const FitConfig& settings) {
  if (const auto name = direct_setting_in(settings); !name.empty())
    throw Error(Fault::usage,
                fmt::format("{} belongs to draws that simulate, and embedding emulated makes none; "
                            "embedding direct will do",
                            name));
}

void forget_direct_settings(FitConfig& settings) {
  for_each_setting([&](const auto& row) {
    if (std::find(direct_settings.begin(), direct_settings.end(), row.name) !=
        direct_settings.end())
      settings.*row.member = FitConfig{}.*row.member;
  });
}

double simulation_share_of_direct_draws(const Run& run) {
  const auto latents = static_cast<int>(run.model.latents.size());
  if (automatic_design(latents, false) != Design::iid) return 0.0;
  const auto n = static_cast<double>(run.observations.size());
  return n / (n + simulations_of_draws(run));
}

EmbeddingWay embedding_way(const FitConfig& settings) {
  if (settings.method != Method::npl_mmd) return EmbeddingWay::direct;
  if (settings.embedding == EmbeddingWay::direct && settings.budget)
    throw Error(
        Fault::usage,
        "a budget is spent by embedding emulated; embedding direct simulates for every draw");
  if (settings.embedding == EmbeddingWay::direct &&
      (settings.keep_simulations || settings.simulations_from))
    throw Error(Fault::usage,
                fmt::format("{} is for embedding emulated; by embedding direct every draw "
                            "simulates for itself alone",
                            settings.keep_simulations ? "keep-simulations" : "simulations-from"));
  if (settings.embedding != EmbeddingWay::automatic) return settings.embedding;
  if (settings.budget || settings.keep_simulations || settings.simulations_from)
    return EmbeddingWay::emulated;
  const bool is_direct = !direct_setting_in(settings).empty() || settings.preset == Preset::paper ||
                         settings.device == Device::cuda || settings.max_calls;
  return is_direct ? EmbeddingWay::direct : EmbeddingWay::automatic;
}

std::vector<double> middle_of(const ParameterSpace& space) {
  std::vector<double> theta(space.held().begin(), space.held().end());
  for (const int k : space.free()) theta[static_cast<std::size_t>(k)] = middle_of(space[k]);
  return theta;
}

std::optional<SlowSimulator> find_slow_simulator(const Run& run) {
  const bool has_own_clock = !run.settings.part && !run.continuation.crew;
  if (!is_open(run) || !has_own_clock || run.model.built_in || may_use_device(run))
    return std::nullopt;
  const int simulations = simulations_of_draws(run);
  const SimulatorPace pace = time_simulator(run.model, middle_of(run.space), run.settings.threads,
                                            simulations, run.settings.seed);
  const double seconds = pace.seconds(direct_evaluations(run), simulations);
  if (seconds <= too_long) return std::nullopt;
  return SlowSimulator{pace, seconds};
}

bool is_learnt_by_default(const Run& run) {
  if (!is_open(run)) return false;
  const Model& model = run.model;
  const bool is_such = model.built_in ? model.learnt || !model.blind.empty()
                                      : !model.simulator->differentiable() && !may_use_device(run);
  return is_such && simulates_less_if_learnt(run);
}

bool is_learnt_where_blind(const Run& run) {
  return is_open(run) && !may_use_device(run) && simulates_less_if_learnt(run);
}

std::optional<EmulationReason> reason_to_emulate(const Run& run) {
  if (embedding_way(run.settings) == EmbeddingWay::emulated) return EmulationReason{.wanted = true};
  if (const auto slow = find_slow_simulator(run)) return EmulationReason{.slow = slow};
  if (is_learnt_by_default(run)) return EmulationReason{.blind = run.model.blind};
  return std::nullopt;
}

}  // namespace surefoot
