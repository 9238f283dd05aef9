#include "check/composite_test.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>

#include "check/refit.hpp"

namespace surefoot {
namespace {

class Fitter {
 public:
  Fitter(const Problem& problem, const Modes& modes, std::stop_token stop)
      : problem_(problem),
        whole_(with_robustness(problem, Mass::fixed, Trim{})),
        modes_(modes),
        stop_(std::move(stop)) {}

  std::optional<ModelDistance> operator()(const Sample& observations) {
    const Problem own = with_observations(problem_, observations);
    const auto objective = make_draw_objective(own, stop_);
    const Mode& mode = modes_.list.front();
    const auto eta = refit(own, *objective, mode.eta, [&](DrawObjective& o, const auto& start) {
      return solve(own, modes_.optimiser, o, mode, start, *own.settings->steps);
    });
    simulator_calls_ += objective->simulator_calls();
    if (!eta) return std::nullopt;
    const Problem all = with_observations(whole_, observations);
    const auto distance = make_draw_objective(all, stop_);
    distance->begin_data();
    const DrawObjective::Report report = distance->report(*eta);
    simulator_calls_ += distance->simulator_calls();
    if (!std::isfinite(report.mmd2)) return std::nullopt;
    return ModelDistance{report.mmd2, report.self};
  }

  std::int64_t simulator_calls() const { return simulator_calls_; }

 private:
  const Problem& problem_;
  Problem whole_;
  const Modes& modes_;
  std::stop_token stop_;
  std::atomic<std::int64_t> simulator_calls_ = 0;
};

}  // namespace

double CompositeTest::p_value(double tolerance) const {
  const double root = std::sqrt(std::max(statistic, 0.0)) - tolerance * radius;
  const double least = tolerance > 0.0 ? std::copysign(root * root, root) : statistic;
  const auto as_large = std::count_if(replicates.begin(), replicates.end(),
                                      [&](double value) { return value >= least; });
  return (1.0 + static_cast<double>(as_large)) / (1.0 + static_cast<double>(replicates.size()));
}

Sample simulate_replicate(const Problem& problem, std::span<const double> eta, std::size_t number) {
  std::vector<double> theta(static_cast<std::size_t>(problem.space->parameters.size()));
  problem.space->parameters.to_natural(eta, theta);
  return simulate_iid(
      problem.simulation->model, theta, static_cast<int>(problem.data->observations->size()),
      {problem.settings->seed, static_cast<std::uint32_t>(number), 0, 0, Purpose::replicate});
}

CompositeTest test_of(const ModelDistance& data, std::vector<double> replicates,
                      const Problem& problem) {
  return {data.mmd2, std::move(replicates),
          std::sqrt(data.self + problem.comparison->kernel.at_zero())};
}

std::optional<CompositeTest> composite_test(const Problem& problem, const Modes& modes,
                                            int replicates, std::int64_t& simulator_calls,
                                            std::stop_token stop) {
  const Sample& data = *problem.data->observations;
  Fitter fitted(problem, modes, std::move(stop));
  const auto own = fitted(data);
  if (!own) return std::nullopt;
  std::vector<std::optional<ModelDistance>> simulated(static_cast<std::size_t>(replicates));
  for_each_index(problem.settings->threads, simulated.size(), [&](std::size_t b) {
    try {
      simulated[b] = fitted(simulate_replicate(problem, modes.list.front().eta, b));
    } catch (const Error&) {
      // A simulator may fail at some latent points; that replicate is one less.
    }
  });
  simulator_calls += fitted.simulator_calls() + replicates * static_cast<std::int64_t>(data.size());
  std::vector<double> distances;
  for (const auto& distance : simulated)
    if (distance) distances.push_back(distance->mmd2);
  if (2 * distances.size() < simulated.size()) return std::nullopt;
  return test_of(*own, std::move(distances), problem);
}

}  // namespace surefoot
