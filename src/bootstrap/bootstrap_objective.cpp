#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/bootstrap_objective.hpp>

namespace surefoot {

BootstrapObjective::BootstrapObjective(const ParameterSpace& space, const Box& box,
                                       double difference_step, std::stop_token stop)
    : space_(space),
      box_(box),
      difference_step_(difference_step),
      stop_(std::move(stop)),
      theta_(static_cast<std::size_t>(space.size())),
      theta_gradient_(theta_.size()) {}

double BootstrapObjective::operator()(std::span<const double> eta, std::span<double> gradient) {
  if (gradient.empty() || differentiable()) return evaluate(eta, gradient);
  std::vector<double> at(eta.begin(), eta.end());
  for (std::size_t k = 0; k < at.size(); ++k) {
    const double up = std::min(eta[k] + difference_step_ * box_.scale[k], box_.upper[k]);
    const double down = std::max(eta[k] - difference_step_ * box_.scale[k], box_.lower[k]);
    at[k] = up;
    const double above = evaluate(at, {});
    at[k] = down;
    gradient[k] = (above - evaluate(at, {})) / (up - down);
    at[k] = eta[k];
  }
  return evaluate(eta, {});
}

std::span<const double> BootstrapObjective::begin_evaluation(std::span<const double> eta) {
  if (stop_.stop_requested()) throw Interrupted{};
  ++evaluations_;
  space_.to_natural(eta, theta_);
  return theta_;
}

double BootstrapObjective::evaluate(std::span<const double> eta, std::span<double> gradient) {
  const std::span<const double> theta = begin_evaluation(eta);
  std::fill(theta_gradient_.begin(), theta_gradient_.end(), 0.0);
  const double f = value(theta, gradient.empty() ? std::span<double>{} : theta_gradient_);
  if (!gradient.empty()) space_.pull_back(theta, theta_gradient_, gradient);
  return std::isfinite(f) ? f : std::numeric_limits<double>::infinity();
}

}  // namespace surefoot
