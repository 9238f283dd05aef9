#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace surefoot {

/// Workers that wait for their next call; threads take them and give them back.
template <class Worker>
class IdleWorkers {
 public:
  /// Null if none waits.
  std::unique_ptr<Worker> take() {
    const std::lock_guard lock(mutex_);
    if (list_.empty()) return nullptr;
    auto worker = std::move(list_.back());
    list_.pop_back();
    return worker;
  }

  void give_back(std::unique_ptr<Worker> worker) {
    const std::lock_guard lock(mutex_);
    list_.push_back(std::move(worker));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> list_;
};

}  // namespace surefoot
