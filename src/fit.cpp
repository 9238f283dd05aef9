#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/prior/marginal.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/simd/dispatch.hpp>
#include <surefoot/simulators/process.hpp>

#include "bootstrap/common_settings.hpp"
#include "methods/few_observations.hpp"
#include "methods/first_look.hpp"
#include "methods/posterior_edges.hpp"
#include "methods/run.hpp"
#include "simulators/isolated_simulator.hpp"

namespace surefoot {
namespace {

/// Rows, of so many, spread evenly over each chain or quarter, so that they keep their places when
/// draws are laid out as chains.
std::vector<std::size_t> spread_rows(std::size_t rows, std::size_t wanted, int chains) {
  std::size_t quarters = chains > 0 ? static_cast<std::size_t>(chains) : 4;
  if (rows % quarters != 0 || wanted < quarters) quarters = 1;
  const std::size_t length = rows / quarters, each = wanted / quarters;
  std::vector<std::size_t> list;
  for (std::size_t q = 0; q < quarters; ++q)
    for (std::size_t k = 0; k < each; ++k) list.push_back(q * length + k * length / each);
  return list;
}

/// The rows at which data are simulated: some of those that did not fail.  A part has those of the
/// whole run that are among its draws.
std::vector<std::size_t> predictive_rows(const Run& run, const Draws& draws) {
  const std::size_t rows =
      run.settings.part ? static_cast<std::size_t>(run.settings.draws) : draws.rows();
  const auto wanted = std::min(static_cast<std::size_t>(run.settings.predictive_draws), rows);
  std::vector<std::size_t> list;
  for (std::size_t row : spread_rows(rows, wanted, run.result.chains)) {
    if (run.settings.part) {
      const auto at = std::lower_bound(draws.index.begin(), draws.index.end(), row);
      if (at == draws.index.end() || *at != row) continue;
      row = static_cast<std::size_t>(at - draws.index.begin());
    }
    if (!is_failed(draws.info[row].status)) list.push_back(row);
  }
  return list;
}

void warn_of_failures(const Run& run, const std::vector<std::string>& reasons) {
  const auto first =
      std::find_if(reasons.begin(), reasons.end(), [](const auto& r) { return !r.empty(); });
  if (first == reasons.end()) return;
  const auto failed =
      reasons.size() - static_cast<std::size_t>(std::count(reasons.begin(), reasons.end(), ""));
  run.events.warning(fmt::format("at {} of {} draws no predictive data could be simulated: {}",
                                 failed, reasons.size(), *first));
}

/// Unless somebody said how many, as many observations as the data have, since pictures that set
/// them against each other want as many of both, at fewer draws where that would be very many.  An
/// emulated run has a budget for them, which was divided before.
void settle_predictive_size(FitConfig& settings, std::size_t observations) {
  if (settings.embedding == EmbeddingWay::emulated) return;
  constexpr std::size_t enough = 400'000;  // values of a column, as of 200 draws of 2000
  constexpr std::size_t fewest = 8;        // draws that show how predictions differ
  constexpr std::size_t most = 1'000'000;  // observations of a draw; eight of these are 64 MB
  if (!is_given(settings, "predictive-observations"))
    settings.predictive_observations = otherwise(static_cast<int>(std::min(observations, most)));
  if (is_given(settings, "predictive-draws") || settings.predictive_observations == 0) return;
  const std::size_t affordable =
      std::max(fewest, enough / static_cast<std::size_t>(settings.predictive_observations));
  if (affordable < static_cast<std::size_t>(settings.predictive_draws))
    settings.predictive_draws = otherwise(static_cast<int>(affordable));
}

/// Data simulated at some of the draws.  No more than the observations are.
void predict(Run& run) {
  FitConfig& s = run.settings;
  settle_predictive_size(s, run.observations.size());
  const Draws& draws = run.result.draws;
  Predictive& predictive = run.result.predictive;
  predictive.observations = static_cast<int>(
      std::min(static_cast<std::size_t>(s.predictive_observations), run.observations.size()));
  if (predictive.observations == 0) return;
  const std::vector<std::size_t> rows = predictive_rows(run, draws);
  std::vector<std::optional<Sample>> data(rows.size());
  std::vector<std::string> reasons(rows.size());
  for_each_index(s.threads, rows.size(), [&](std::size_t i) {
    if (run.stop.stop_requested()) return;
    try {
      data[i] = simulate_iid(run.model, draws.row(rows[i]), predictive.observations,
                             {s.seed, draws.index[rows[i]], 0, 0, Purpose::predictive});
    } catch (const Error& error) {
      reasons[i] = error.what();  // a simulator may fail at some latent points
    } catch (const Interrupted&) {
      // Nor has one whose calls are used up.
    }
  });
  warn_of_failures(run, reasons);
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (!data[i]) continue;
    predictive.index.push_back(static_cast<std::uint32_t>(rows[i]));
    const auto values = data[i]->values();
    predictive.values.insert(predictive.values.end(), values.begin(), values.end());
  }
  // A budget is for all that is simulated.
  if (s.embedding == EmbeddingWay::emulated)
    run.result.simulator_calls += static_cast<std::int64_t>(rows.size()) * predictive.observations;
}

/// Parameters from the prior in force, if there is one, cut to the box.
PriorDraws draw_from_prior(const Run& run) {
  constexpr std::uint32_t enough = 1000;  // for pictures beside the posterior
  PriorDraws drawn;
  if (!run.settings.prior) return drawn;
  const auto given = parse_marginals(*run.settings.prior, run.space);
  std::vector<std::pair<std::uint32_t, CutMarginal>> marginals;
  for (const int k : run.space.free()) {
    auto found = given.find(run.space[k].name);
    if (found == given.end()) found = given.find("");
    if (found == given.end()) continue;
    drawn.names.push_back(run.space[k].name);
    marginals.emplace_back(k, CutMarginal(found->second, run.space[k]));
  }
  // Step 1: the centres of draws have step 0.
  for (std::uint32_t r = 0; r < enough; ++r)
    for (const auto& [k, marginal] : marginals)
      drawn.values.push_back(
          marginal.draw(Noise({run.settings.seed, r, 1, k, Purpose::prior}).uniform()));
  return drawn;
}

/// Events whose warnings are kept, and whose progress counts calls and what was there before.
Events listening(Run& run, const Events& events) {
  Events result = events;
  result.warning = [&run, events](const std::string& text) {
    run.result.warnings.push_back(text);
    if (events.warning) events.warning(text);
  };
  if (events.progress)
    result.progress = [&run, events](Progress progress) {
      if (run.model.simulator) progress.calls = run.model.simulator->calls();
      if (std::string_view(progress.unit) != Progress{}.unit) return events.progress(progress);
      progress.done += run.finished.rows();
      progress.total += run.finished.rows();
      for (const DrawInfo& info : run.finished.info) progress.failed += is_failed(info.status);
      events.progress(progress);
    };
  return result;
}

/// What is known of a run before its method begins.
void describe(Run& run, const FitConfig& config) {
  Fit& result = run.result;
  result.model = run.model.name;
  result.model_source = run.model.source;
  result.given = given_settings(config);
  result.observations = run.observations;
  result.instruction_set = instruction_set();
  result.draws.names = run.space.names();
}

void carry_out_method(Run& run) {
  switch (run.settings.method) {
    case Method::npl_mmd:
      return npl_mmd(run);
    case Method::npl_wll:
      return npl_wll(run);
    case Method::npl_wasserstein:
      return npl_wasserstein(run);
    case Method::wabc:
    case Method::mmd_abc:
      return abc(run);
    case Method::mmd_bayes:
      return mmd_bayes(run);
    case Method::bayes:
      return bayes(run);
  }
}

}  // namespace

