#include <cmath>

#include <fmt/format.h>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/model.hpp>

namespace surefoot {

double middle_of(const Parameter& p) {
  const bool low = std::isfinite(p.lower), high = std::isfinite(p.upper);
  if (low && high)
    return p.transform == Transform::log ? std::sqrt(p.lower * p.upper)
                                         : 0.5 * p.lower + 0.5 * p.upper;
  return low ? p.lower + 1.0 : high ? p.upper - 1.0 : 0.0;
}

void check_latents(int asked, int declared) {
  if (asked != declared)
    throw Error(Fault::usage,
                fmt::format("a simulator must ask for as many latents as it declares: it declares "
                            "{} and asked for {}",
                            declared, asked));
}

void check_parameters(int described, int declared) {
  if (described != declared)
    throw Error(Fault::usage,
                fmt::format("a simulator's parameters must all be described: it has {}, and {} "
                            "are described",
                            declared, described));
}

Sample Model::simulate(std::span<const double> theta, int observations, std::uint64_t seed) const {
  return simulate_iid(*this, theta, observations,
                      {.seed = seed, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::data});
}

}  // namespace surefoot
