#pragma once

#include <cstddef>
#include <functional>

namespace surefoot {

/// Calls work(i) for i = 0, ..., count - 1 on at most that many threads, one
/// index at a time, in no particular order.  The first exception is rethrown
/// once all have stopped.
void for_each_index(int threads, std::size_t count, const std::function<void(std::size_t)>& work);

/// As many threads as are wanted, but no more than this machine has a use for, be it that some wait
/// for programs: all of them are in the middle of something when a run is to stop.
int useful_threads(int wanted);

/// How many threads the machine can run at once.
int hardware_threads();

}  // namespace surefoot
