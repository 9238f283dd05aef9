#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/simd/dispatch.hpp>
#include <surefoot/simulators/process.hpp>

#include "bootstrap/common_settings.hpp"
#include "methods/run.hpp"

namespace surefoot {
namespace {

/// Data simulated at some of the draws that did not fail: rows spread evenly over each chain or
/// quarter, so that they keep their places when draws are laid out as chains.  No more than the
/// observations are: pictures that set them against each other want as many of both.
Predictive predict(const Run& run, const Draws& draws) {
  const FitConfig& s = run.settings;
  Predictive predictive;
  predictive.observations = static_cast<int>(
      std::min(static_cast<std::size_t>(s.predictive_observations), run.observations.size()));
  const std::size_t rows = draws.rows();
  const auto wanted = std::min(static_cast<std::size_t>(s.predictive_draws), rows);
  if (wanted == 0 || predictive.observations == 0) return predictive;
  std::size_t parts = run.result.chains > 0 ? static_cast<std::size_t>(run.result.chains) : 4;
  if (rows % parts != 0 || wanted < parts) parts = 1;
  const std::size_t length = rows / parts, each = wanted / parts;
  std::vector<std::size_t> wanted_rows;
  for (std::size_t q = 0; q < parts; ++q)
    for (std::size_t k = 0; k < each; ++k) {
      const std::size_t r = q * length + k * length / each;
      if (!is_failed(draws.info[r].status)) wanted_rows.push_back(r);
    }
  std::vector<std::optional<Sample>> data(wanted_rows.size());
  std::vector<std::string> reasons(wanted_rows.size());
  for_each_index(s.threads, data.size(), [&](std::size_t i) {
    const std::size_t r = wanted_rows[i];
    try {
      data[i] = simulate_iid(run.model, draws.row(r), predictive.observations,
                             {s.seed, draws.index[r], 0, 0, Purpose::predictive});
    } catch (const Error& error) {
      reasons[i] = error.what();  // a simulator may fail at some latent points
    } catch (const Interrupted&) {
      // Nor has one whose calls are used up.
    }
  });
  const auto failed =
      reasons.size() - static_cast<std::size_t>(std::count(reasons.begin(), reasons.end(), ""));
  if (failed > 0)
    run.events.warning(fmt::format(
        "at {} of {} draws no predictive data could be simulated: {}", failed, reasons.size(),
        *std::find_if(reasons.begin(), reasons.end(), [](const auto& r) { return !r.empty(); })));
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (!data[i]) continue;
    predictive.index.push_back(static_cast<std::uint32_t>(wanted_rows[i]));
    const auto values = data[i]->values();
    predictive.values.insert(predictive.values.end(), values.begin(), values.end());
  }
  return predictive;
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
              const std::function<void(Run&)>& method) {
  const auto began = std::chrono::steady_clock::now();
  const Model stopping = stoppable(model, stop);
  Run run{stopping, observations, kernel, events, std::move(stop), {}, config, {}};
  Fit& result = run.result;
  result.given = given_settings(config);
  run.events.warning = [&](const std::string& text) {
    result.warnings.push_back(text);
    if (events.warning) events.warning(text);
  };
  if (events.progress)
    run.events.progress = [&](Progress progress) {
      if (model.simulator) progress.calls = model.simulator->calls();
      events.progress(progress);
    };
  settle_common(run.settings, model);
  run.space = bounded_space(model, run.settings);
  result.draws.names = run.space.names();
  try {
    method(run);
  } catch (const Interrupted&) {
    // The search for a start was not finished: no draws.
  }
  if (!result.failure.empty() && result.draws.rows() == 0)
    throw Error(result.failure_fault, result.failure);  // there is nothing to keep
  for (const std::string& text : process_warnings(model)) run.events.warning(text);

  result.model = model.name;
  result.settings = run.settings;
  result.observations = observations;
  for (const auto& info : result.draws.info) result.simulator_calls += info.simulator_calls;
  result.threads = run.settings.threads;
  result.instruction_set = instruction_set();
  result.partial |= result.draws.rows() < static_cast<std::size_t>(run.settings.draws);
  if (model.simulator) result.predictive = predict(run, result.draws);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return std::move(result);
}

Fit fit(const Model& model, const Sample& observations, const FitConfig& config,
        const Events& events, std::stop_token stop) {
  return fit(model, observations, std::nullopt, config, events, std::move(stop));
}

Fit fit(const Model& model, const Sample& observations, const std::optional<Kernel>& kernel,
        const FitConfig& config, const Events& events, std::stop_token stop) {
  validate(config);
  check_observations(model, observations);
  return carry_out(model, observations, kernel, config, events, std::move(stop), carry_out_method);
}

}  // namespace surefoot
