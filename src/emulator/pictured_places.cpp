#include "emulator/pictured_places.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/objective/mmd.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {

PicturedPlaces::PicturedPlaces(const Problem& problem, std::stop_token stop)
    : problem_(problem), pool_(problem, std::move(stop)) {
  look_again(problem);
}

void PicturedPlaces::add(const std::vector<Eigen::VectorXd>& places, int count) {
  pool_.add(places, count);
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
  mean_of_data_ = data_->rows.rowwise().mean();
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

SeenPictures PicturedPlaces::seen_at(const Eigen::MatrixXd& u,
                                     const std::vector<std::size_t>& places, Picture what) const {
  const Eigen::Index size = (seen_[places.front()].*what)[0].size(), count = u.cols();
  SeenPictures seen{u, Eigen::MatrixXd(size, count), Eigen::MatrixXd(size, count),
                    Eigen::VectorXd(count)};
  for (Eigen::Index k = 0; k < count; ++k) {
    const std::size_t j = places[static_cast<std::size_t>(k)];
    const auto& halves = seen_[j].*what;
    seen.mean.col(k) = 0.5 * (halves[0] + halves[1]);
    seen.difference.col(k) = 0.5 * (halves[0] - halves[1]);
    seen.count[k] = pool_.places()[j].count();
  }
  return seen;
}

std::optional<EmulatedModel> PicturedPlaces::model_in(const Region& region, double cut,
                                                      double reach) const {
  std::vector<std::size_t> near;
  std::vector<Eigen::VectorXd> us;
  for (std::size_t j = 0; j < seen_.size(); ++j) {
    if (pool_.places()[j].failed) continue;
    Eigen::VectorXd u = region.u(pool_.places()[j].eta);
    if (!(u.norm() <= cut)) continue;
    near.push_back(j);
    us.push_back(std::move(u));
  }
  const Eigen::Index p = region.size();
  if (static_cast<Eigen::Index>(near.size()) < 2 * p + 2) return std::nullopt;
  Eigen::MatrixXd u(p, static_cast<Eigen::Index>(near.size()));
  for (std::size_t k = 0; k < us.size(); ++k) u.col(static_cast<Eigen::Index>(k)) = us[k];
  auto embedding = EmbeddingEmulator::fit(region, seen_at(u, near, &Seen::embedding), reach);
  if (!embedding) return std::nullopt;
  EmulatedModel model{std::move(*embedding), {}, {}};
  if (!data_->trim_picture) return model;
  model.trim_mean =
      EmbeddingEmulator::fit_like(model.embedding, seen_at(u, near, &Seen::trim_mean));
  model.trim_square =
      EmbeddingEmulator::fit_like(model.embedding, seen_at(u, near, &Seen::trim_square));
  if (!model.trim_mean || !model.trim_square) return std::nullopt;
  return model;
}

}  // namespace surefoot
