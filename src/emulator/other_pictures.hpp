#pragma once

#include <memory>
#include <optional>

#include "emulator/emulated_posterior.hpp"
#include "emulator/near_places.hpp"

namespace surefoot {

/// The model around a posterior once more, by other kernels or other landmarks than those that it
/// was learnt with.  Nothing is simulated for that.
class OtherPictures {
 public:
  /// From the simulations around what a posterior was learnt from, which must outlive this.
  OtherPictures(const EmulatedPosterior& learnt, const SimulationPool& pool);

  /// What landmarks are taken from: of simulations alone observations are as far away as those that
  /// others simulate.
  enum class Landmarks { from_simulations, from_observations_too };

  /// The posterior of another problem with the same model and parameters; null if the simulations
  /// tell too little.
  std::shared_ptr<const EmulatedPosterior> of(const Problem& problem, Landmarks landmarks) const;

  /// The same for other observations of the problem that a posterior of these pictures is of.
  static EmulatedPosterior with_observations_of(const EmulatedPosterior& like,
                                                const Problem& problem);

 private:
  std::optional<EmulatedModel> model_by(const PicturedData& data) const;

  Region region_;
  std::vector<PolynomialFit> parts_;
  double reach_;
  NearPlaces near_;
};

}  // namespace surefoot
