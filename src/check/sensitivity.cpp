#include "check/sensitivity.hpp"

#include <cmath>
#include <limits>

#include <surefoot/parallel/threads.hpp>

#include "check/other_choices.hpp"
#include "check/refit.hpp"

namespace surefoot {
namespace {

/// Where the observations are fitted best near a mode; nothing if the simulator fails.
std::optional<std::vector<double>> fitted_near(const Problem& problem, const Modes& modes,
                                               std::int64_t& calls, const std::stop_token& stop) {
  constexpr int steps = 60;
  const auto objective = make_draw_objective(problem, stop);
  Mode nearby;
  nearby.tolerance = modes.list.front().tolerance;
  auto eta = refit(problem, *objective, modes.list.front().eta,
                   [&](DrawObjective& o, const std::vector<double>& start) {
                     return modes.optimiser == OptimiserName::gauss_newton
                                ? solve_by_differences(problem, o, start)
                                : solve(problem, OptimiserName::bfgs, o, nearby, start, steps);
                   });
  calls += objective->simulator_calls();
  return eta;
}

}  // namespace

std::vector<Sensitivity> sensitivities(const Problem& problem, const Modes& modes,
                                       std::span<const double> sd, std::int64_t& simulator_calls,
                                       std::stop_token stop) {
  const ParameterSpace& space = problem.space->parameters;
  const std::vector<OtherChoice> list = other_choices(problem);
  std::vector<Sensitivity> result(list.size());
  std::vector<std::int64_t> calls(list.size() + 1, 0);
  const auto here = fitted_near(problem, modes, calls.back(), stop);
  std::vector<double> centre(sd.size());
  if (!here) return {};
  space.to_natural(*here, centre);
  for_each_index(problem.settings->threads, list.size(), [&](std::size_t i) {
    std::vector<double> moves(sd.size(), std::numeric_limits<double>::quiet_NaN());
    if (const auto there = fitted_near(list[i].problem, modes, calls[i], stop)) {
      space.to_natural(*there, moves);
      for (std::size_t k = 0; k < moves.size(); ++k)
        moves[k] = moves[k] == centre[k] ? 0.0 : (moves[k] - centre[k]) / sd[k];
    }
    result[i] = {list[i].setting, list[i].value, std::move(moves)};
  });
  for (const std::int64_t more : calls) simulator_calls += more;
  return result;
}

}  // namespace surefoot
