#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <surefoot/data/read.hpp>

#include "data/source.hpp"

namespace surefoot {

/// Which columns of a file become which columns of the observations.
class Columns {
 public:
  /// `names` is empty for a file without a header.  Throws Fault::data for a
  /// column that is not there, is there or asked for twice, or a number of
  /// columns that is not the model's.
  Columns(const Source& source, std::size_t count, const std::vector<std::string>& names,
          const ReadOptions& options);

  std::size_t count() const { return slots_.size(); }  ///< in the file
  std::size_t taken() const { return taken_.size(); }

  /// Where the values of file column `c` go in a row; -1 for a column not taken.
  int slot(std::size_t c) const { return slots_[c]; }

  /// The file's columns that are taken, in the order of the observations.
  const std::vector<std::size_t>& order() const { return taken_; }

 private:
  std::vector<int> slots_;
  std::vector<std::size_t> taken_;
};

/// Throws Fault::data above the number of columns that anything can be done with.
void require_few_columns(const Source& source, std::size_t count);

/// Whether a single row of `count` values is to be read as one observation each.
bool is_one_long_row(std::size_t count, const ReadOptions& options);

/// Rows as they are read, without those that are dropped.
class Rows {
 public:
  explicit Rows(std::size_t columns) : columns_(columns) {}

  void reserve(std::size_t values) { values_.reserve(values); }

  /// Room for the next row, to be filled before the next call.
  double* next() {
    values_.resize(values_.size() + columns_);
    return values_.data() + (values_.size() - columns_);
  }

  /// Takes the latest row back.
  void drop() {
    values_.resize(values_.size() - columns_);
    ++dropped_;
  }

  /// Throws Fault::data when no row is left.
  ReadResult finish(const Source& source);

 private:
  std::vector<double> values_;
  std::size_t columns_;
  std::size_t dropped_ = 0;
};

}  // namespace surefoot
