#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>

#include <surefoot/draws/events.hpp>
#include <surefoot/error.hpp>

namespace surefoot {

/// How work that is shared by threads may end before it is done: by an Error, of which that of the
/// first place is the one to tell, or because somebody was interrupted.  What is finished is kept.
class EarlyEnd {
 public:
  /// Whether there is no use in going on.
  bool reached() const { return reached_; }

  /// Does a part of the work; false where that ends it.
  template <class Work>
  bool attempt(std::size_t place, Work&& work) {
    try {
      work();
      return true;
    } catch (const Interrupted&) {
      reached_ = true;
    } catch (const Error& error) {
      fail(place, error);
    }
    return false;
  }

  void fail(std::size_t place, const Error& error) {
    const std::lock_guard lock(mutex_);
    reached_ = true;
    if (failure_ && place_ <= place) return;
    failure_ = error;
    place_ = place;
  }

  /// To be called when nobody works any more.
  const std::optional<Error>& failure() const { return failure_; }

 private:
  std::atomic<bool> reached_ = false;
  std::mutex mutex_;
  std::size_t place_ = 0;
  std::optional<Error> failure_;
};

}  // namespace surefoot
