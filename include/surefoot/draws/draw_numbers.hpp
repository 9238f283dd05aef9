#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace surefoot {

/// The numbers of some draws of a run, in rising order: what threads and devices divide among
/// themselves.
class DrawNumbers {
 public:
  /// All from `first` to the one before `last`.
  DrawNumbers(std::uint32_t first, std::uint32_t last) : list_(last - first) {
    std::iota(list_.begin(), list_.end(), first);
  }
  explicit DrawNumbers(std::vector<std::uint32_t> numbers) : list_(std::move(numbers)) {}

  std::size_t size() const { return list_.size(); }
  std::uint32_t operator[](std::size_t place) const { return list_[place]; }
  const std::vector<std::uint32_t>& list() const { return list_; }

 private:
  std::vector<std::uint32_t> list_;
};

}  // namespace surefoot
