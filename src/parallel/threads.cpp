#include <atomic>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {

void for_each_index(int threads, std::size_t count, const std::function<void(std::size_t)>& work) {
  // The arena alone would not go beyond the number of cores that TBB sees.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  // oneTBB orders all of this by itself, but inside a library that the thread sanitizer cannot see:
  // what came before happens before the work, and the work before what comes after.
  std::atomic<std::size_t> done{0};
  done.store(0, std::memory_order_release);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const auto& some) {
          done.load(std::memory_order_acquire);
          for (std::size_t i = some.begin(); i != some.end(); ++i) work(i);
          done.fetch_add(1, std::memory_order_release);
        },
        tbb::simple_partitioner{});
  });
  done.load(std::memory_order_acquire);
}

int hardware_threads() { return tbb::this_task_arena::max_concurrency(); }

}  // namespace surefoot
