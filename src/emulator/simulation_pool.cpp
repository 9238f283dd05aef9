#include "emulator/simulation_pool.hpp"

#include <algorithm>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// Draws count from 0, and the search has the last number; these belong to nobody else.
constexpr std::array<std::uint32_t, 2> draw_of_half = {0xfffffffdU, 0xfffffffcU};

Design design_of(const Model& model) {
  const Design design = automatic_design(static_cast<int>(model.latents.size()), false);
  return design == Design::quadrature ? Design::sobol : design;  // which has no independent halves
}

}  // namespace

SimulationPool::SimulationPool(const Problem& problem, std::stop_token stop)
    : problem_(problem), stop_(std::move(stop)), dimension_(problem.simulation->model.dimension) {}

void SimulationPool::add(const std::vector<Eigen::VectorXd>& places, int count,
                         std::size_t together) {
  const int half = std::max(count / 2, 1);
  const std::size_t before = places_.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    SimulatedPlace place;
    place.eta = places[i];
    place.group = groups_ + static_cast<std::uint32_t>(i / together);
    place.half = half;
    places_.push_back(std::move(place));
  }
  groups_ += static_cast<std::uint32_t>((places.size() + together - 1) / together);
  if (std::find(weights_for_.begin(), weights_for_.end(), half) == weights_for_.end()) {
    weights_for_.push_back(half);
    weights_.emplace_back(static_cast<std::size_t>(padded(half)), 0.0);
    std::fill_n(weights_.back().begin(), half, 1.0 / half);
  }
  for_each_index(problem_.settings->threads, places.size(), [&](std::size_t i) {
    if (stop_.stop_requested()) throw Interrupted{};
    simulate(places_[before + i]);
  });
  calls_ += static_cast<std::int64_t>(places.size()) * 2 * half;
}

void SimulationPool::simulate(SimulatedPlace& place) const {
  const Model& model = problem_.simulation->model;
  const ParameterSpace& space = problem_.space->parameters;
  std::vector<double> theta(static_cast<std::size_t>(space.size()));
  space.to_natural({place.eta.data(), static_cast<std::size_t>(place.eta.size())}, theta);
  const LatentDesign design(design_of(model), place.half, model.latents);
  LatentTable<double> latents;
  Simulation<double> simulation;
  for (std::size_t h = 0; h < place.y.size(); ++h) {
    design.fill({problem_.settings->seed, draw_of_half[h], place.group, 0, Purpose::simulation},
                latents);
    simulation.resize(place.half, dimension_, model.parameters.size(), Derivatives::no);
    if (!model.simulator->simulate(theta, latents, Derivatives::no, simulation)) {
      place.failed = true;
      return;
    }
    const auto stride = static_cast<std::size_t>(simulation.stride);
    for (std::size_t c = 0; c < static_cast<std::size_t>(dimension_); ++c)
      for (std::size_t j = 0; j < stride; ++j)
        simulation.y[c * stride + j] /= problem_.data->column_scale[c];
    place.y[h] = simulation.y;
  }
}

Points<double> SimulationPool::points(const SimulatedPlace& place, int half) const {
  const auto at = std::find(weights_for_.begin(), weights_for_.end(), place.half);
  const auto& weights = weights_[static_cast<std::size_t>(at - weights_for_.begin())];
  return {place.half, padded(place.half), dimension_,
          place.y[static_cast<std::size_t>(half)].data(), weights.data()};
}

}  // namespace surefoot
