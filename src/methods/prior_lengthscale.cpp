#include "methods/prior_lengthscale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>

#include "data/quantiles.hpp"
#include "methods/chains.hpp"

namespace surefoot {
namespace {

double median_distance(const Sample& y) {
  std::vector<double> distances;
  distances.reserve(y.size() * (y.size() - 1) / 2);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0.0;
      for (int c = 0; c < y.dimension(); ++c) square += (y(i, c) - y(j, c)) * (y(i, c) - y(j, c));
      distances.push_back(std::sqrt(square));
    }
  return median(distances);
}

}  // namespace

double median_prior_lengthscale(const Run& run, const ParameterPrior& prior) {
  constexpr std::size_t draws = 1000;
  constexpr int points = 200;  // 19,900 pairs each: the error of the median over draws is 0.1 %
  constexpr std::uint32_t stream = ~0U - 1;  // chains count from 0
  const std::uint64_t seed = run.settings.seed;
  std::vector<double> medians(draws, std::numeric_limits<double>::quiet_NaN());
  for_each_index(run.settings.threads, draws, [&](std::size_t i) {
    const auto number = static_cast<std::uint32_t>(i);
    std::vector<double> theta(static_cast<std::size_t>(run.space.size()));
    run.space.to_natural(prior_draw(prior, seed, PriorUse::lengthscale, 0, number), theta);
    try {
      medians[i] = median_distance(
          simulate_iid(run.model, theta, points, {seed, stream, number, 0, Purpose::simulation}));
    } catch (const Error&) {
      // Where the simulator fails there is no distance.
    }
  });
  std::erase_if(medians, [](double m) { return std::isnan(m); });
  const double result = medians.empty() ? 0.0 : median(medians);
  if (!(result > 0.0) || !std::isfinite(result))
    throw Error(Fault::usage,
                fmt::format("the median distance between simulations at draws of the prior is {}, "
                            "so the rule median-prior gives no lengthscale; one must be given",
                            result));
  return result;
}

}  // namespace surefoot
