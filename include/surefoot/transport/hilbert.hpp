#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <surefoot/transport/cloud.hpp>

namespace surefoot {

/// Transport along a Hilbert curve: each side is put in the order in which such
/// a curve meets its points, and points of equal rank are paired.  Its cost is
/// an upper bound of the exact one, and in one dimension equal to it, in
/// O(n log n) whatever the dimension.
///
/// The curve is that of the median policy: where a Hilbert curve halves its cube,
/// ours halves the points of the side, at the median.  Hence each side has a curve
/// of its own, which outliers cannot squeeze; the two agree in how they halve,
/// since the counts do.  Ties at a median go by row.
class HilbertTransport {
 public:
  /// The mean of |x_(i) - y_(i)|_2^order over the pairs, not rooted.  Infinite if
  /// a point is not finite or a cost overflows.  Throws Fault::usage unless the
  /// order is 1 or 2, dimensions and counts agree and there are no weights.
  double operator()(const Cloud& x, const Cloud& y, int order);

  /// The pairs of the last call; none where the cost was infinite.
  std::span<const Shipment> plan() const { return plan_; }

 private:
  std::vector<std::size_t> x_rows_, y_rows_;
  std::vector<Shipment> plan_;
};

/// The rows of the points in the order of their Hilbert curve.  The points must be
/// finite.
void hilbert_order(const Cloud& points, std::vector<std::size_t>& rows);

}  // namespace surefoot
