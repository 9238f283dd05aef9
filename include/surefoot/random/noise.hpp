#pragma once

#include <cstdint>

#include <Random123/philox.h>

#include <surefoot/math.hpp>

namespace surefoot {

/// What a random number is for.  Part of its coordinates, so that no two uses
/// can ever share one.
enum class Purpose : std::uint32_t {
  weights = 0,    // Dirichlet weights of the observations
  prior_weights,  // weights of the pseudo-observations
  base_measure,   // pseudo-observations
  simulation,     // latent points
  start,          // screening of the box
  resampling,     // batches from P_W
  predictive,     // posterior predictive data
  data,           // `simulate`: the observations
  contamination,  // `simulate`: the outliers
  selection,      // which observations or pairs a subsample takes
  prior,          // parameters from their prior
  proposal,       // where a particle or a chain tries to go
  acceptance,     // whether it goes
  replicate,      // data sets simulated at the best fit
};

/// Names one random quantity: everything that its numbers depend on.
struct Coordinates {
  std::uint64_t seed;
  std::uint32_t draw;   // which posterior draw
  std::uint32_t step;   // which optimiser step of that draw
  std::uint32_t index;  // which observation of that step
  Purpose purpose;
};

/// Four random words of Philox 4x32-10 (Random123).
using Block = r123::Philox4x32::ctr_type;

/// What Philox makes a block of.
struct PhiloxInput {
  std::uint32_t counter[4];  // the second word is the index
  std::uint32_t key[2];
};

/// The input of block number `slot` (below 2^27) at the given coordinates.
SUREFOOT_HD inline PhiloxInput philox_input(const Coordinates& at, std::uint32_t slot) {
  const std::uint32_t purpose = static_cast<std::uint32_t>(at.purpose) << 27;
  return {{slot | purpose, at.index, at.step, at.draw},
          {static_cast<std::uint32_t>(at.seed), static_cast<std::uint32_t>(at.seed >> 32)}};
}

/// Block number `slot` at the given coordinates.
SUREFOOT_HD inline Block random_block(const Coordinates& at, std::uint32_t slot) {
  const auto [c, k] = philox_input(at, slot);
  return r123::Philox4x32{}({{c[0], c[1], c[2], c[3]}}, {{k[0], k[1]}});
}

/// Uniform on the open interval (0, 1).  52 random bits, not 53: adding a half
/// to the largest 53-bit integer rounds up, and would close the interval.
SUREFOOT_HD inline double to_uniform(std::uint32_t high, std::uint32_t low) {
  const auto bits = (std::uint64_t{high} << 20) ^ (low >> 12);
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

/// The random numbers at one set of coordinates, one after the other.  They
/// depend on the coordinates alone: no thread, rank or order of evaluation can
/// change them.
class Noise {
 public:
  explicit Noise(const Coordinates& at) : at_(at) {}

  double uniform() {
    if (used_ == 2) {
      block_ = random_block(at_, slot_++);
      used_ = 0;
    }
    const int first = 2 * used_++;
    return to_uniform(block_[first], block_[first + 1]);
  }
  double normal() { return normal_quantile(uniform()); }
  double exponential() { return -std::log(uniform()); }

 private:
  Coordinates at_;
  Block block_{};
  std::uint32_t slot_ = 0;
  int used_ = 2;
};

}  // namespace surefoot
