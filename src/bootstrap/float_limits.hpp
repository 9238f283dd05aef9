#pragma once

#include <optional>
#include <span>
#include <vector>

#include <surefoot/data/sample.hpp>

// Whether floats, which have 24 bits, suffice for observations.
namespace surefoot {

/// How far from 0 the middle half of a column reaches, and the length that
/// matters there.
struct ColumnExtent {
  double size;
  double length;
};

/// The length is the shortest of the lengthscales, or the spread of the middle
/// half where there are none.  Columns are divided by `column_scale`, if that
/// is given.
std::vector<ColumnExtent> column_extents(const Sample& observations,
                                         std::span<const double> lengthscales,
                                         std::span<const double> column_scale = {});

/// What floats are trusted with.
struct FloatLimits {
  double most_lengths;              // from 0: beyond, their rounding is seen
  double least_length = 0.0;        // whose square is safe
  bool any_length_around_0 = true;  // a column of size 0 may have a shorter one
  double least_size = 0.0;          // of columns that are not 0
};

/// The first column that needs doubles; none if floats suffice.
std::optional<std::size_t> blurred_column(const std::vector<ColumnExtent>& columns,
                                          const FloatLimits& limits);

}  // namespace surefoot
