#include "check/sensitivity.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/parallel/threads.hpp>

#include "bootstrap/mmd_settings.hpp"
#include "check/refit.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

struct Choice {
  std::string setting, value;
  Problem problem;
};

/// A kernel of the same lengthscales with heavier or lighter tails.
std::optional<Choice> another_kernel(const Problem& problem) {
  const auto& terms = problem.comparison->kernel.terms();
  if (terms.size() != 1 || !terms.front().lengthscale) return std::nullopt;
  const std::string other = terms.front().family == "gaussian" ? "matern52" : "gaussian";
  const Kernel kernel(std::vector<KernelTerm>{{other, terms.front().lengthscale, {}}});
  if (problem.comparison->closed_form && !problem.simulation->model.closed_form(kernel))
    return std::nullopt;
  return Choice{"kernel", other, with_kernel(problem, kernel)};
}

std::vector<Choice> choices(const Problem& problem) {
  const FitConfig& s = *problem.settings;
  std::vector<Choice> list;
  for (const double factor : {0.5, 2.0})
    if (auto other = with_lengthscales_times(problem, factor))
      list.push_back({"lengthscale", fmt::format("{:.4g}", other->comparison->lengthscales.front()),
                      std::move(*other)});
  if (auto other = another_kernel(problem)) list.push_back(std::move(*other));
  const bool stays = s.noise != NoisePolicy::fresh && !s.resample;
  if (problem.comparison->kernel.bounded()) {
    const Mass mass = s.mass == Mass::free ? Mass::fixed : Mass::free;
    list.push_back(
        {"mass", std::string(to_word(mass)),
         with_robustness(problem, mass, mass == Mass::free && stays ? usual_trim : Trim{})});
  }
  if (s.trim->on())
    list.push_back({"trim", "none", with_robustness(problem, *s.mass, Trim{})});
  else if (s.mass == Mass::free && stays)
    list.push_back(
        {"trim", shortest(usual_trim.tau), with_robustness(problem, *s.mass, usual_trim)});
  if (problem.simulation->design) {
    const int twice = 2 * problem.simulations();
    list.push_back({"simulations", std::to_string(twice), with_simulations(problem, twice)});
  }
  return list;
}

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
  std::vector<Choice> list = choices(problem);
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
