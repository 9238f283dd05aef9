#pragma once

#include <surefoot/bootstrap/draw_objective.hpp>

namespace surefoot {

/// The embedding of a measure at points of the data space, one after the other.
template <class Real>
std::vector<double> field_of(const KernelSums& sums, const Points<Real>& measure,
                             std::span<const double> points) {
  constexpr auto stride = static_cast<std::size_t>(padded(1));
  const auto d = static_cast<std::size_t>(measure.dimension);
  AlignedVector<Real> coordinates(stride * d, Real(0)), weight(stride, Real(0));
  weight[0] = Real(1);
  const Points<Real> one{1, padded(1), measure.dimension, coordinates.data(), weight.data()};
  std::vector<double> field;
  for (std::size_t at = 0; at < points.size(); at += d) {
    for (std::size_t c = 0; c < d; ++c) coordinates[c * stride] = static_cast<Real>(points[at + c]);
    field.push_back(sums.cross(measure, one, nullptr));
  }
  return field;
}

/// A model as the points that were simulated.
template <class Real>
class SimulatedModel final : public EmbeddedModel {
 public:
  SimulatedModel(double value_there, double mass_there, const KernelSums& sums,
                 const Points<Real>& points)
      : EmbeddedModel(value_there, mass_there),
        sums_(sums),
        points_(points),
        y_(points.coordinates, points.coordinates + size()),
        weights_(points.weights, points.weights + points.stride) {
    points_.coordinates = y_.data();
    points_.weights = weights_.data();
  }
  SimulatedModel(const SimulatedModel&) = delete;
  SimulatedModel& operator=(const SimulatedModel&) = delete;

  std::vector<double> field(std::span<const double> at) const override {
    return field_of(sums_, points_, at);
  }
  std::vector<double> some_observations(int count) const override {
    std::vector<double> rows;
    const auto stride = static_cast<std::size_t>(points_.stride);
    for (int k = 0; k < count; ++k) {
      const auto j = static_cast<std::size_t>(std::int64_t{k} * points_.count / count);
      for (std::size_t c = 0; c < static_cast<std::size_t>(points_.dimension); ++c)
        rows.push_back(static_cast<double>(y_[c * stride + j]));
    }
    return rows;
  }
  std::vector<double> coordinates() const override { return {y_.begin(), y_.end()}; }
  std::vector<double> weights() const override { return {weights_.begin(), weights_.end()}; }

 private:
  std::size_t size() const {
    return static_cast<std::size_t>(points_.stride) * static_cast<std::size_t>(points_.dimension);
  }

  const KernelSums& sums_;
  Points<Real> points_;
  AlignedVector<Real> y_, weights_;
};

}  // namespace surefoot
