#include "bootstrap/simulation_error.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/optim/gauss_newton.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/curvature.hpp"

namespace surefoot {
namespace {

constexpr std::size_t repetitions = 16;
constexpr double wanted_share = 0.1;

/// The same observations with simulations of another seed.
Problem with_other_simulations(const Problem& problem, int simulations, std::size_t number) {
  FitConfig settings = *problem.settings;
  settings.seed = settings.seed + 1 + number;
  Problem other = problem;
  other.settings = std::make_shared<const FitConfig>(std::move(settings));
  return with_simulations(other, simulations);
}

/// The undamped step from a mode to the minimum of an objective; empty if that has no value there.
std::vector<double> first_step(const Problem& problem, const Mode& mode, DrawObjective& objective) {
  const std::size_t p = mode.eta.size();
  if (mode.linear.landmarks) {
    const auto model = objective.model_at(mode.eta);
    if (!model) return {};
    // Edges do not matter here, as they do not for the spread of the draws.
    const std::vector<double> low(p, -std::numeric_limits<double>::infinity());
    const std::vector<double> high(p, std::numeric_limits<double>::infinity());
    return gauss_newton_step(mode.linear.jacobian, residual_of(mode, objective, *model), mode.eta,
                             {low, high, problem.box().scale});
  }
  const auto size = static_cast<Eigen::Index>(p);
  std::vector<double> step(p);
  if (!std::isfinite(objective(mode.eta, step))) return {};
  Eigen::Map<Eigen::VectorXd> vector(step.data(), size);
  vector = Eigen::LDLT<Eigen::MatrixXd>(
               Eigen::Map<const Eigen::MatrixXd>(mode.hessian.data(), size, size))
               .solve(vector)
               .eval();
  return step;
}

/// The mean over the parameters of the variance of the steps, in variances of the draws.
std::optional<double> variance_of_steps(const Problem& problem, const Mode& mode, int simulations,
                                        std::int64_t& calls, const std::stop_token& stop) {
  std::vector<std::vector<double>> steps(repetitions);
  std::vector<std::int64_t> spent(repetitions, 0);
  for_each_index(problem.settings->threads, repetitions, [&](std::size_t i) {
    const Problem other = with_other_simulations(problem, simulations, i);
    const auto objective = make_draw_objective(other, stop);
    objective->begin_data();
    steps[i] = first_step(other, mode, *objective);
    spent[i] = objective->simulator_calls();
  });
  for (const std::int64_t more : spent) calls += more;
  std::erase_if(steps, [](const std::vector<double>& step) {
    return step.empty() ||
           !std::all_of(step.begin(), step.end(), [](double s) { return std::isfinite(s); });
  });
  if (2 * steps.size() < repetitions) return std::nullopt;
  const auto count = static_cast<double>(steps.size());
  double sum = 0.0;
  for (std::size_t k = 0; k < mode.sd.size(); ++k) {
    double mean = 0.0, squares = 0.0;
    for (const auto& step : steps) mean += step[k] / count;
    for (const auto& step : steps) squares += (step[k] - mean) * (step[k] - mean);
    sum += squares / ((count - 1.0) * mode.sd[k] * mode.sd[k]);
  }
  return sum / static_cast<double>(mode.sd.size());
}

/// So many simulations, as people write them: powers of two for Sobol points, else two digits.
int rounded_up(double simulations, Design design) {
  constexpr double most = 1e7;
  simulations = std::min(simulations, most);
  const double unit =
      design == Design::sobol
          ? std::exp2(std::ceil(std::log2(simulations)))
          : std::pow(10.0, std::max(std::floor(std::log10(simulations)) - 1.0, 0.0));
  return static_cast<int>(std::ceil(simulations / unit) * unit);
}

}  // namespace

std::optional<SimulationError> predict_simulation_error(const Problem& problem, const Modes& modes,
                                                        std::stop_token stop) {
  const auto& design = problem.simulation->design;
  if (!design || !design->random() || !follows_modes(modes.optimiser) || modes.list.empty() ||
      !modes.flat.empty())
    return std::nullopt;
  const Mode& mode = modes.list.front();
  if (mode.sd.empty() || (mode.hessian.empty() && !mode.linear.landmarks)) return std::nullopt;
  SimulationError result{};
  const int m = problem.simulations();
  const auto variance = variance_of_steps(problem, mode, m, result.simulator_calls, stop);
  if (!variance) return std::nullopt;
  // Draws that share their simulations do not spread by them.
  const bool shared = problem.settings->noise == NoisePolicy::shared;
  result.share = shared ? *variance / (1.0 + *variance) : std::min(*variance, 1.0);
  result.move = std::sqrt(*variance);
  result.enough = m;
  if (!(result.share > wanted_share)) return result;
  double power = 1.0;
  constexpr int fewer = 4, least = 8;
  if (m / fewer >= least) {
    const auto with_few =
        variance_of_steps(problem, mode, m / fewer, result.simulator_calls, std::move(stop));
    if (with_few) power = std::clamp(std::log(*with_few / *variance) / std::log(fewer), 1.0, 2.0);
  }
  // Of what the data alone do to the draws at least a little is left.
  const double data = std::max(1.0 - result.share, 0.05);
  const double factor = result.share * (1.0 - wanted_share) / (data * wanted_share);
  result.enough = rounded_up(m * std::pow(factor, 1.0 / power), *problem.settings->design);
  return result;
}

}  // namespace surefoot
