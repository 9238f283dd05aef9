#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "settings/setting_row.hpp"

namespace surefoot {

/// Every setting, in the order of FitConfig and of what users read: name, member, limits, the
/// methods that look at it, its default unless FitConfig has one, what it does, and other defaults
/// of some methods.  Command line, config file, Python keywords, documentation, report and checks
/// are all made from this list.
///
/// Beyond the upper ends of whole numbers memory or patience ends first; they catch slips of the
/// keyboard and keep products of two of them inside 64 bits.
inline constexpr auto setting_rows = [] {
  using Config = FitConfig;
  using enum Method;
  const Methods mmd{npl_mmd}, transport{npl_wasserstein}, abc{wabc, mmd_abc}, score{mmd_bayes};
  const Methods bootstraps = mmd | transport | Methods{npl_wll};
  const Methods chains = score | Methods{bayes};
  const Methods kernels = mmd | score | Methods{mmd_abc};
  const Methods distances = transport | Methods{wabc};
  const Methods every = bootstraps | abc | chains;

  return std::tuple{
      row("method", &Config::method, {}, every, "how the posterior is computed"),
      row("preset", &Config::preset, {}, every, "paper: the published settings of the model"),
      row("draws", &Config::draws, {1, 10'000'000}, every, "posterior draws",
          But{abc, chosen("as many as particles")}),
      row("mass", &Config::mass, {}, mmd,
          chosen("free, but fixed with preset paper and for unbounded kernels"),
          "fixed: the paper's objective; free: also estimates the clean fraction of the data"),
      row("trim", &Config::trim, {}, mmd, chosen("none with mass fixed, else", Trim{2.0}),
          "how many standard deviations more data than the model explains may lie somewhere before "
          "the excess is left out"),
      row("kernel", &Config::kernel, {"a family, or a sum such as gaussian:1+laplace:10"}, kernels,
          chosen("the model's, else", "gaussian"), "how observations are compared",
          But{{mmd_abc}, usually("gaussian")}),
      row("lengthscale", &Config::lengthscale,
          {"a number, auto (npl-mmd), quantile:PROBABILITY:FACTOR, median, median-paper, median-l1 "
           "or median-prior (mmd-bayes)"},
          kernels, chosen("the model's, else", "auto"), "of the kernel, in the observations' units",
          But{{mmd_abc}, usually("median-l1")},
          But{score,
              chosen("the model's, else median-prior if a prior is given, else", "median-paper")}),
      row("concentration", &Config::concentration, Zero::allowed, bootstraps,
          "trust in the base measure, in observations; 0 uses the data alone"),
      row("base-measure", &Config::base_measure,
          {"normal:auto, normal:MEAN:SD, uniform:LO:HI, file:PATH, simulator:NAME=VALUE,... or "
           "prior-box"},
          bootstraps, "where pseudo-observations come from"),
      row("truncation", &Config::truncation, {1, 10'000'000}, bootstraps, none("exact"),
          "pseudo-observations of the paper's approximate scheme"),
      row("simulations", &Config::simulations, {2, 10'000'000},  // a variance needs two
          mmd | transport | score, chosen("chosen from n and the design"),
          "simulated observations per evaluation", But{transport, chosen("chosen from n")},
          But{score, chosen("none where a closed form does, else", 500)}),
      row("design", &Config::design, {}, mmd, usually(Design::automatic),
          "how the simulator's latent points are placed"),
      row("evaluator", &Config::evaluator, {}, mmd,
          "how the kernel sums are computed: over all pairs, or faster where the kernel allows"),
      row("noise", &Config::noise, {}, mmd | transport, usually(NoisePolicy::per_draw),
          "latent points per draw, shared by all draws, or fresh at every step"),
      row("resample", &Config::resample, {}, mmd,
          "replace the weighted data term by batches resampled from it, as the paper's code does"),
      row("embedding", &Config::embedding, {}, mmd,
          "direct: every draw simulates; emulated: the model is simulated once for all draws, and "
          "learnt; auto: emulated where a budget is given, derivatives are missing or blind, or "
          "the "
          "simulator is seen to be slow"),
      row("budget", &Config::budget, {}, mmd, none("what an emulated fit needs"),
          "simulated observations in all that an emulated fit may spend, or time for them"),
      row("keep-simulations", &Config::keep_simulations, {"the name of a file"}, mmd, none(),
          "file in which an emulated fit keeps what it simulates, and from which it first takes "
          "what earlier fits of the same simulator have kept there"),
      row("simulations-from", &Config::simulations_from, {"the name of a file"}, mmd, none(),
          "table of simulations made elsewhere, from which alone the model is learnt: columns with "
          "the names of the parameters, the others are the observation; or a file that "
          "keep-simulations has written"),
      row("optimiser", &Config::optimiser, {}, bootstraps, usually(OptimiserName::automatic),
          "how a draw's objective is minimised"),
      row("steps", &Config::steps, {1, 10'000'000}, bootstraps, chosen("chosen from the optimiser"),
          "most optimiser steps per start"),
      row("step-size", &Config::step_size, Zero::refused, mmd, usually(0.1),
          "step size of adam and sgd"),
      row("starts", &Config::starts, {1, 1000}, mmd, chosen("chosen from the optimiser"),
          "starting points kept for each draw"),
      row("screening", &Config::screening, {1, 1'000'000}, mmd, usually(512),
          "points of the box that are tried to find the starts"),
      row("start", &Config::start, {}, bootstraps | chains, chosen("searched for"),
          "start every minimisation or chain here, NAME=VALUE,..."),
      row("bounds", &Config::bounds, {}, every, chosen("the model's"),
          "box of a parameter, NAME=LO:HI,..."),
      row("fixed", &Config::fixed, {}, every, chosen("no parameter"),
          "hold a parameter, NAME=VALUE,..."),
      row("model-option", &Config::model_option, {}, every, chosen("the model's"),
          "option of the model, NAME=VALUE,..."),
      row("parameters", &Config::parameters,
          {"NAME=LO:HI,..., with :log behind those to be optimised on that scale"}, every,
          chosen("none, and a program needs them"), "of a simulator that is a program"),
      row("protocol", &Config::protocol, {}, every, usually(Protocol::text),
          "how numbers travel to and from such a program"),
      row("time-limit", &Config::time_limit, Zero::refused, every, usually(60.0),
          "seconds that one answer of such a program, or of an isolated header, may take"),
      row("max-calls", &Config::max_calls, {1, 2'000'000'000}, every, none(),
          "requests to such a program, after which the run ends"),
      row("isolate", &Config::isolate, {}, every, chosen("for headers that have crashed before"),
          "run a header in processes of its own, so that a crash costs an evaluation and not the "
          "run"),
      row("scale", &Config::scale, {}, mmd,
          "divide each column by its mad or sd before the kernel"),
      row("precision", &Config::precision, {}, mmd,
          "mixed: float sums with double accumulation; double: double throughout"),
      row("prior", &Config::prior,
          {"normal:MEAN:SD, uniform:LO:HI or log-of-uniform:LO:HI for all, or NAME=... for each"},
          every, chosen("none"),
          "of the parameters; beside it the bootstraps count each observation as one",
          But{abc | chains, chosen("the model's")}),
      row("order", &Config::order, {1, 2}, distances, usually(1), "of the Wasserstein distance"),
      row("transport", &Config::transport, {}, distances, usually(Transport::automatic),
          "how the Wasserstein distance is computed"),
      row("particles", &Config::particles, {2, 10'000'000}, abc,
          chosen("draws if given, else", 500), "of wabc and mmd-abc, which are its draws"),
      row("max-simulations", &Config::max_simulations, {1, 2'000'000'000}, abc, usually(100'000),
          "simulated data sets after which wabc and mmd-abc end"),
      row("max-trials", &Config::max_trials, {1, 100'000'000}, abc, usually(100'000),
          "of a particle's move, after which it stays"),
      row("max-seconds", &Config::max_seconds, Zero::refused, abc, none(),
          "after which wabc and mmd-abc end"),
      row("threshold", &Config::threshold, Zero::allowed, abc, none(),
          "of the distance, at which wabc and mmd-abc end"),
      row("chains", &Config::chains, {1, 1000}, chains, usually(4), "Markov chains"),
      row("warmup", &Config::warmup, {0, 100'000'000}, chains, usually(2000),
          "steps of each chain that adapt it and are not kept"),
      row("thin", &Config::thin, {1, 1'000'000}, chains, usually(10),
          "steps of a chain for each draw that is kept"),
      row("score-weight", &Config::score_weight, Zero::refused, score, chosen("calibrated"),
          "of the kernel score beside the prior"),
      row("seed", &Config::seed, {}, every, "same seed, same draws, whatever the threads"),
      row("part", &Config::part, {}, bootstraps, none("all draws"),
          "make only the draws of this part of the run, K/N, which the verb merge puts together"),
      row("threads", &Config::threads, {0, 4096}, every, "worker threads (0: all cores)"),
      row("device", &Config::device, {}, mmd, "where the draws are computed"),
      row("check", &Config::check, {}, mmd,
          "what is found out after the draws: scores of every observation; full: also whether, "
          "where "
          "and by which choices the model does not fit"),
      row("predictive-draws", &Config::predictive_draws, {0, 100'000'000}, every,
          "draws whose simulated data are kept in the output file (0: none)"),
      row("predictive-observations", &Config::predictive_observations, {0, 10'000'000}, every,
          "simulated observations kept for each of them, at most as many as the data have; all of "
          "these unless given, but no more than the default in emulated fits"),
  };
}();

/// Calls visit(row) for each setting, in order.
template <class Visit>
constexpr void for_each_setting(Visit&& visit) {
  std::apply([&](const auto&... rows) { (visit(rows), ...); }, setting_rows);
}

/// A value of any type that a member might have.
struct AnySetting {
  template <class T>
  requires(!std::same_as<HeldBy<T>, T>) operator T() const;
};
struct AnyOther {
  template <class T>
  operator T() const;
};
template <class... Values>
constexpr bool make_config = requires {
  FitConfig{std::declval<Values>()...};
};

/// Whether the rows are those of all members of FitConfig, in their order.
template <class... Members>
constexpr bool are_all_members(const std::tuple<SettingRow<Members>...>&) {
  return make_config<Members...> && !make_config<Members..., AnySetting> &&
         !make_config<Members..., AnyOther>;
}
static_assert(are_all_members(setting_rows), "a member of FitConfig has no row in its place");

/// The row of a member.
template <auto member, std::size_t at = 0>
constexpr const auto& row_of() {
  constexpr const auto& row = std::get<at>(setting_rows);
  if constexpr (std::same_as<decltype(row.member), decltype(member)>) {
    if constexpr (row.member == member)
      return row;
    else
      return row_of<member, at + 1>();
  } else {
    return row_of<member, at + 1>();
  }
}

/// The default of a member that may be without a value, where its row has one.
template <auto member, Method method = Method::npl_mmd>
constexpr auto default_of() {
  constexpr auto value = [] {
    constexpr const auto& row = row_of<member>();
    auto found = row.fallback.value;
    for (const auto& but : row.exceptions)
      if (but && but->methods.has(method)) found = but->fallback.value;
    return found;
  }();
  static_assert(value.has_value(), "the row has words for how this default is chosen");
  return *value;
}

/// Whether a method looks at a member.
template <auto member>
constexpr bool applies(Method method) {
  return row_of<member>().methods.has(method);
}

}  // namespace surefoot
