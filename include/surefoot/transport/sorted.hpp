#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <surefoot/transport/cloud.hpp>
#include <surefoot/transport/radix_sort.hpp>

namespace surefoot {

/// Optimal transport on the line, exact and by sorting: mass goes from left to
/// right.  x, the side that stays, is sorted once.
class SortedTransport {
 public:
  /// Throws Fault::usage unless x has one dimension and weights that are weights.
  explicit SortedTransport(const Cloud& x);

  /// Gives x other weights, in the order of its rows, without sorting again;
  /// none: all equal.
  void reweight(std::span<const double> weights);

  /// The cost sum P_ij |x_i - y_j|^order of the best plan, not rooted, where all
  /// y weigh the same.  Sorts y in place.  Counts may differ; where they do not,
  /// and x has equal weights, the cost is the mean of |x_(i) - y_(i)|^order.
  /// Infinite if a point is not finite or a cost overflows.
  double operator()(std::span<double> y, int order);
  double operator()(std::span<float> y, int order);

  /// The same where y may have weights of its own; leaves y alone and keeps the
  /// plan, which takes several times longer.
  double operator()(const Cloud& y, int order);

  /// The plan of the last call with a cloud: positive masses only, and none
  /// where the cost was infinite.
  std::span<const Shipment> plan() const { return plan_; }

 private:
  void gather_ends(std::span<const double> weights, const std::vector<std::size_t>& rows,
                   std::vector<double>& ends);
  template <class Real>
  double sort_and_compare(RadixSort<Real>& sort, std::span<Real> y, int order);

  std::vector<double> places_;     // x from left to right
  std::vector<std::size_t> rows_;  // where each place stands in x
  std::vector<double> ends_;       // cumulative weights of x; none: all equal
  std::vector<double> y_places_, y_ends_, sorted_weights_;
  std::vector<std::size_t> y_rows_;
  std::vector<Shipment> plan_;
  RadixSort<float> sort_floats_;
  RadixSort<double> sort_doubles_;
};

}  // namespace surefoot
