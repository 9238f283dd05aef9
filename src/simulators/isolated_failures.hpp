#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <surefoot/settings/words.hpp>

namespace surefoot {

/// What went wrong in the calls of a simulator, how often, and between which parameters.
class IsolatedFailures {
 public:
  /// `deed` completes "the code of the header ...".
  void count(const std::string& deed, std::span<const double> theta);

  std::int64_t total() const { return total_; }

  /// One sentence for each deed, out of so many calls.
  std::vector<std::string> sentences(const std::vector<std::string>& parameters,
                                     std::int64_t calls) const;

 private:
  struct Deed {
    std::int64_t times = 0;
    std::vector<Interval> box;  // the smallest that holds all the parameters
  };

  std::map<std::string, Deed> deeds_;
  std::int64_t total_ = 0;
};

}  // namespace surefoot
