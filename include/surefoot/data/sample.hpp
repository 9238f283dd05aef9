#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace surefoot {

/// The observations: n rows of d finite numbers, owned, row by row.
///
/// Everything downstream assumes what the constructor checks: at least one row
/// and one column, `values` a whole number of rows, nothing non-finite.
class Sample {
 public:
  Sample() = default;

  /// Throws Fault::data, naming the first offending row and column, unless the
  /// values are a finite rectangle.
  Sample(std::vector<double> values, int dimension);

  std::size_t size() const { return dimension_ == 0 ? 0 : values_.size() / dimension_; }
  int dimension() const { return static_cast<int>(dimension_); }
  std::span<const double> values() const { return values_; }
  std::span<const double> row(std::size_t i) const {
    return std::span(values_).subspan(i * dimension_, dimension_);
  }
  double operator()(std::size_t i, int column) const {
    return values_[i * dimension_ + static_cast<std::size_t>(column)];
  }

 private:
  std::vector<double> values_;
  std::size_t dimension_ = 0;
};

}  // namespace surefoot
