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

SimulationPool::SimulationPool(const Problem& problem, std::stop_token stop, SimulationStore* store,
                               Crew* crew)
    : problem_(problem),
      stop_(std::move(stop)),
      dimension_(problem.simulation->model.dimension),
      store_(store),
      crew_(crew) {}

void SimulationPool::add(const std::vector<Eigen::VectorXd>& places, int count,
                         const PlaceCoordinates& coordinates, std::size_t together) {
  std::vector<Missing> missing =
      find_missing(places, std::max(count / 2, 1) * 2, coordinates, together);
  try {
    simulate(missing);
  } catch (...) {
    keep(missing);  // what was done before
    throw;
  }
  keep(missing);
}

/// Adds the places with what is kept for them, and says which of them are to be simulated.
std::vector<SimulationPool::Missing> SimulationPool::find_missing(
    const std::vector<Eigen::VectorXd>& places, int count, const PlaceCoordinates& coordinates,
    std::size_t together) {
  std::vector<Missing> missing;
  std::vector<std::vector<const KeptPlace*>> kept(places.size());
  if (store_) kept = store_->take_near(places, count, coordinates);
  const ParameterSpace& space = problem_.space->parameters;
  std::uint32_t group = 0;
  int asked_in_group = 0;  // of each of its places
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i % together == 0) asked_in_group = 0;
    const Eigen::VectorXd& eta = places[i];
    int left = count;
    for (const KeptPlace* place : kept[i]) {
      reuse(*place, store_->eta_of(*place), own_group());
      left -= place->asked;
    }
    spent_ += count - std::max(left, 0);
    if (left < std::max(count / 4, 1)) continue;  // too few to be worth a call
    const std::size_t index = places_.size();
    const std::uint32_t number =
        store_ ? store_->number_of(index) : static_cast<std::uint32_t>(index);
    std::vector<double> theta(static_cast<std::size_t>(space.size()));
    space.to_natural({eta.data(), static_cast<std::size_t>(eta.size())}, theta);
    const int asked = (left + 1) / 2 * 2;
    spent_ += asked;
    if (asked != asked_in_group) group = number;
    asked_in_group = asked;
    if (const KeptPlace* own = store_ ? store_->find_own(number, theta, asked) : nullptr) {
      reuse(*own, eta, group);
      continue;
    }
    calls_ += asked;
    SimulatedPlace place;
    place.eta = eta;
    place.group = group;
    place.half = asked / 2;
    make_weights(place.half);
    places_.push_back(std::move(place));
    missing.push_back({index, number, std::move(theta)});
  }
  return missing;
}

void SimulationPool::make_weights(int half) {
  if (std::find(weights_for_.begin(), weights_for_.end(), half) != weights_for_.end()) return;
  weights_for_.push_back(half);
  weights_.emplace_back(static_cast<std::size_t>(padded(half)), 0.0);
  std::fill_n(weights_.back().begin(), half, 1.0 / half);
}

void SimulationPool::reuse(const KeptPlace& kept, Eigen::VectorXd eta, std::uint32_t group) {
  SimulatedPlace place;
  place.eta = std::move(eta);
  place.group = group;
  place.half = kept.asked / 2;
  place.failed = kept.failed;
  make_weights(place.half);
  reused_.observations += kept.failed ? 0 : kept.asked;
  ++reused_.places;
  if (!kept.failed) set_rows(place, kept.rows);
  places_.push_back(std::move(place));
}

void SimulationPool::set_rows(SimulatedPlace& place, std::span<const double> rows) const {
  const auto columns = static_cast<std::size_t>(dimension_),
             half = static_cast<std::size_t>(place.half);
  const auto stride = static_cast<std::size_t>(padded(place.half));
  for (std::size_t h = 0; h < place.y.size(); ++h) {
    place.y[h].assign(stride * columns, 0.0);
    for (std::size_t c = 0; c < columns; ++c)
      for (std::size_t j = 0; j < half; ++j)
        place.y[h][c * stride + j] =
            rows[(h * half + j) * columns + c] / problem_.data->column_scale[c];
  }
}

