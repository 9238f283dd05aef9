#include "methods/transport_objective.hpp"

#include <cmath>

#include "special_numbers.hpp"

namespace surefoot {

TransportObjective::TransportObjective(const WeightedProblem& problem, const LatentDesign& design)
    : WeightedObjective(problem), design_(design), settings_(problem.run.settings) {}

void TransportObjective::begin(std::uint32_t draw) {
  fresh_ = settings_.noise == NoisePolicy::fresh && draw != common_draw;
  noise_draw_ = settings_.noise == NoisePolicy::shared ? common_draw : draw;
  step_ = 0;
  if (!fresh_) place_latents(0);
  const Sample& z = atoms().points();
  if (settings_.transport == Transport::sorted) {
    if (sorted_ && settings_.concentration == 0.0)
      sorted_->reweight(atoms().weights());
    else
      sorted_.emplace(Cloud{z.values(), z.dimension(), atoms().weights()});
  } else {
    exact_ = ExactTransport();  // what it remembers would depend on who came here before
  }
}

bool TransportObjective::differentiable() const {
  return settings_.transport != Transport::sinkhorn &&
         problem_.run.model.simulator->differentiable();
}

void TransportObjective::place_latents(std::uint32_t step) {
  design_.fill({settings_.seed, noise_draw_, step, 0, Purpose::simulation}, latents_);
}

bool TransportObjective::simulate(std::span<const double> theta, Derivatives derivatives) {
  const Model& model = problem_.run.model;
  simulation_.resize(latents_.count, model.dimension, model.parameters.size(),
                     model.simulator->stores_jacobian() ? derivatives : Derivatives::no);
  simulator_calls_ += latents_.count;
  if (!model.simulator->simulate(theta, latents_, derivatives, simulation_)) return false;
  const auto d = static_cast<std::size_t>(simulation_.dimension);
  const auto m = static_cast<std::size_t>(simulation_.count);
  const auto stride = static_cast<std::size_t>(simulation_.stride);
  y_.resize(m * d);
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t c = 0; c < d; ++c) y_[j * d + c] = simulation_.y[c * stride + j];
  return true;
}

double TransportObjective::cost(bool plan) {
  const Sample& z = atoms().points();
  const Cloud x{z.values(), z.dimension(), atoms().weights()}, y{y_, z.dimension()};
  const int order = *settings_.order;
  if (settings_.transport == Transport::sinkhorn) return sinkhorn_(x, y, order);
  if (settings_.transport == Transport::exact) return exact_(x, y, order);
  return plan ? (*sorted_)(y, order) : (*sorted_)(std::span(y_), order);
}

std::span<const Shipment> TransportObjective::plan() const {
  return settings_.transport == Transport::exact ? exact_.plan() : sorted_->plan();
}

void TransportObjective::collect_slopes() {
  const Sample& z = atoms().points();
  const auto d = static_cast<std::size_t>(z.dimension());
  const auto stride = static_cast<std::size_t>(simulation_.stride);
  slopes_.assign(d * stride, 0.0);
  for (const auto& [from, to, mass] : plan()) {
    const auto x = z.row(from);
    double square = 0.0;
    for (std::size_t c = 0; c < d; ++c) square += std::pow(y_[to * d + c] - x[c], 2);
    if (square == 0.0) continue;
    const double factor = *settings_.order == 1 ? mass / std::sqrt(square) : 2.0 * mass;
    for (std::size_t c = 0; c < d; ++c)
      slopes_[c * stride + to] += factor * (y_[to * d + c] - x[c]);
  }
}

double TransportObjective::value(std::span<const double> theta, std::span<double> gradient) {
  if (fresh_) place_latents(step_++);
  const bool wanted = !gradient.empty();
  if (!simulate(theta, wanted ? Derivatives::yes : Derivatives::no)) return infinite;
  const double result = cost(wanted);
  if (wanted && std::isfinite(result)) {
    collect_slopes();
    problem_.run.model.simulator->pull_back(simulation_, slopes_, gradient);
  }
  return result;
}

}  // namespace surefoot
