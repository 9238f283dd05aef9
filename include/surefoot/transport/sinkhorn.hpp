#pragma once

#include <vector>

#include <surefoot/transport/cloud.hpp>

namespace surefoot {

/// Transport smoothed by entropy, as in Cuturi (2013), with the settings of
/// Bernton et al. (2019).  With K = exp(-C / e), where e is 0.05 of the median
/// cost, 100 iterations
///
///     v = b / (K' u),    u = a / (K v)
///
/// lead to a plan diag(u) K diag(v) whose marginals are only nearly a and b; what
/// is missing is filled in by a product, so that the result is a plan and its cost
/// an upper bound of the exact one.
class SinkhornTransport {
 public:
  /// The cost of that plan, not rooted.  Infinite if a point is not finite or a
  /// cost overflows.  If more than half of all pairs coincide, the mean cost
  /// stands in for the median.  Throws Fault::usage unless the order is 1 or 2, the
  /// dimensions agree and the weights are weights.
  double operator()(const Cloud& x, const Cloud& y, int order);

 private:
  std::vector<double> costs_, kernel_;
};

}  // namespace surefoot
