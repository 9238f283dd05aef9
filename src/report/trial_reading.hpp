#pragma once

#include <chrono>
#include <functional>

namespace surefoot {

/// Does some reading in a process of its own first, for libraries that a file can crash or keep
/// busy for ever.  Throws Fault::data, saying what it did, unless it comes to an end in time; that
/// the reading throws is no harm.  Holds for the reading that follows in this process, which is of
/// the same bytes at the same addresses.
void require_harmless(const std::function<void()>& reading, std::chrono::milliseconds patience);

}  // namespace surefoot
