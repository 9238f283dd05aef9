#include "emulator/map_ensemble.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// As many maps as a few megabytes hold: their number is the precision to which the share of the
/// variance that is error of the emulator shows in the draws.
std::size_t maps_of(const EmbeddingEmulator& emulator, Eigen::Index starts) {
  constexpr double most_numbers = 4e6, fewest = 64.0, most = 512.0;
  double numbers = double(emulator.outputs() * starts);
  for (const PolynomialFit& part : emulator.parts()) numbers += double(part.coefficients.size());
  return static_cast<std::size_t>(std::clamp(most_numbers / numbers, fewest, most));
}

}  // namespace

MapEnsemble::MapEnsemble(const EmbeddingEmulator& emulator, std::span<const Eigen::VectorXd> starts,
                         std::uint64_t seed, int threads)
    : starts_(emulator.region().size(), std::ssize(starts) + 1) {
  starts_.col(0).setZero();
  for (Eigen::Index k = 1; k < starts_.cols(); ++k)
    starts_.col(k) = emulator.region().u(starts[static_cast<std::size_t>(k - 1)]);
  fitted_ = pictures_by(emulator, nullptr);
  maps_.resize(maps_of(emulator, starts_.cols()));
  pictures_.resize(maps_.size());
  for_each_index(threads, maps_.size(), [&](std::size_t k) {
    Noise noise({seed, static_cast<std::uint32_t>(k), 0, 1, Purpose::simulation});
    maps_[k] = emulator.draw_map(noise);
    pictures_[k] = pictures_by(emulator, &maps_[k]);
  });
}

MapEnsemble::Pictures MapEnsemble::pictures_by(const EmbeddingEmulator& emulator,
                                               const EmbeddingEmulator::Coefficients* map) const {
  Pictures pictures{Eigen::MatrixXd(emulator.outputs(), starts_.cols()),
                    Eigen::VectorXd(starts_.cols())};
  Eigen::VectorXd picture;
  for (Eigen::Index k = 0; k < starts_.cols(); ++k) {
    emulator.at(starts_.col(k), picture, nullptr, map);
    pictures.columns.col(k) = picture;
    pictures.squares[k] = picture.squaredNorm();
  }
  return pictures;
}

Eigen::VectorXd MapEnsemble::best_start(const EmulatedTarget& target,
                                        const Pictures& pictures) const {
  const Eigen::VectorXd products = pictures.columns.transpose() * target.picture;
  Eigen::Index best = 0;
  double least = INFINITY;
  for (Eigen::Index k = 0; k < products.size(); ++k) {
    const double a = pictures.squares[k], c = products[k];
    const double value = target.mass == Mass::free && c < a && c > 0.0 ? -c * c / a : a - 2.0 * c;
    if (!(value < least)) continue;
    least = value;
    best = k;
  }
  return starts_.col(best);
}

Eigen::VectorXd MapEnsemble::best_start(const EmulatedTarget& target, std::uint32_t draw) const {
  return best_start(target, pictures_[draw % maps_.size()]);
}

Eigen::VectorXd MapEnsemble::best_start(const EmulatedTarget& target) const {
  return best_start(target, fitted_);
}

}  // namespace surefoot
