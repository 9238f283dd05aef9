#pragma once

#include <functional>
#include <memory>

#include <tbb/enumerable_thread_specific.h>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {

/// One objective for each worker thread, made when it is first needed.
template <class Objective>
class Workers {
 public:
  Workers(int threads, std::function<std::unique_ptr<Objective>()> make)
      : threads_(threads), objectives_(std::move(make)) {}

  /// Calls work(i, objective) for every i, on all threads.
  template <class Work>
  void run(std::size_t count, Work work) {
    for_each_index(threads_, count, [&](std::size_t i) { work(i, *objectives_.local()); });
  }

  std::int64_t simulator_calls() const {
    std::int64_t calls = 0;
    for (const auto& objective : objectives_) calls += objective->simulator_calls();
    return calls;
  }

 private:
  int threads_;
  tbb::enumerable_thread_specific<std::unique_ptr<Objective>> objectives_;
};

}  // namespace surefoot
