#include "emulator/other_pictures.hpp"

namespace surefoot {
namespace {

constexpr std::size_t most_places = 256;
constexpr Eigen::Index most_rows = 128;
constexpr std::size_t most_observed = 128;

}  // namespace

OtherPictures::OtherPictures(const EmulatedPosterior& learnt, const SimulationPool& pool)
    : region_(learnt.emulator().region()),
      parts_(learnt.emulator().parts()),
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
  return std::make_shared<const EmulatedPosterior>(problem, data, std::move(*model), nullptr,
                                                   reach_);
}

EmulatedPosterior OtherPictures::with_observations_of(const EmulatedPosterior& like,
                                                      const Problem& problem) {
  return {problem, pictured_like(like.data(), problem), like.model(), like.maps(), like.reach()};
}

std::optional<EmulatedModel> OtherPictures::model_by(const PicturedData& data) const {
  const SeenPictures seen = seen_near(near_, *data.picture);
  std::vector<PolynomialFit> fits;
  for (const PolynomialFit& part : parts_) {
    auto fit = fit_polynomial(part.region, seen, reach_, reach_ + 1.0);
    if (!fit) return std::nullopt;
    fits.push_back(std::move(*fit));
  }
  std::optional<EmbeddingEmulator> trim_mean, trim_square;
  if (data.trim_picture) {
    const SeenMoments moments = seen_moments_near(near_, *data.trim_picture);
    trim_mean = emulator_like(fits, region_, moments.mean, reach_ + 1.0);
    trim_square = emulator_like(fits, region_, moments.square, reach_ + 1.0);
    if (!trim_mean || !trim_square) return std::nullopt;
  }
  return EmulatedModel{EmbeddingEmulator(region_, std::move(fits), seen), std::move(trim_mean),
                       std::move(trim_square)};
}

}  // namespace surefoot
