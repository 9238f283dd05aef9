#pragma once

#include <csignal>
#include <functional>
#include <stop_token>
#include <thread>

namespace surefoot::front {

/// Ends the program with the status for interruption when SIGINT or SIGTERM
/// arrives, whatever the program is doing.
void end_on_signals();

/// Turns the first SIGINT or SIGTERM during its life into a stop request, so that
/// finished draws can be saved; a second signal ends the program at once.  One at
/// a time.
class Interruption {
 public:
  /// Calls `told` once, from another thread, when the first signal arrives.
  explicit Interruption(std::function<void()> told);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  std::stop_token token() const { return stop_.get_token(); }

 private:
  void watch();

  std::function<void()> told_;
  std::stop_source stop_;
  struct sigaction on_interrupt_ {};
  struct sigaction on_terminate_ {};
  std::thread watcher_;
};

}  // namespace surefoot::front
