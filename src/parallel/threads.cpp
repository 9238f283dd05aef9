#include <algorithm>
#include <atomic>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// An arena has as many threads as it asks for, but all of them together no more than oneTBB has
/// cores.  Of several such limits the lowest holds for the whole process, whoever set it: so this
/// one is set once and high, and each run has its own in its arena.
void allow_more_threads_than_cores() {
  constexpr std::size_t most = 1 << 16;
  static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, most);
}

}  // namespace

void for_each_index(int threads, std::size_t count, const std::function<void(std::size_t)>& work) {
  allow_more_threads_than_cores();
  // More threads than there is work would look for some all the time.
  const auto most = std::min(static_cast<std::size_t>(threads), std::max<std::size_t>(count, 1));
  tbb::task_arena arena(static_cast<int>(most));
  // oneTBB orders all of this by itself, but inside a library that the thread sanitizer cannot see:
  // what came before happens before the work, and the work before what comes after, also where it
  // throws.
  std::atomic<std::size_t> done{0};
  struct Before {
    std::atomic<std::size_t>& done;
    ~Before() { done.fetch_add(1, std::memory_order_release); }
  };
  struct After {
    std::atomic<std::size_t>& done;
    ~After() { done.load(std::memory_order_acquire); }
  };
  const After after{done};
  done.store(0, std::memory_order_release);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const auto& some) {
          done.load(std::memory_order_acquire);
          const Before before{done};
          for (std::size_t i = some.begin(); i != some.end(); ++i) work(i);
        },
        tbb::simple_partitioner{});
  });
}

int hardware_threads() { return tbb::this_task_arena::max_concurrency(); }

int useful_threads(int wanted) {
  constexpr int always = 64, for_each_core = 8;
  return std::min(wanted, std::max(always, for_each_core * hardware_threads()));
}

}  // namespace surefoot
