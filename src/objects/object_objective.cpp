#include "objects/object_objective.hpp"

#include <cmath>
#include <limits>

#include <surefoot/bootstrap/draw_objective.hpp>

namespace surefoot {

ObjectObjective::ObjectObjective(const ObjectProblem& problem)
    : problem_(problem), theta_(static_cast<std::size_t>(problem.space.size())) {}

void ObjectObjective::begin_draw(std::uint32_t draw) {
  dirichlet_process_draw({}, problem_.sums.observations(), problem_.settings.seed, draw, draw_);
  begin(*problem_.settings.noise == NoisePolicy::shared ? DrawObjective::common_draw : draw);
}

void ObjectObjective::begin_data() {
  const std::size_t n = problem_.sums.observations();
  draw_.weights.assign(n, 1.0 / static_cast<double>(n));
  begin(DrawObjective::common_draw);
}

void ObjectObjective::begin(std::uint32_t numbers_of) {
  at_ = {problem_.settings.seed, numbers_of, 0, 0, Purpose::simulation};
  evaluations_ = 0;
}

double ObjectObjective::operator()(std::span<const double> eta, std::span<double>) {
  const double value = combined_at(eta).objective;
  return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
}

Combined ObjectObjective::combined_at(std::span<const double> eta) {
  if (problem_.stop.stop_requested()) throw Interrupted{};
  ++evaluations_;
  problem_.space.to_natural(eta, theta_);
  return combine(problem_.sums.embed(theta_, draw_.weights, *problem_.settings.simulations, at_),
                 problem_.settings.mass);
}

double ObjectObjective::data_term() const {
  const std::size_t n = draw_.weights.size();
  double total = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double row = 0.0;
    for (std::size_t j = 0; j < n; ++j) row += draw_.weights[j] * problem_.gram[i * n + j];
    total += draw_.weights[i] * row;
  }
  return total;
}

}  // namespace surefoot
