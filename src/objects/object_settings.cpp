#include "objects/object_settings.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "bootstrap/common_settings.hpp"
#include "methods/choose_embedding.hpp"
#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

template <class A, class B>
constexpr bool same_member(A a, B b) {
  if constexpr (std::is_same_v<A, B>)
    return a == b;
  else
    return false;
}

/// Whether a member is one of these.
template <auto... members>
constexpr bool is_one_of(auto member) {
  return (same_member(members, member) || ...);
}

/// Whether a setting means something for objects.
constexpr bool is_meaningful(auto member) {
  using Config = FitConfig;
  return is_one_of<&Config::draws, &Config::mass, &Config::simulations, &Config::noise,
                   &Config::embedding, &Config::budget, &Config::optimiser, &Config::steps,
                   &Config::starts, &Config::screening, &Config::start, &Config::bounds,
                   &Config::fixed, &Config::seed, &Config::threads, &Config::predictive_draws,
                   &Config::predictive_observations>(member);
}

void refuse_others(const FitConfig& settings) {
  const FitConfig usual;
  for_each_setting([&](const auto& row) {
    if (!is_meaningful(row.member) && get(settings, row.name) != get(usual, row.name))
      throw Error(Fault::usage, fmt::format("a fit to objects has no {}, but {} is given", row.name,
                                            get(settings, row.name)));
  });
  if (settings.noise == NoisePolicy::fresh)
    throw Error(Fault::usage,
                "noise fresh needs derivatives, which objects have not; per-draw and shared will "
                "do");
  const auto optimiser = settings.optimiser.value_or(OptimiserName::automatic);
  if (optimiser != OptimiserName::automatic && !is_derivative_free(optimiser))
    throw Error(
        Fault::usage,
        fmt::format("optimiser {} needs derivatives, which objects have not; {} will do",
                    to_word(optimiser), optimiser_words(" and ", [](const OptimiserFacts& facts) {
                      return facts.needs == Needs::values;
                    })));
  constexpr int least = 2;  // for a pair
  if (settings.simulations && *settings.simulations < least)
    throw Error(Fault::usage, fmt::format("simulations must be at least {}, but are {}", least,
                                          *settings.simulations));
}

void settle_emulated(FitConfig& s) {
  refuse_direct_settings(s);
  if (s.budget && s.budget->is_time)
    throw Error(Fault::usage,
                fmt::format("the budget of a fit to objects must be a number of simulated objects, "
                            "but is {}",
                            get(s, "budget")));
  s.embedding = EmbeddingWay::emulated;
}

void settle_direct(FitConfig& s, std::size_t observations, int parameters) {
  // They add n/m to the posterior variance, but an evaluation grows by their square, and kernels of
  // objects are slow.
  constexpr std::size_t fewest = 200, most = 1000;
  unless_given(s.simulations, static_cast<int>(std::clamp(2 * observations, fewest, most)));
  unless_given(s.noise, default_of<&FitConfig::noise>());
  // Objects jump with theta, and so does their distance: a simplex only compares values.
  if (!s.optimiser || *s.optimiser == OptimiserName::automatic) s.optimiser = OptimiserName::sbplx;
  unless_given(s.steps, default_steps(*s.optimiser));
  unless_given(s.starts, 3);
  constexpr int for_each_parameter = 32, most_places = 512;
  unless_given(s.screening, std::min(for_each_parameter * parameters, most_places));
  s.embedding = EmbeddingWay::direct;
  s.design = Design::iid;
  s.evaluator = Evaluator::pairs;
}

/// What a finished fit says of itself, so that its settings can be used again.
constexpr const char* own_kernel = "own";

}  // namespace

void settle_object_settings(FitConfig& s, std::size_t observations, int parameters) {
  if (s.kernel == own_kernel) s.kernel.reset();
  if (s.design == Design::iid) s.design.reset();
  if (s.device == Device::cpu) s.device = Device::automatic;
  if (s.evaluator == Evaluator::pairs) s.evaluator = Evaluator::automatic;
  s.check = FitConfig{}.check;
  refuse_others(s);
  validate(s);
  unless_given(s.mass, Mass::fixed);
  if (embedding_way(s) == EmbeddingWay::emulated)
    settle_emulated(s);
  else
    settle_direct(s, observations, parameters);
  s.kernel = own_kernel;
  s.device = Device::cpu;
  s.check = Check::none;  // scores and tests are about rows of numbers
}

}  // namespace surefoot
