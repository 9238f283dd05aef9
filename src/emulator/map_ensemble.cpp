#include "emulator/map_ensemble.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/parallel/threads.hpp>

#include "emulator/dense.hpp"

namespace surefoot {
namespace {

/// Draws that have the same map differ by their data.
constexpr std::size_t map_count = 64;

/// More starts than these are no better.
constexpr std::size_t most_starts = 200;

}  // namespace

MapEnsemble::MapEnsemble(const EmbeddingEmulator& emulator, std::span<const Eigen::VectorXd> starts,
                         std::uint64_t seed, int threads) {
  const Region& region = emulator.region();
  starts_.push_back(start_at(emulator, Eigen::VectorXd::Zero(region.size())));
  const std::size_t count = std::min(starts.size(), most_starts);
  for (std::size_t k = 0; k < count; ++k)
    starts_.push_back(start_at(emulator, region.u(starts[k * starts.size() / count])));
  fitted_ = pictures_by(emulator, nullptr);
  maps_.resize(map_count);
  pictures_.resize(maps_.size());
  for_each_index(threads, maps_.size(), [&](std::size_t k) {
    Noise noise({seed, static_cast<std::uint32_t>(k), 0, 1, Purpose::simulation});
    maps_[k] = emulator.draw_map(noise);
    pictures_[k] = pictures_by(emulator, &maps_[k]);
  });
}

MapEnsemble::Pictures MapEnsemble::pictures_by(const EmbeddingEmulator& emulator,
                                               const EmbeddingEmulator::Coefficients* map) const {
  const auto count = std::ssize(starts_);
  Pictures pictures{Eigen::MatrixXd(emulator.outputs(), count), Eigen::VectorXd(count)};
  for (Eigen::Index k = 0; k < count; ++k) {
    pictures.columns.col(k) = emulator.at(starts_[static_cast<std::size_t>(k)].u, map);
    pictures.squares[k] = pictures.columns.col(k).squaredNorm();
  }
  return pictures;
}

EmulatedStart MapEnsemble::best_start(const EmulatedTarget& target,
                                      const Pictures& pictures) const {
  const Eigen::VectorXd products = transposed_product(pictures.columns, target.picture);
  Eigen::Index best = 0;
  double least = INFINITY;
  for (Eigen::Index k = 0; k < products.size(); ++k) {
    const double a = pictures.squares[k], c = products[k];
    const double value = target.mass == Mass::free && c < a && c > 0.0 ? -c * c / a : a - 2.0 * c;
    if (!(value < least)) continue;
    least = value;
    best = k;
  }
  return starts_[static_cast<std::size_t>(best)];
}

EmulatedStart MapEnsemble::best_start(const EmulatedTarget& target, std::uint32_t draw) const {
  return best_start(target, pictures_[draw % maps_.size()]);
}

EmulatedStart MapEnsemble::best_start(const EmulatedTarget& target) const {
  return best_start(target, fitted_);
}

}  // namespace surefoot
