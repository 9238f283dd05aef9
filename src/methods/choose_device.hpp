#pragma once

#include <optional>
#include <vector>

#include <surefoot/bootstrap/accelerator.hpp>

namespace surefoot {

/// Whether the draws could be computed on a device, as far as can be told before the search.
/// Throws Fault::device if it is asked for and there is none.
bool may_accelerate(const Problem& problem, const Events& events, const std::stop_token& stop);

struct ChosenDevice {
  const Accelerator& device;
  std::vector<int> numbers;  // of those that draw
};

/// What will compute the draws; none: the host.
std::optional<ChosenDevice> choose_device(const Problem& problem, const Modes& modes, bool possible,
                                          const Events& events, const std::stop_token& stop);

}  // namespace surefoot
