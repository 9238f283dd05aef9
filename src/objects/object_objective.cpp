#include "objects/object_objective.hpp"

namespace surefoot {

double data_term(std::span<const double> gram, std::span<const double> weights) {
  const std::size_t n = weights.size();
  double total = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double row = 0.0;
    for (std::size_t j = 0; j < n; ++j) row += weights[j] * gram[i * n + j];
    total += weights[i] * row;
  }
  return total;
}

// Objects jump with theta: differences, if anybody asks for them, are over a
// step of the search.
ObjectObjective::ObjectObjective(const ObjectProblem& problem)
    : BootstrapObjective(problem.space.parameters, problem.space.box(), 1.0, problem.stop),
      problem_(problem) {}

void ObjectObjective::begin_draw(std::uint32_t draw) {
  dirichlet_process_draw({}, problem_.sums.observations(), problem_.settings.seed, draw, draw_);
  const bool shared = *problem_.settings.noise == NoisePolicy::shared;
  at_ = {problem_.settings.seed, shared ? common_draw : draw, 0, 0, Purpose::simulation};
}

void ObjectObjective::begin_data() {
  const std::size_t n = problem_.sums.observations();
  draw_.weights.assign(n, 1.0 / static_cast<double>(n));
  at_ = {problem_.settings.seed, common_draw, 0, 0, Purpose::simulation};
}

double ObjectObjective::value(std::span<const double> theta, std::span<double>) {
  return combined(theta).objective;
}

Combined ObjectObjective::combined_at(std::span<const double> eta) {
  return combined(begin_evaluation(eta));
}

Combined ObjectObjective::combined(std::span<const double> theta) {
  const int m = *problem_.settings.simulations;
  simulator_calls_ += m;
  return combine(problem_.sums.embed(theta, draw_.weights, m, at_), *problem_.settings.mass);
}

}  // namespace surefoot
