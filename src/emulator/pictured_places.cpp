#include "emulator/pictured_places.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/objective/mmd.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {

PicturedPlaces::PicturedPlaces(const Problem& problem, std::stop_token stop, SimulationStore* store,
                               Crew* crew)
    : problem_(problem), pool_(problem, std::move(stop), store, crew) {
  look_again(problem);
}

void PicturedPlaces::add(const std::vector<Eigen::VectorXd>& places, int count,
                         const PlaceCoordinates& coordinates, std::size_t together) {
  pool_.add(places, count, coordinates, together);
  look_at_new_places();
}

void PicturedPlaces::take(std::span<const TablePlace> places) {
  for (const TablePlace& place : places) pool_.take(place.simulations, place.eta);
  look_at_new_places();
}

Eigen::MatrixXd PicturedPlaces::landmark_candidates() const {
  constexpr std::size_t most_observed = 512, best_places = 32;
  constexpr Eigen::Index most_simulated = 256;
  const Eigen::MatrixXd observed = observed_rows(problem_, most_observed);
  Eigen::MatrixXd rows(observed.rows() + most_simulated, observed.cols());
  rows.topRows(observed.rows()) = observed;
  Eigen::Index row = observed.rows();
  std::vector<std::size_t> best = ranking();
  if (best.size() > best_places) best.resize(best_places);
  const auto each =
      most_simulated / static_cast<Eigen::Index>(std::max<std::size_t>(best.size(), 1));
  for (const std::size_t j : best) {
    const SimulatedPlace& place = pool_.places()[j];
    const auto stride = static_cast<std::size_t>(padded(place.half));
    for (Eigen::Index i = 0; i < std::min<Eigen::Index>(each, place.half); ++i, ++row)
      for (Eigen::Index c = 0; c < rows.cols(); ++c)
        rows(row, c) =
            place.y[0][static_cast<std::size_t>(c) * stride + static_cast<std::size_t>(i)];
  }
  return rows.topRows(row);
}

void PicturedPlaces::look_again(const Problem& problem) {
  const Eigen::MatrixXd candidates = landmark_candidates();
  problem_ = problem;
  data_ = pictured_data(problem_, candidates);
  mean_of_data_ = data_->rows.cast<double>().rowwise().mean();
  seen_.clear();
  look_at_new_places();
}

void PicturedPlaces::look_at_new_places() {
  constexpr std::size_t together = 16;
  const std::size_t before = seen_.size();
  seen_.resize(pool_.places().size());
  const std::size_t groups = (seen_.size() - before + together - 1) / together;
  for_each_index(problem_.settings->threads, groups, [&](std::size_t group) {
    const std::size_t first = before + group * together;
    look_at(first, std::min(first + together, seen_.size()));
  });
}

void PicturedPlaces::look_at(std::size_t first, std::size_t last) {
  std::vector<Points<double>> halves;
  for (std::size_t j = first; j < last; ++j)
    if (!pool_.places()[j].failed)
      for (const int half : {0, 1}) halves.push_back(pool_.points(pool_.places()[j], half));
  if (halves.empty()) return;
  const Eigen::MatrixXd embedding = data_->picture->of(halves, nullptr);
  Eigen::MatrixXd trim_mean, trim_square;
  if (data_->trim_picture) trim_mean = data_->trim_picture->of(halves, &trim_square);
  Eigen::Index column = 0;
  for (std::size_t j = first; j < last; ++j) {
    if (pool_.places()[j].failed) continue;
    Seen& seen = seen_[j];
    for (std::size_t h = 0; h < 2; ++h, ++column) {
      seen.embedding[h] = embedding.col(column);
      if (!data_->trim_picture) continue;
      seen.trim_mean[h] = trim_mean.col(column);
      seen.trim_square[h] = trim_square.col(column);
    }
    // Independent halves make their product free of simulation error in the mean.
    const double a = seen.embedding[0].dot(seen.embedding[1]);
    const double c = 0.5 * (seen.embedding[0] + seen.embedding[1]).dot(mean_of_data_);
    seen.value = combine({a, c}, *problem_.settings->mass).objective;
  }
}

std::vector<std::size_t> PicturedPlaces::ranking() const {
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < seen_.size(); ++j)
    if (!pool_.places()[j].failed && std::isfinite(seen_[j].value)) order.push_back(j);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return seen_[a].value < seen_[b].value; });
  return order;
}

SeenPictures PicturedPlaces::seen_at(const std::vector<std::size_t>& places, Picture what) const {
  SeenPictures seen(pool_.places()[places.front()].eta.size(),
                    (seen_[places.front()].*what)[0].size(), std::ssize(places));
  for (Eigen::Index k = 0; k < std::ssize(places); ++k) {
    const std::size_t j = places[static_cast<std::size_t>(k)];
    const auto& halves = seen_[j].*what;
    seen.eta.col(k) = pool_.places()[j].eta;
    seen.mean.col(k) = 0.5 * (halves[0] + halves[1]);
    seen.difference.col(k) = 0.5 * (halves[0] - halves[1]);
    seen.count[k] = pool_.places()[j].count();
    seen.group[k] = static_cast<int>(pool_.places()[j].group);
  }
  return seen;
}

std::vector<std::size_t> PicturedPlaces::places_around(std::span<const Region* const> parts,
                                                       double cut) const {
  std::vector<std::size_t> near;
  for (std::size_t j = 0; j < seen_.size(); ++j) {
    const SimulatedPlace& place = pool_.places()[j];
    if (!place.failed && std::any_of(parts.begin(), parts.end(), [&](const Region* part) {
          return part->u(place.eta).norm() <= cut;
        }))
      near.push_back(j);
  }
  std::stable_sort(near.begin(), near.end(), [&](std::size_t a, std::size_t b) {
    return pool_.places()[a].group < pool_.places()[b].group;
  });
  return near;
}

std::optional<PolynomialFit> PicturedPlaces::polynomial_in(const Region& part, double cut,
                                                           double reach) const {
  const auto near = places_around(std::array{&part}, cut);
  if (near.empty()) return std::nullopt;
  return fit_polynomial(part, seen_at(near, &Seen::embedding), reach, cut);
}

std::optional<EmulatedModel> PicturedPlaces::model_by(const Region& region,
                                                      std::vector<PolynomialFit> parts,
                                                      double cut) const {
  std::vector<const Region*> regions;
  for (const PolynomialFit& part : parts) regions.push_back(&part.region);
  const auto near = places_around(regions, cut);
  std::optional<EmbeddingEmulator> trim_mean, trim_square;
  if (data_->trim_picture) {
    trim_mean = emulator_like(parts, region, seen_at(near, &Seen::trim_mean), cut);
    trim_square = emulator_like(parts, region, seen_at(near, &Seen::trim_square), cut);
    if (!trim_mean || !trim_square) return std::nullopt;
  }
  return EmulatedModel{EmbeddingEmulator(region, std::move(parts), seen_at(near, &Seen::embedding)),
                       std::move(trim_mean), std::move(trim_square)};
}

}  // namespace surefoot
