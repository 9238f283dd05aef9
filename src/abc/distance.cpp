#include <cmath>

#include <fmt/format.h>

#include <surefoot/abc/distance.hpp>
#include <surefoot/error.hpp>

#include "simulators/models.hpp"

namespace surefoot {

Precision precision_for(const Model& model, const Sample& observations) {
  if (!model.simulator->differentiable()) return Precision::full;
  constexpr double blurred = 1e4;                // spreads from 0: floats are 6e-4 spreads apart
  constexpr double small = 1e-10, large = 1e10;  // whose squares are safe in floats
  for (int c = 0; c < observations.dimension(); ++c) {
    const double low = column_quantile(observations, c, 0.25);
    const double high = column_quantile(observations, c, 0.75);
    const double size = std::max(std::abs(low), std::abs(high));
    if (size > blurred * (high - low) || size > large || (size > 0.0 && size < small))
      return Precision::full;
  }
  return Precision::mixed;
}

Transport choose_transport(Transport wanted, int dimension) {
  if (wanted == Transport::automatic) return dimension == 1 ? Transport::sorted : Transport::exact;
  if (wanted == Transport::sorted && dimension > 1)
    throw Error(Fault::usage, fmt::format("transport sorted needs observations of one column, but "
                                          "these have {}; exact, hilbert or sinkhorn will do",
                                          dimension));
  return wanted;
}

}  // namespace surefoot
