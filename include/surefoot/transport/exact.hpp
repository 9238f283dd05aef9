#pragma once

#include <memory>
#include <span>
#include <vector>

#include <surefoot/transport/cloud.hpp>

namespace surefoot {

/// Exact optimal transport, by the network simplex method.  One worker owns one,
/// which uses its memory again from call to call, and most of it when the counts
/// repeat.  Time grows a little faster than the number of pairs, which is also
/// what memory grows with.
class ExactTransport {
 public:
  ExactTransport();
  ExactTransport(ExactTransport&&) noexcept;
  ExactTransport& operator=(ExactTransport&&) noexcept;
  ~ExactTransport();

  /// The least cost of a plan,
  ///
  ///     min over P of sum P_ij |x_i - y_j|_2^order,
  ///
  /// not rooted.  The simplex works in whole numbers; what it leaves open is
  /// below 1e-12 of the cost.  Infinite if a point is not finite or a cost
  /// overflows.  Throws Fault::usage unless the order is 1 or 2, the dimensions
  /// agree and the weights are weights.
  double operator()(const Cloud& x, const Cloud& y, int order);

  /// The plan of the last call: positive masses only, and none where the cost
  /// was infinite.
  std::span<const Shipment> plan() const { return plan_; }

 private:
  struct Network;

  void apportion(const Cloud& x, const Cloud& y);
  double solve(double cap);

  std::unique_ptr<Network> network_;
  std::vector<double> costs_;  // of each pair, row by row of x
  std::vector<Shipment> plan_, former_plan_;
};

}  // namespace surefoot
