#include "methods/posterior_edges.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

std::vector<std::size_t> rows_of(const Draws& draws, DrawStatus status) {
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < draws.rows(); ++r)
    if (draws.info[r].status == status) rows.push_back(r);
  return rows;
}

/// The lowest or highest value of a parameter, and how many of the rows share it: that of several
/// is a bound.
struct SharedEnd {
  double value;
  std::size_t count;
};
SharedEnd shared_end(const Draws& draws, const std::vector<std::size_t>& rows, std::size_t k,
                     bool upper) {
  constexpr double same = 1e-6;  // of its size, and of the range
  const auto value = [&](std::size_t r) { return draws.row(r)[k]; };
  const auto [low, high] = std::minmax_element(
      rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return value(a) < value(b); });
  const double end = value(upper ? *high : *low), range = value(*high) - value(*low);
  const double reach = same * std::max(range, std::abs(end));
  return {end, static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](std::size_t r) {
            return std::abs(value(r) - end) <= reach;
          }))};
}

/// The rows of some draws of the whole run that did not fail.
std::vector<std::size_t> rows_to_try(const Draws& draws, int requested) {
  constexpr int most = 16;
  std::vector<std::size_t> rows;
  const int count = std::min(most, requested);
  for (int i = 0; i < count; ++i) {
    const auto number =
        static_cast<std::uint32_t>(static_cast<std::int64_t>(i) * requested / count);
    const auto at = std::lower_bound(draws.index.begin(), draws.index.end(), number);
    if (at == draws.index.end() || *at != number) continue;
    const auto row = static_cast<std::size_t>(at - draws.index.begin());
    if (!is_failed(draws.info[row].status)) rows.push_back(row);
  }
  return rows;
}

/// The parameters in which the simulator fails beside a place.
std::vector<std::string> failing_beside(const Problem& problem, DrawObjective& objective,
                                        const std::vector<double>& eta,
                                        const std::vector<double>& sd) {
  const ParameterSpace& space = problem.space->parameters;
  const Box box = problem.box();
  std::vector<std::string> failing;
  for (std::size_t k = 0; k < eta.size(); ++k) {
    const auto fails_at = [&](double value) {
      if (value < box.lower[k] || value > box.upper[k]) return false;
      std::vector<double> beside = eta;
      beside[k] = value;
      return !std::isfinite(objective(beside, {}));
    };
    if (fails_at(eta[k] + 0.5 * sd[k]) || fails_at(eta[k] - 0.5 * sd[k]))
      failing.push_back(space[space.free()[k]].name);
  }
  return failing;
}

}  // namespace

void judge_box_edges(const Fit& fit, const std::function<void(const std::string&)>& warn) {
  constexpr std::size_t alarming = 4, worth_naming = 10;  // one draw in so many
  const Draws& draws = fit.draws;
  const auto on_edge = rows_of(draws, DrawStatus::box_edge);
  if (on_edge.empty() || alarming * on_edge.size() < draws.rows()) return;
  std::vector<std::string> edges;
  for (std::size_t k = 0; k < draws.names.size(); ++k)
    for (const bool upper : {false, true}) {
      const auto [end, count] = shared_end(draws, on_edge, k, upper);
      if (worth_naming * count >= draws.rows() && count > 1)
        edges.push_back(fmt::format("{} at its {} bound {:.6g}", draws.names[k],
                                    upper ? "upper" : "lower", end));
    }
  warn(fmt::format(
      "a quarter of the draws or more lie on the edge of the box ({}): the posterior is cut off "
      "there, and wider bounds would show the rest of it",
      edges.empty() ? "at many bounds" : fmt::format("{}", fmt::join(edges, ", "))));
}

std::vector<TriedNeighbours> try_neighbours(const Problem& problem, const Modes& modes,
                                            const Draws& draws, std::stop_token stop) {
  if (problem.comparison->closed_form || !follows_modes(modes.optimiser)) return {};
  constexpr double unknown_sd = 0.2;  // scales of the box, where the simulator fails beside a mode
  const std::vector<std::size_t> rows = rows_to_try(draws, problem.settings->draws);
  std::vector<TriedNeighbours> tried(rows.size());
  for_each_index(problem.settings->threads, rows.size(), [&](std::size_t i) {
    const std::size_t row = rows[i];
    const Mode& mode = modes.list[static_cast<std::size_t>(draws.info[row].mode)];
    std::vector<double> sd = mode.sd.empty() ? problem.space->eta_scale : mode.sd;
    if (mode.sd.empty())
      for (double& one : sd) one *= unknown_sd;
    const auto objective = make_draw_objective(problem, stop);
    objective->begin_draw(draws.index[row]);
    std::vector<double> eta(mode.eta.size());
    problem.space->parameters.to_optimiser(draws.row(row), eta);
    tried[i] = {draws.index[row], failing_beside(problem, *objective, eta, sd),
                objective->simulator_calls()};
  });
  return tried;
}

void judge_neighbours(Fit& fit, const std::function<void(const std::string&)>& warn) {
  constexpr std::size_t alarming = 10;  // one draw in so many
  std::size_t failing = 0;
  for (const TriedNeighbours& tried : fit.neighbours) {
    fit.simulator_calls += tried.simulator_calls;
    failing += !tried.failing.empty();
  }
  if (alarming * failing <= fit.neighbours.size()) return;
  std::vector<std::string> names;
  for (const std::string& name : fit.draws.names)
    if (std::any_of(fit.neighbours.begin(), fit.neighbours.end(), [&](const auto& tried) {
          return std::find(tried.failing.begin(), tried.failing.end(), name) != tried.failing.end();
        }))
      names.push_back(name);
  warn(fmt::format(
      "the posterior leans on an edge where the simulator fails: half a posterior sd beside {} of "
      "{} draws that were tried, in {}, it gives no numbers, so the posterior may end there for "
      "that reason alone",
      failing, fit.neighbours.size(), fmt::join(names, ", ")));
}

}  // namespace surefoot
