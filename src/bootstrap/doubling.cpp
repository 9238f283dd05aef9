#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/doubling.hpp>
#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

constexpr std::uint32_t first_draws = 16;  // among which they are looked for

/// The mean square of the moves, in standard deviations.
double mean_square_move(const Minimum& found, const std::vector<double>& eta,
                        const std::vector<double>& sd) {
  double sum = 0.0;
  for (std::size_t k = 0; k < eta.size(); ++k)
    sum += std::pow((found.eta[k] - eta[k]) / sd[k], 2) / static_cast<double>(eta.size());
  return sum;
}

/// The rows that are solved again: the first that converged.
std::vector<std::size_t> chosen_rows(const Modes& modes, const Draws& draws) {
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < draws.rows() && draws.index[r] < first_draws; ++r)
    if (rows.size() < most_doubled && is_minimum(draws.info[r].status) &&
        !modes.list[static_cast<std::size_t>(draws.info[r].mode)].sd.empty())
      rows.push_back(r);
  return rows;
}

}  // namespace

std::vector<DoubledDraw> double_simulations(const Problem& problem, const Modes& modes,
                                            const Draws& draws, std::stop_token stop) {
  if (!problem.simulation->design || !follows_modes(modes.optimiser)) return {};
  const std::vector<std::size_t> rows = chosen_rows(modes, draws);
  if (rows.empty()) return {};
  const Problem doubled = with_simulations(problem, 2 * problem.simulations());
  const double factor = problem.simulation->design->statistic() == Statistic::u ? 2.0 : 1.0;
  std::vector<DoubledDraw> result(rows.size());
  for_each_index(problem.settings->threads, rows.size(), [&](std::size_t i) {
    const DrawInfo& info = draws.info[rows[i]];
    const Mode& mode = modes.list[static_cast<std::size_t>(info.mode)];
    const auto objective = make_draw_objective(doubled, stop);
    objective->begin_draw(draws.index[rows[i]]);
    std::vector<double> eta(mode.eta.size());
    problem.space->parameters.to_optimiser(draws.row(rows[i]), eta);
    const auto solved_from = [&](const std::vector<double>& start) {
      Minimum end =
          solve(doubled, modes.optimiser, *objective, mode, start, *problem.settings->steps);
      refine(doubled, modes, *objective, info.mode, end);
      return end;
    };
    Minimum found = solved_from(eta);
    if (problem.settings->trim->on() && found.ending != Ending::failed &&
        objective->trim(found.eta))
      found = solved_from(found.eta);
    const double square =
        found.ending != Ending::failed ? mean_square_move(found, eta, mode.sd) : 0.0;
    result[i] = {draws.index[rows[i]], factor * square, objective->simulator_calls()};
  });
  return result;
}

std::optional<Doubling> doubling_of(std::span<const DoubledDraw> draws) {
  if (draws.empty()) return std::nullopt;
  Doubling result;
  for (const DoubledDraw& draw : draws) {
    result.share += draw.share / static_cast<double>(draws.size());
    result.simulator_calls += draw.simulator_calls;
  }
  return result;
}

}  // namespace surefoot
