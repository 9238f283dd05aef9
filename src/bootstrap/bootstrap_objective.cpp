#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/bootstrap_objective.hpp>
#include <surefoot/prior/randomised_prior.hpp>

namespace surefoot {

BootstrapObjective::BootstrapObjective(const ParameterSpace& space, const Box& box,
                                       double difference_step, std::stop_token stop,
                                       std::shared_ptr<const RandomisedPrior> prior)
    : space_(space),
      box_(box),
      difference_step_(difference_step),
      stop_(std::move(stop)),
      theta_(static_cast<std::size_t>(space.size())),
      theta_gradient_(theta_.size()),
      prior_(std::move(prior)) {
  centre_prior_of_data();
}

double BootstrapObjective::operator()(std::span<const double> eta, std::span<double> gradient) {
  const double f = without_prior(eta, gradient);
  return prior_ ? f + add_prior(eta, gradient) : f;
}

double BootstrapObjective::without_prior(std::span<const double> eta, std::span<double> gradient) {
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

void BootstrapObjective::centre_prior_of_draw(std::uint64_t seed, std::uint32_t draw) {
  if (prior_) prior_centre_ = prior_->centre_of_draw(seed, draw);
}

void BootstrapObjective::centre_prior_of_data() {
  if (prior_) prior_centre_.assign(prior_->terms().size(), 0.0);
}

double BootstrapObjective::add_prior(std::span<const double> eta,
                                     std::span<double> gradient) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < prior_centre_.size(); ++i) {
    const RandomisedPrior::Term& term = prior_->terms()[i];
    const auto [value, slope] = prior_->score(term, eta);
    const double away = value - prior_centre_[i];
    sum += prior_->weight() * away * away;
    if (!gradient.empty()) gradient[term.coordinate] += 2.0 * prior_->weight() * away * slope;
  }
  return sum;
}

std::vector<double> BootstrapObjective::prior_rows(std::span<const double> eta) const {
  std::vector<double> rows;
  if (!prior_) return rows;
  for (const RandomisedPrior::Term& term : prior_->terms())
    rows.push_back(std::sqrt(prior_->weight()) * prior_->score(term, eta).value);
  return rows;
}

std::vector<double> BootstrapObjective::prior_targets() const {
  std::vector<double> targets = prior_centre_;
  for (double& target : targets) target *= std::sqrt(prior_->weight());
  return targets;
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
