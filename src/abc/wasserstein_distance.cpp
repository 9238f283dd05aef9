#include <cmath>

#include <surefoot/abc/distance.hpp>
#include <surefoot/transport/exact.hpp>
#include <surefoot/transport/hilbert.hpp>
#include <surefoot/transport/sinkhorn.hpp>
#include <surefoot/transport/sorted.hpp>

#include "abc/simulated_data.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

Cloud cloud_of(const Sample& x) { return {x.values(), x.dimension()}; }

/// What is no distance is infinitely far.
double finish(double cost, int order) {
  return std::isnan(cost) ? infinite : wasserstein(cost, order);
}

/// On the line, by sorting.
template <class Real>
class SortedDistance final : public AbcDistance {
 public:
  SortedDistance(const AbcData& data, int order)
      : simulated_(data.model, data.space, data.observations.size()),
        transport_(cloud_of(data.observations)),
        order_(order) {}

  double operator()(std::span<const double> eta, const Coordinates& at) override {
    Simulation<Real>* y = simulated_(eta, at);
    if (!y) return infinite;
    return finish(transport_(std::span(y->y.data(), static_cast<std::size_t>(y->count)), order_),
                  order_);
  }

 private:
  SimulatedData<Real> simulated_;
  SortedTransport transport_;
  int order_;
};

/// In any dimension, by a transport between clouds.
template <class Real, class Solver>
class CloudDistance final : public AbcDistance {
 public:
  CloudDistance(const AbcData& data, int order)
      : simulated_(data.model, data.space, data.observations.size()),
        x_(cloud_of(data.observations)),
        rows_(x_.points.size()),
        order_(order) {}

  double operator()(std::span<const double> eta, const Coordinates& at) override {
    const Simulation<Real>* y = simulated_(eta, at);
    if (!y) return infinite;
    const auto d = static_cast<std::size_t>(x_.dimension);
    const auto stride = static_cast<std::size_t>(y->stride);
    for (std::size_t i = 0; i < x_.size(); ++i)
      for (std::size_t c = 0; c < d; ++c)
        rows_[i * d + c] = static_cast<double>(y->y[c * stride + i]);
    return finish(solve_(x_, Cloud{rows_, x_.dimension}, order_), order_);
  }

 private:
  SimulatedData<Real> simulated_;
  Cloud x_;
  std::vector<double> rows_;
  Solver solve_;
  int order_;
};

template <class Real>
std::unique_ptr<AbcDistance> make(const AbcData& data, Transport transport, int order) {
  switch (transport) {
    case Transport::sorted:
      return std::make_unique<SortedDistance<Real>>(data, order);
    case Transport::hilbert:
      return std::make_unique<CloudDistance<Real, HilbertTransport>>(data, order);
    case Transport::sinkhorn:
      return std::make_unique<CloudDistance<Real, SinkhornTransport>>(data, order);
    default:
      return std::make_unique<CloudDistance<Real, ExactTransport>>(data, order);
  }
}

}  // namespace

DistanceFactory wasserstein_distance(const AbcData& data, Transport transport, int order) {
  return [=] {
    return data.precision == Precision::full ? make<double>(data, transport, order)
                                             : make<float>(data, transport, order);
  };
}

}  // namespace surefoot
