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

/// Of a kernel between observations and simulations, in an objective that is minimised.
inline constexpr FloatLimits objective_limits{.most_lengths = 3000.0, .least_length = 1e-10};

/// The same in a score that chains compare: it is computed without anybody being told, so a column
/// of zeros too must have a length that is safe.
inline constexpr FloatLimits score_limits{
    .most_lengths = 3000.0, .least_length = 1e-10, .any_length_around_0 = false};

/// Of distances between data sets, whose length is the spread of the observations: 1e4 of these
/// from 0 floats are 6e-4 of them apart.
inline constexpr FloatLimits distance_limits{.most_lengths = 1e4, .least_size = 1e-10};

/// The first column that needs doubles; none if floats suffice.
std::optional<std::size_t> blurred_column(const std::vector<ColumnExtent>& columns,
                                          const FloatLimits& limits);

}  // namespace surefoot
