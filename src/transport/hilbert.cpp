#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/transport/hilbert.hpp>

#include "transport/checks.hpp"
#include "transport/costs.hpp"

namespace surefoot {
namespace {

/// Where a curve is while it refines one cube, in the terms of Hamilton (2006), "Compact Hilbert
/// indices": the corner at which it enters, a bit for each axis; the axis along which it leaves;
/// and how far it has got in halving the cube, which it does once along each axis.  `index` says
/// which half was taken each time.
///
/// In more than 64 dimensions no cube is ever halved along all axes, and the corner stays at 0.
struct Place {
  std::uint64_t corner = 0;
  int axis = 0;
  int halvings = 0;
  std::uint64_t index = 0;
};

std::uint64_t rotate_left(std::uint64_t bits, int by, int width) {
  by %= width;
  if (by == 0) return bits;
  const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return (bits << by | bits >> (width - by)) & all;
}

/// The place at the start of the small cube that all halvings have led to: corner and axis follow
/// from the Gray code of its index.
Place enter(const Place& at, int dimension) {
  if (at.index == 0) return {at.corner, (at.axis + 1) % dimension};
  const std::uint64_t even = (at.index - 1) & ~std::uint64_t{1}, gray = even ^ even >> 1;
  const int turn = std::countr_one(at.index % 2 == 1 ? at.index : at.index - 1);
  return {at.corner ^ rotate_left(gray, at.axis + 1, dimension), (at.axis + turn + 1) % dimension};
}

/// Puts some rows in the order of the curve, which is at a given place.
void sort_rows(const Cloud& points, std::span<std::size_t> rows, Place at) {
  if (rows.size() < 2) return;
  const int d = points.dimension;
  if (at.halvings == d) at = enter(at, d);

  const int axis = ((at.axis - at.halvings) % d + d) % d;
  const bool high_corner = axis < 64 && (at.corner >> axis & 1) != 0;
  const bool second_half = at.halvings > 0 && at.index % 2 == 1;
  const double sign = high_corner != second_half ? -1.0 : 1.0;  // which end of the axis comes first
  const auto before = [&](std::size_t a, std::size_t b) {
    const auto place = [&](std::size_t row) {
      return sign *
             points.points[row * static_cast<std::size_t>(d) + static_cast<std::size_t>(axis)];
    };
    return place(a) != place(b) ? place(a) < place(b) : a < b;
  };
  const std::size_t half = rows.size() / 2;
  std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(half), rows.end(),
                   before);
  sort_rows(points, rows.first(half), {at.corner, at.axis, at.halvings + 1, 2 * at.index});
  sort_rows(points, rows.subspan(half), {at.corner, at.axis, at.halvings + 1, 2 * at.index + 1});
}

}  // namespace

void hilbert_order(const Cloud& points, std::vector<std::size_t>& rows) {
  rows.resize(points.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  sort_rows(points, rows, {});
}

double HilbertTransport::operator()(const Cloud& x, const Cloud& y, int order) {
  require_transport(x, y, order);
  if (!x.weights.empty() || !y.weights.empty())
    throw Error(Fault::usage, "transport along a Hilbert curve takes no weights");
  if (x.size() != y.size())
    throw Error(Fault::usage, fmt::format("transport along a Hilbert curve takes as many points on "
                                          "either side, but there are {} and {}",
                                          x.size(), y.size()));
  plan_.clear();
  if (!all_finite(x) || !all_finite(y)) return infinite_cost;
  hilbert_order(x, x_rows_);
  hilbert_order(y, y_rows_);

  const auto d = static_cast<std::size_t>(x.dimension);
  const auto count = static_cast<double>(x.size());
  double sum = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const std::size_t i = x_rows_[k], j = y_rows_[k];
    sum += ground_cost(&x.points[i * d], &y.points[j * d], x.dimension, order);
    plan_.push_back({i, j, 1.0 / count});
  }
  if (sum == infinite_cost) plan_.clear();
  return sum / count;
}

}  // namespace surefoot
