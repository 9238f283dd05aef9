#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/emulated_draw.hpp"

namespace surefoot {

/// Some maps from the sampling distribution of an emulator, of which each draw takes one for the
/// true one, and what they say about the places that draws may start from.  Maps that differ
/// everywhere, not only around one minimum, let draws find out that another minimum may be the
/// lower one.
class MapEnsemble {
 public:
  /// `starts` are on the optimiser's scale.
  MapEnsemble(const EmbeddingEmulator& emulator, std::span<const Eigen::VectorXd> starts,
              std::uint64_t seed, int threads);

  /// The map of a draw.
  const EmbeddingEmulator::Coefficients& map_of(std::uint32_t draw) const {
    return maps_[draw % maps_.size()];
  }

  /// Where the map of a draw, or the fitted one, is nearest to the target.
  EmulatedStart best_start(const EmulatedTarget& target, std::uint32_t draw) const;
  EmulatedStart best_start(const EmulatedTarget& target) const;

 private:
  /// Pictures of the starts, one a column, and their squared lengths.
  struct Pictures {
    Eigen::MatrixXd columns;
    Eigen::VectorXd squares;
  };
  Pictures pictures_by(const EmbeddingEmulator& emulator,
                       const EmbeddingEmulator::Coefficients* map) const;
  EmulatedStart best_start(const EmulatedTarget& target, const Pictures& pictures) const;

  std::vector<EmulatedStart> starts_;
  std::vector<EmbeddingEmulator::Coefficients> maps_;
  std::vector<Pictures> pictures_;  // by each map
  Pictures fitted_;
};

}  // namespace surefoot
