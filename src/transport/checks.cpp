#include "transport/checks.hpp"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {

void require_weights(std::span<const double> weights, std::size_t count) {
  if (weights.empty()) return;
  if (weights.size() != count)
    throw Error(Fault::usage, fmt::format("there must be a weight for each of {} points, but there "
                                          "are {} weights",
                                          count, weights.size()));
  for (std::size_t i = 0; i < count; ++i)
    if (!(weights[i] >= 0.0 && std::isfinite(weights[i])))
      throw Error(Fault::usage, fmt::format("weights must be finite and not negative, but weight "
                                            "{} is {}",
                                            i + 1, weights[i]));
  constexpr double slack = 1e-6;  // what normalising in float may leave
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!(std::abs(sum - 1.0) <= slack))
    throw Error(Fault::usage, fmt::format("weights must sum to 1, but sum to {}", sum));
}

void require_cloud(const Cloud& cloud) {
  if (cloud.dimension < 1)
    throw Error(Fault::usage,
                fmt::format("points must have at least 1 dimension, but have {}", cloud.dimension));
  if (cloud.points.empty())
    throw Error(Fault::usage, "there must be at least 1 point, but there is none");
  if (cloud.points.size() % static_cast<std::size_t>(cloud.dimension) != 0)
    throw Error(Fault::usage,
                fmt::format("points must be whole rows of {}, but there are {} values",
                            cloud.dimension, cloud.points.size()));
  require_weights(cloud.weights, cloud.size());
}

void require_order(int order) {
  if (order != 1 && order != 2)
    throw Error(Fault::usage,
                fmt::format("the order of a transport cost must be 1 or 2, but is {}", order));
}

void require_transport(const Cloud& x, const Cloud& y, int order) {
  require_order(order);
  require_cloud(x);
  require_cloud(y);
  if (x.dimension != y.dimension)
    throw Error(Fault::usage,
                fmt::format("both sides of a transport must have one dimension, but they have {} "
                            "and {}",
                            x.dimension, y.dimension));
}

void accumulate_weights(std::span<const double> weights, std::vector<double>& ends) {
  ends.resize(weights.size());
  std::partial_sum(weights.begin(), weights.end(), ends.begin());
  const double sum = ends.empty() ? 1.0 : ends.back();
  for (double& end : ends) end /= sum;
}

}  // namespace surefoot
