#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace surefoot::cli {

/// The pages that somebody has open, known by what they ask for again and again.
class OpenPages {
 public:
  /// A page asked how the run goes.
  void asked(const std::string& page) {
    const std::lock_guard lock(mutex_);
    if (satisfied_.contains(page)) return;  // the end of an older question came late
    if (pages_.size() < most || pages_.contains(page)) pages_[page] = Clock::now();
  }

  /// A page has what it was to wait for.
  void satisfied(const std::string& page) {
    const std::lock_guard lock(mutex_);
    pages_.erase(page);
    if (satisfied_.size() < most) satisfied_.insert(page);
    changed_.notify_all();
  }

  /// Waits until every page that asked lately is satisfied or too much time has passed.
  void wait_until_satisfied() {
    const auto began = Clock::now();
    std::unique_lock lock(mutex_);
    std::erase_if(pages_, [&](const auto& page) { return page.second < began - patience; });
    changed_.wait_until(lock, began + patience, [this] { return pages_.empty(); });
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds patience{3};
  static constexpr std::size_t most = 64;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Clock::time_point> pages_;
  std::set<std::string> satisfied_;
};

}  // namespace surefoot::cli
