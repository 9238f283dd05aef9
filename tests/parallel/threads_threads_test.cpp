#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// Where threads wait for each other, but not forever.
class Meeting {
 public:
  explicit Meeting(int parties) : missing_(parties) {}

  /// Whether all have come.
  bool attend() {
    std::unique_lock lock(mutex_);
    if (--missing_ == 0) all_here_.notify_all();
    return all_here_.wait_for(lock, std::chrono::seconds(20), [&] { return missing_ <= 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_here_;
  int missing_;
};

TEST(ForEachIndex, HasItsThreadsWhateverAnotherRunHas) {
  constexpr int many = 6;
  Meeting begun(2), done(2), meeting(many);
  std::jthread other([&] {
    for_each_index(1, 1, [&](std::size_t) {
      begun.attend();
      done.attend();  // so that the limit of this run is in force all the time
    });
  });
  begun.attend();
  for_each_index(many, many, [&](std::size_t) { EXPECT_TRUE(meeting.attend()); });
  done.attend();
}

TEST(ForEachIndex, HasNoMoreThreadsThanItIsGiven) {
  for_each_index(8, 8, [](std::size_t) {});  // so that there are some to be had
  std::mutex mutex;
  std::set<std::thread::id> seen;
  for_each_index(2, 64, [&](std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  EXPECT_LE(seen.size(), 2u);
}

}  // namespace
}  // namespace surefoot
