#pragma once

#include <optional>

#include <surefoot/data/sample.hpp>

namespace surefoot {

/// A column whose rows depend on those before them.
struct RowDependence {
  int column;          // from 1
  double correlation;  // of neighbouring rows, within stretches of a few rows
};

/// Looks for a column whose neighbouring rows are more alike, or less, than chance makes them: the
/// correlation of ranks at lag 1 within short stretches of rows, so that a trend or a block of
/// outliers does not count.  Nothing below 64 rows, and for columns that are sorted, about which
/// nothing can be said.
std::optional<RowDependence> row_dependence(const Sample& x);

/// How many rows have the values of another one as well.
std::size_t tied_rows(const Sample& x);

}  // namespace surefoot
