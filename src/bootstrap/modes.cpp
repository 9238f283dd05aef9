#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/bootstrap/search_steps.hpp>
#include <surefoot/prior/randomised_prior.hpp>

#include "bootstrap/blindness.hpp"
#include "bootstrap/coarse_search.hpp"
#include "bootstrap/contenders.hpp"
#include "bootstrap/curvature.hpp"

namespace surefoot {
namespace {

/// Looks for effects that derivatives miss at some modes, which a look from afar can be wrong about
/// either way, and changes the optimiser if that is open; whether it did.
bool settle_optimiser(const Problem& problem, std::size_t first, std::size_t last, Modes& modes,
                      SearchWorkers& workers) {
  last = std::min(last, modes.list.size());
  if (problem.comparison->closed_form || last <= first) return false;
  std::vector<std::vector<std::string>> blind(last - first);
  workers.run(blind.size(), [&](std::size_t i, DrawObjective& objective) {
    blind[i] = blind_parameters(problem, modes.list[first + i], objective);
  });
  const auto found =
      std::find_if(blind.begin(), blind.end(), [](const auto& names) { return !names.empty(); });
  if (found != blind.end())
    modes.blind = *found;
  else if (first == 0)
    modes.blind.clear();
  if (problem.settings->optimiser != OptimiserName::automatic) return false;
  const auto suited = modes.blind.empty() ? OptimiserName::bfgs : OptimiserName::gauss_newton;
  if (suited == modes.optimiser) return false;
  modes.optimiser = suited;
  auto minima = distinct(problem, descend(problem, suited, modes.list, workers));
  if (!minima.empty()) modes.list = std::move(minima);
  return true;
}

/// Gives the modes what draws need to start from them, and drops those that none would end at.
void complete(const Problem& problem, Modes& modes, SearchWorkers& workers,
              const std::stop_token& stop) {
  std::vector<std::int64_t> calls(modes.list.size(), 0);
  workers.run(modes.list.size(), [&](std::size_t i, DrawObjective& objective) {
    if (modes.optimiser == OptimiserName::gauss_newton)
      calls[i] = complete_by_differences(problem, modes.list[i], objective, stop);
    else
      complete_by_hessian(problem, modes.list[i], objective);
  });
  for (const std::int64_t more : calls) modes.simulator_calls += more;
  std::erase_if(modes.list, [&](const Mode& mode) {
    return modes.optimiser == OptimiserName::gauss_newton && !mode.linear.landmarks;
  });
  modes.list = distinct(problem, std::move(modes.list));
  drop_hopeless(problem, modes.list);
}

/// Leaves out what the best mode does not explain, until it explains what is left.
std::vector<double> settle_shares(const Problem& problem, Modes& modes,
                                  const std::stop_token& stop) {
  constexpr int rounds = 8;
  constexpr double settled = 0.01;
  std::vector<Mode> best = {modes.list.front()};
  std::vector<double> shares;
  for (int round = 0; round < rounds; ++round) {
    const Problem trimmed = with_shares(problem, shares);
    SearchWorkers workers = search_workers(trimmed, stop);
    if (round > 0) {
      const auto found = descend(trimmed, modes.optimiser, best, workers);
      if (found.empty()) break;
      best.front().eta = found.front().eta;
    }
    std::vector<double> next;
    workers.run(1, [&](std::size_t, DrawObjective& objective) {
      objective.begin_data();
      objective.trim(best.front().eta);
      next.assign(objective.shares().begin(), objective.shares().end());
    });
    double moved = shares.empty() ? 1.0 : 0.0;
    for (std::size_t i = 0; i < shares.size(); ++i)
      moved = std::max(moved, std::abs(next[i] - shares[i]));
    shares = std::move(next);
    modes.simulator_calls += workers.simulator_calls();
    if (shares.empty() || moved < settled) break;
  }
  return shares;
}

/// Whatever an optimiser that goes downhill needs beyond the minima that were found.
void prepare_modes(const Problem& problem, Modes& modes, const std::stop_token& stop) {
  SearchWorkers workers = search_workers(problem, stop);
  if (!modes.shares.empty()) {  // with less of the data the minima lie elsewhere
    auto minima = distinct(problem, descend(problem, modes.optimiser, modes.list, workers));
    if (!minima.empty()) modes.list = std::move(minima);
  }
  settle_optimiser(problem, 0, 1, modes, workers);
  complete(problem, modes, workers, stop);
  // The best mode may lie where a parameter does nothing (an edge of the box), and others not.
  if (modes.optimiser == OptimiserName::bfgs &&
      settle_optimiser(problem, 1, modes.list.size(), modes, workers))
    complete(problem, modes, workers, stop);
  modes.simulator_calls += workers.simulator_calls();
}

}  // namespace

Modes find_modes(const Problem& problem, std::stop_token stop, SearchSteps* steps) {
  const auto step_done = [steps] {
    if (steps) steps->step_done();
  };
  const FitConfig& settings = *problem.settings;
  Modes modes;
  modes.optimiser = first_optimiser(settings);
  SearchWorkers workers = search_workers(problem, stop);
  if (settings.start.empty() && !follows_modes(modes.optimiser)) {
    modes.list =
        screen(problem, *settings.screening, static_cast<std::size_t>(*settings.starts), workers);
    modes.simulator_calls = workers.simulator_calls();
    step_done();
    return modes;
  }
  std::vector<Mode> starts;
  if (!settings.start.empty()) {
    starts.push_back(given_start(problem));
    starts.front().tolerance = first_tolerance(problem);
    modes.list = starts;
  } else {
    CoarseSearch coarse(problem, stop);
    modes.list = coarse.search(modes);
    starts = coarse.starts();
    modes.simulator_calls += coarse.simulator_calls();
  }
  step_done();
  if (follows_modes(modes.optimiser)) {
    modes.list = distinct(problem, descend(problem, modes.optimiser, modes.list, workers));
    keep_contenders(problem, modes.list, most_modes(problem, modes.optimiser), workers);
    // Where the simulator fails on the common latent points it may yet work on those of a draw.
    if (modes.list.empty()) modes.list = starts;
    step_done();
    if (settings.trim->on() && !modes.list.empty())
      modes.shares = settle_shares(problem, modes, stop);
    step_done();
    prepare_modes(with_shares(problem, modes.shares), modes, stop);
    step_done();
    // The best point of the screening, and the one furthest from any better: another valley.
    if (!starts.empty()) modes.others.push_back(starts.front());
    if (starts.size() > local_solves) modes.others.push_back(starts[local_solves]);
  }
  modes.simulator_calls += workers.simulator_calls();
  return modes;
}

Modes modes_under_prior(const Problem& problem, Modes modes, std::stop_token stop) {
  const ParameterSpace& space = problem.space->parameters;
  const RandomisedPrior& prior = *problem.parameter_prior;
  std::vector<double> middle(static_cast<std::size_t>(space.size()));
  space.to_natural(modes.list.front().eta, middle);
  prior.place(std::vector<double>(prior.terms().size(), 0.0), middle);
  std::vector<Mode> starts = modes.list;
  starts.push_back({.eta = to_eta(space, middle), .tolerance = first_tolerance(problem)});
  SearchWorkers workers = search_workers(problem, stop);
  auto minima = distinct(problem, descend(problem, modes.optimiser, starts, workers));
  if (!minima.empty()) modes.list = std::move(minima);
  complete(problem, modes, workers, stop);
  modes.simulator_calls += workers.simulator_calls();
  return modes;
}

}  // namespace surefoot
