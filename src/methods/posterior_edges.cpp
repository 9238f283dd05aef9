#include "methods/posterior_edges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// The lowest and the highest value of a parameter that draws have.
std::pair<double, double> range_of(const Draws& draws, std::size_t k) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t r = 0; r < draws.rows(); ++r) {
    if (is_failed(draws.info[r].status)) continue;
    low = std::min(low, draws.row(r)[k]);
    high = std::max(high, draws.row(r)[k]);
  }
  return {low, high};
}

/// How many draws on the edge of the box share a value of a parameter: that of several is a bound.
std::size_t edge_draws_at(const Draws& draws, std::size_t k, double value, double range) {
  constexpr double same = 1e-6;  // of its size, and of the range
  const double reach = same * std::max(range, std::abs(value));
  std::size_t count = 0;
  for (std::size_t r = 0; r < draws.rows(); ++r)
    count +=
        draws.info[r].status == DrawStatus::box_edge && std::abs(draws.row(r)[k] - value) <= reach;
  return count;
}

/// The bounds on which a good part of the draws lie, in words.
std::vector<std::string> leaned_on(const Fit& fit) {
  constexpr std::size_t worth_naming = 10;  // one draw in so many
  const Draws& draws = fit.draws;
  std::vector<std::string> edges;
  for (std::size_t k = 0; k < draws.names.size(); ++k) {
    if (fit.settings.fixed.contains(draws.names[k])) continue;
    const auto [low, high] = range_of(draws, k);
    const double range = high - low;
    const auto name = [&](const char* which, double bound) {
      const std::size_t count = edge_draws_at(draws, k, bound, range);
      if (count > 1 && worth_naming * count >= draws.rows())
        edges.push_back(fmt::format("{} at its {}bound {:.6g}", draws.names[k], which, bound));
    };
    if (low == high) {
      name("", low);
    } else {
      name("lower ", low);
      name("upper ", high);
    }
  }
  return edges;
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
  constexpr std::size_t alarming = 4;  // one draw in so many
  const auto& info = fit.draws.info;
  const auto on_edge =
      static_cast<std::size_t>(std::count_if(info.begin(), info.end(), [](const DrawInfo& one) {
        return one.status == DrawStatus::box_edge;
      }));
  if (on_edge == 0 || alarming * on_edge < info.size()) return;
  const std::vector<std::string> edges = leaned_on(fit);
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
