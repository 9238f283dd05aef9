#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <surefoot/design/design.hpp>
#include <surefoot/model.hpp>
#include <surefoot/parameters.hpp>

namespace surefoot {

/// Simulates data sets of one size, again and again in the same memory.
template <class Real>
class SimulatedData {
 public:
  SimulatedData(const Model& model, const ParameterSpace& space, std::size_t observations)
      : model_(model),
        space_(space),
        observations_(static_cast<int>(observations)),
        at_once_(std::min(rows_in_cache(model), observations_)),
        whole_(Design::iid, at_once_, model.latents),
        rest_(Design::iid, std::max(observations_ % at_once_, 1), model.latents),
        theta_(static_cast<std::size_t>(space.size())) {
    data_.resize(observations_, model.dimension, space.size(), Derivatives::no);
  }

  /// At eta, by independent latents; null if the simulator failed.
  Simulation<Real>* operator()(std::span<const double> eta, Coordinates at) {
    space_.to_natural(eta, theta_);
    if (at_once_ == observations_) return simulate(whole_, at, data_) ? &data_ : nullptr;
    for (int first = 0; first < observations_; first += at_once_) {
      const int count = std::min(at_once_, observations_ - first);
      part_.resize(count, model_.dimension, space_.size(), Derivatives::no);
      if (!simulate(count == at_once_ ? whole_ : rest_, at, part_)) return nullptr;
      for (int c = 0; c < model_.dimension; ++c)
        std::copy_n(part_.y.begin() + std::ptrdiff_t{c} * part_.stride, count,
                    data_.y.begin() + std::ptrdiff_t{c} * data_.stride + first);
      at.index += static_cast<std::uint32_t>(count);
    }
    return &data_;
  }

 private:
  /// As many observations as have their latents in a core's own cache.
  static int rows_in_cache(const Model& model) {
    constexpr std::size_t cache = 1 << 18, fewest = 128;  // bytes; observations
    const std::size_t bytes = std::max<std::size_t>(model.latents.size(), 1) * sizeof(Real);
    return padded(static_cast<int>(std::max(cache / bytes, fewest)));
  }

  bool simulate(const LatentDesign& design, const Coordinates& at, Simulation<Real>& out) {
    design.fill(at, latents_);
    return model_.simulator->simulate(theta_, latents_, Derivatives::no, out);
  }

  const Model& model_;
  const ParameterSpace& space_;
  int observations_, at_once_;
  LatentDesign whole_, rest_;
  std::vector<double> theta_;  // natural scale
  LatentTable<Real> latents_;
  Simulation<Real> data_, part_;
};

}  // namespace surefoot
