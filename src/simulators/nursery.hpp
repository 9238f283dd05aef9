#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <utility>

#include "left_behind.hpp"
#include "simulators/spawn.hpp"

namespace surefoot {

/// Two descriptors, of which each reads what the other writes.  Throws Fault::device if the system
/// gives none.
std::pair<Descriptor, Descriptor> socket_pair();

/// A process that does nothing but fork workers, which do the same work each.
///
/// A copy of a process with threads has only the one that forked, and whatever the others held
/// locked stays so, but for what the C library sees to, such as its memory.  Hence there is one
/// such copy, made before the threads of a run begin; it stays without threads, and each worker is
/// a copy of it.  Neither may use oneTBB, whose threads they have not got.
///
/// All end with the nursery, and it with the process that made it, however that ends.
class Nursery {
 public:
  /// What a worker does, until there is nothing more to read from `calls`; it ends then.
  using Work = std::function<void(Descriptor calls, Descriptor memory)>;

  /// Throws Fault::device if no process can be made, as `fork_worker` does.
  explicit Nursery(const Work& work);
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;
  ~Nursery();

  /// A new worker, which has these two descriptors and none of ours but the standard streams.
  pid_t fork_worker(const Descriptor& calls, const Descriptor& memory);

  /// Ends a worker that has not ended by itself after so long, and returns how it ended, as waitpid
  /// says it.
  int end_worker(pid_t worker, std::chrono::milliseconds grace);

 private:
  std::mutex mutex_;
  Descriptor control_;
  pid_t id_ = -1;
  LeftBehind left_behind_;
};

}  // namespace surefoot
