#include <fmt/format.h>

#include <surefoot/abc/distance.hpp>
#include <surefoot/error.hpp>

#include "bootstrap/float_limits.hpp"

namespace surefoot {

Precision precision_for(const Model& model, const Sample& observations) {
  if (!model.simulator->differentiable()) return Precision::full;
  return blurred_column(column_extents(observations, {}), distance_limits) ? Precision::full
                                                                           : Precision::mixed;
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
