#include "emulator/other_pictures.hpp"

namespace surefoot {
namespace {

constexpr std::size_t most_places = 256;
constexpr Eigen::Index most_rows = 128;
constexpr std::size_t most_observed = 128;

}  // namespace

OtherPictures::OtherPictures(const EmulatedPosterior& learnt, const SimulationPool& pool)
    : region_(learnt.emulator().region()),
      reach_(learnt.reach()),
      near_(places_near(pool, region_, reach_ + 1.0, most_places, most_rows)) {}

std::shared_ptr<const EmulatedPosterior> OtherPictures::of(const Problem& problem,
                                                           Landmarks landmarks) const {
  Eigen::MatrixXd candidates = near_.rows;
  if (landmarks == Landmarks::from_observations_too) {
    const Eigen::MatrixXd observed = observed_rows(problem, most_observed);
    candidates.conservativeResize(candidates.rows() + observed.rows(), Eigen::NoChange);
    candidates.bottomRows(observed.rows()) = observed;
  }
  if (candidates.rows() == 0) return nullptr;
  const auto data = pictured_data(problem, candidates);
  auto model = model_by(*data);
  if (!model) return nullptr;
  return std::make_shared<const EmulatedPosterior>(problem, data, std::move(*model), reach_);
}

EmulatedPosterior OtherPictures::with_observations_of(const EmulatedPosterior& like,
                                                      const Problem& problem) {
  return {problem, pictured_like(like.data(), problem), like.model(), like.reach()};
}

std::optional<EmulatedModel> OtherPictures::model_by(const PicturedData& data) const {
  auto embedding = EmbeddingEmulator::fit(region_, seen_near(near_, *data.picture), reach_);
  if (!embedding) return std::nullopt;
  EmulatedModel model{std::move(*embedding), {}, {}};
  if (!data.trim_picture) return model;
  const SeenMoments seen = seen_moments_near(near_, *data.trim_picture);
  model.trim_mean = EmbeddingEmulator::fit_like(model.embedding, seen.mean);
  model.trim_square = EmbeddingEmulator::fit_like(model.embedding, seen.square);
  if (!model.trim_mean || !model.trim_square) return std::nullopt;
  return model;
}

}  // namespace surefoot