Fit carry_out(const Model& model, const Sample& observations, const std::optional<Kernel>& kernel,
              const FitConfig& config, const Events& events, std::stop_token stop,
              const Continuation& continuation, const std::function<void(Run&)>& method) {
  const auto began = std::chrono::steady_clock::now();
  const Model isolated = isolated_where_wanted(model, config, events.note);
  const Model stopping = stoppable(isolated, stop);
  Run run{stopping, observations, kernel, continuation, {}, std::move(stop), {}, config, {}};
  Fit& result = run.result;
  run.events = listening(run, events);
  settle_common(run.settings, model);
  run.space = bounded_space(model, run.settings);
  describe(run, config);
  judge_number_of_observations(run);
  look_at_rows(observations, run.events);
  try {
    method(run);
  } catch (const Interrupted&) {
    // The search for a start, or the check after the draws, was not finished.
  }
  if (!result.failure.empty() && result.draws.rows() == 0)
    throw Error(result.failure_fault, result.failure);  // there is nothing to keep

  for (const auto& info : result.draws.info) result.simulator_calls += info.simulator_calls;
  result.threads = run.settings.threads;
  const DrawShare share = share_of(run.settings);
  result.partial |= result.draws.rows() < share.last - share.first;
  result.settings = run.settings;
  if (!run.settings.part) judge_box_edges(result, run.events.warning);
  // After a signal nothing may take long; a run that goes on from here makes up for it.
  if (model.simulator && !run.stop.stop_requested()) predict(run);
  result.settings = run.settings;
  result.prior_draws = draw_from_prior(run);
  for (int k = 0; k < run.space.size(); ++k)
    result.box.push_back({run.space[k].lower, run.space[k].upper});
  for (const std::string& text : process_warnings(isolated)) run.events.warning(text);
  result.partial |= run.stop.stop_requested();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return std::move(result);
}

Fit fit(const Model& model, const Sample& observations, const FitConfig& config,
        const Events& events, std::stop_token stop) {
  return fit(model, observations, std::nullopt, config, events, std::move(stop));
}

Fit fit(const Model& model, const Sample& observations, const std::optional<Kernel>& kernel,
        const FitConfig& config, const Events& events, std::stop_token stop,
        const Continuation& continuation) {
  validate(config);
  check_observations(model, observations);
  return carry_out(model, observations, kernel, config, events, std::move(stop), continuation,
                   carry_out_method);
}

}  // namespace surefoot
