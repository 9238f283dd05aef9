#pragma once

#include <surefoot/draws/events.hpp>

namespace surefoot {

/// Tells how far a search that comes before the draws has come, in steps that may each take a while
/// where the simulator is slow: screening, descents, trimming, curvature.
class SearchSteps {
 public:
  SearchSteps(const Events& events, const char* unit) : events_(events), unit_(unit) {}

  void step_done() {
    constexpr std::size_t all = 4;
    if (events_.progress) events_.progress({++done_, all, 0, unit_});
  }

 private:
  const Events& events_;
  const char* unit_;
  std::size_t done_ = 0;
};

}  // namespace surefoot
