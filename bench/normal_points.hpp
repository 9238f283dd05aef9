#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <surefoot/pairs/points.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot {

/// Equally weighted normal points.
template <class Real>
class NormalPoints {
 public:
  NormalPoints(int count, int dimension, std::uint32_t number)
      : count_(count),
        dimension_(dimension),
        stride_(padded(count)),
        coordinates_(static_cast<std::size_t>(stride_ * dimension)),
        weights_(static_cast<std::size_t>(stride_)) {
    Noise noise({.seed = 1, .draw = number, .step = 0, .index = 0, .purpose = Purpose::simulation});
    for (int c = 0; c < dimension; ++c)
      for (int i = 0; i < count; ++i)
        coordinates_[static_cast<std::size_t>(c * stride_ + i)] = static_cast<Real>(noise.normal());
    std::fill_n(weights_.begin(), count, static_cast<Real>(1.0 / count));
  }

  Points<Real> view() const {
    return {count_, stride_, dimension_, coordinates_.data(), weights_.data()};
  }
  std::vector<double> gradient() const { return std::vector<double>(coordinates_.size()); }

 private:
  int count_, dimension_, stride_;
  AlignedVector<Real> coordinates_, weights_;
};

}  // namespace surefoot
