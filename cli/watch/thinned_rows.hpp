#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace surefoot::cli {

/// Rows of numbers, of which every first, second, fourth, ... is kept, so that they are never more
/// than `most`, nor fewer than half as many where so many came.
class ThinnedRows {
 public:
  ThinnedRows(std::size_t width, std::size_t most) : width_(width), most_(most) {}

  void add(std::span<const double> row) {
    if (came_++ % every_ != 0) return;
    if (rows() == most_) halve();
    if ((came_ - 1) % every_ != 0) return;
    values_.insert(values_.end(), row.begin(), row.end());
  }

  std::size_t width() const { return width_; }
  std::size_t rows() const { return values_.size() / width_; }
  double at(std::size_t row, std::size_t column) const { return values_[row * width_ + column]; }

 private:
  void halve() {
    std::size_t kept = 0;
    for (std::size_t r = 0; r < rows(); r += 2, ++kept)
      for (std::size_t k = 0; k < width_; ++k) values_[kept * width_ + k] = at(r, k);
    values_.resize(kept * width_);
    every_ *= 2;
  }

  std::size_t width_;
  std::size_t most_;
  std::size_t every_ = 1;
  std::size_t came_ = 0;
  std::vector<double> values_;
};

}  // namespace surefoot::cli
