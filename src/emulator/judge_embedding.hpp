#pragma once

#include <span>

#include "emulator/emulated_posterior.hpp"
#include "emulator/pictured_places.hpp"

namespace surefoot {

/// Draws of a posterior by an emulated model that were made by numbers from `first` on.
struct PilotDraws {
  const EmulatedPosterior& posterior;
  std::uint32_t first;
  std::span<const Eigen::VectorXd> etas;
};

/// The share of the draws' variance that is the emulator's error: what draws of the same weights
/// vary by, as their errors do.
double share_of_error(const PilotDraws& draws, int threads);

/// How far the places from number `first` on, which were simulated at draws and not learnt from,
/// say that draws are off, beyond chance and the errors that the emulator knows of, in posterior
/// standard deviations.
double unknown_error(const PilotDraws& draws, const PicturedPlaces& seen, std::size_t first);

}  // namespace surefoot
