#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/doubling.hpp>
#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

constexpr std::size_t most_draws = 4;

/// The mean square of the moves, in standard deviations.
double mean_square_move(const Minimum& found, const std::vector<double>& eta,
                        const std::vector<double>& sd) {
  double sum = 0.0;
  for (std::size_t k = 0; k < eta.size(); ++k)
    sum += std::pow((found.eta[k] - eta[k]) / sd[k], 2) / static_cast<double>(eta.size());
  return sum;
}

}  // namespace

std::optional<Doubling> double_simulations(const Problem& problem, const Modes& modes,
                                           const Draws& draws, std::stop_token stop) {
  if (!problem.simulation->design || !follows_modes(modes.optimiser)) return std::nullopt;
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < draws.rows() && rows.size() < most_draws; ++r)
    if (is_converged(draws.info[r].status) &&
        !modes.list[static_cast<std::size_t>(draws.info[r].mode)].sd.empty())
      rows.push_back(r);
  if (rows.empty()) return std::nullopt;

  const Problem doubled = with_simulations(problem, 2 * problem.simulations());
  std::vector<double> squares(rows.size(), 0.0);
  std::vector<std::int64_t> calls(rows.size(), 0);
  for_each_index(problem.settings->threads, rows.size(), [&](std::size_t i) {
    const DrawInfo& info = draws.info[rows[i]];
    const Mode& mode = modes.list[static_cast<std::size_t>(info.mode)];
    const auto objective = make_draw_objective(doubled, stop);
    objective->begin_draw(draws.index[rows[i]]);
    std::vector<double> eta(mode.eta.size());
    problem.space->parameters.to_optimiser(draws.row(rows[i]), eta);
    Minimum found =
        solve(doubled, modes.optimiser, *objective, mode, eta, *problem.settings->steps);
    refine(doubled, modes, *objective, info.mode, found);
    if (found.ending != Ending::failed) squares[i] = mean_square_move(found, eta, mode.sd);
    calls[i] = objective->simulator_calls();
  });
  Doubling result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result.share += squares[i] / static_cast<double>(rows.size());
    result.simulator_calls += calls[i];
  }
  if (problem.simulation->design->statistic() == Statistic::u) result.share *= 2.0;
  return result;
}

}  // namespace surefoot
