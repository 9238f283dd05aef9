#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace surefoot {

/// The observations: n rows of d finite numbers, row by row.  They never change,
/// so copies share them.
///
/// Everything downstream assumes what the constructors check: at least one row
/// and one column, `values` a whole number of rows, nothing non-finite.
class Sample {
 public:
  Sample() = default;

  /// Throws Fault::data, naming the first offending row and column, unless the
  /// values are a finite rectangle.
  Sample(std::vector<double> values, int dimension);

  /// The same of somebody else's memory, which stays as it is while `owner` does.
  Sample(std::span<const double> values, int dimension, std::shared_ptr<const void> owner);

  /// The same observations with a name for each column, as their file or table has it.  Throws
  /// Fault::data unless there are as many.
  Sample named(std::vector<std::string> names) const;

  /// The names of the columns; empty where nobody gave any.
  std::span<const std::string> names() const {
    return names_ ? std::span<const std::string>(*names_) : std::span<const std::string>{};
  }

  /// What a column is called for users: its name, else `x`, or `x1`, `x2`, ... of several.
  std::string label(int column) const;

  std::size_t size() const { return dimension_ == 0 ? 0 : values_.size() / dimension_; }
  int dimension() const { return static_cast<int>(dimension_); }
  std::span<const double> values() const { return values_; }
  std::span<const double> row(std::size_t i) const {
    return values_.subspan(i * dimension_, dimension_);
  }
  double operator()(std::size_t i, int column) const {
    return values_[i * dimension_ + static_cast<std::size_t>(column)];
  }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const double> values_;
  std::size_t dimension_ = 0;
  std::shared_ptr<const std::vector<std::string>> names_;
};

}  // namespace surefoot