void SimulationPool::simulate(std::vector<Missing>& missing) {
  const std::size_t all = processes(), own = own_process();
  std::optional<Error> error;
  try {
    for_each_index(problem_.settings->threads, (missing.size() + all - 1 - own) / all,
                   [&](std::size_t i) {
                     if (stop_.stop_requested()) throw Interrupted{};
                     Missing& one = missing[own + i * all];
                     simulate(one);
                     one.done = true;
                   });
  } catch (const Error& met) {
    if (all == 1) throw;
    error = met;
  }
  if (all > 1) exchange(missing, error);
}

void SimulationPool::exchange(std::vector<Missing>& missing, const std::optional<Error>& error) {
  const auto size_of = [&](const Missing& one) {
    return static_cast<std::size_t>(places_[one.place].count() * dimension_);
  };
  std::size_t size = 0;
  for (const Missing& one : missing) size += 1 + size_of(one);
  // Of each place whether it failed, and its rows.
  std::vector<double> values(size);
  std::size_t at = 0;
  for (const Missing& one : missing) {
    values[at] = places_[one.place].failed ? 1.0 : 0.0;
    std::copy(one.rows.begin(), one.rows.end(),
              values.begin() + static_cast<std::ptrdiff_t>(at + 1));
    at += 1 + size_of(one);
  }
  crew_->gather(values, error);
  at = 0;
  for (Missing& one : missing) {
    SimulatedPlace& place = places_[one.place];
    if (!one.done) {
      const auto rows = std::span(values).subspan(at + 1, size_of(one));
      place.failed = values[at] != 0.0;
      if (!place.failed) {
        one.rows.assign(rows.begin(), rows.end());
        set_rows(place, rows);
      }
      one.done = true;
    }
    at += 1 + size_of(one);
  }
}

void SimulationPool::simulate(Missing& missing) {
  const Model& model = problem_.simulation->model;
  SimulatedPlace& place = places_[missing.place];
  const LatentDesign design(design_of(model), place.half, model.latents);
  LatentTable<double> latents;
  Simulation<double> simulation;
  for (std::size_t h = 0; h < place.y.size(); ++h) {
    design.fill({problem_.settings->seed, draw_of_half[h], place.group, 0, Purpose::simulation},
                latents);
    simulation.resize(place.half, dimension_, model.parameters.size(), Derivatives::no);
    if (!model.simulator->simulate(missing.theta, latents, Derivatives::no, simulation)) {
      place.failed = true;
      missing.rows.clear();
      return;
    }
    const auto stride = static_cast<std::size_t>(simulation.stride);
    const auto columns = static_cast<std::size_t>(dimension_);
    const bool shared = store_ || processes() > 1;
    for (std::size_t j = 0; shared && j < static_cast<std::size_t>(place.half); ++j)
      for (std::size_t c = 0; c < columns; ++c)
        missing.rows.push_back(simulation.y[c * stride + j]);
    for (std::size_t c = 0; c < columns; ++c)
      for (std::size_t j = 0; j < stride; ++j)
        simulation.y[c * stride + j] /= problem_.data->column_scale[c];
    place.y[h] = simulation.y;
  }
}

void SimulationPool::keep(std::vector<Missing>& missing) {
  if (!store_) return;
  for (Missing& one : missing) {
    const SimulatedPlace& place = places_[one.place];
    if (one.done)
      store_->add(
          {std::move(one.theta), one.number, place.count(), place.failed, std::move(one.rows)});
  }
}

Points<double> SimulationPool::points(const SimulatedPlace& place, int half) const {
  const auto at = std::find(weights_for_.begin(), weights_for_.end(), place.half);
  const auto& weights = weights_[static_cast<std::size_t>(at - weights_for_.begin())];
  return {place.half, padded(place.half), dimension_,
          place.y[static_cast<std::size_t>(half)].data(), weights.data()};
}

}  // namespace surefoot
