#include <cmath>

#include <surefoot/abc/distance.hpp>

#include "abc/simulated_data.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// The observations as the kernel sums read them.  Weights of 1 are exact; sums are divided in
/// the end.
template <class Real>
struct PreparedData {
  PreparedData(const Sample& x, const Kernel& chosen)
      : kernel(chosen),
        count(static_cast<int>(x.size())),
        columns(static_cast<std::size_t>(padded(count) * x.dimension())),
        weights(static_cast<std::size_t>(padded(count))) {
    std::fill_n(weights.begin(), count, Real(1));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int c = 0; c < x.dimension(); ++c)
        columns[static_cast<std::size_t>(c) * weights.size() + i] = static_cast<Real>(x(i, c));
    points = {count, padded(count), x.dimension(), columns.data(), weights.data()};
    self = self_sum(points);
  }
  PreparedData(const PreparedData&) = delete;
  PreparedData& operator=(const PreparedData&) = delete;

  /// Pairs of points with themselves included.
  double self_sum(const Points<Real>& y) const {
    return kernel.sums().self(y, nullptr) + count * kernel.at_zero();
  }

  Kernel kernel;
  int count;
  AlignedVector<Real> columns, weights;
  Points<Real> points;
  double self;
};

template <class Real>
class MmdDistance final : public AbcDistance {
 public:
  MmdDistance(const AbcData& data, std::shared_ptr<const PreparedData<Real>> prepared)
      : simulated_(data.model, data.space, data.observations.size()), x_(std::move(prepared)) {}

  double operator()(std::span<const double> eta, const Coordinates& at) override {
    const Simulation<Real>* simulation = simulated_(eta, at);
    if (!simulation) return infinite;
    const Points<Real> y{simulation->count, simulation->stride, simulation->dimension,
                         simulation->y.data(), x_->weights.data()};
    const double cross = x_->kernel.sums().cross(x_->points, y, nullptr);
    const double n = x_->count;
    const double mmd2 = (x_->self - 2.0 * cross + x_->self_sum(y)) / (n * n);
    return std::isnan(mmd2) ? infinite : std::max(mmd2, 0.0);  // which rounding may fall below
  }

 private:
  SimulatedData<Real> simulated_;
  std::shared_ptr<const PreparedData<Real>> x_;
};

template <class Real>
DistanceFactory make(const AbcData& data, const Kernel& kernel) {
  auto prepared = std::make_shared<const PreparedData<Real>>(data.observations, kernel);
  return [=] { return std::make_unique<MmdDistance<Real>>(data, prepared); };
}

}  // namespace

DistanceFactory mmd_distance(const AbcData& data, const Kernel& kernel) {
  return data.precision == Precision::full ? make<double>(data, kernel) : make<float>(data, kernel);
}

}  // namespace surefoot
