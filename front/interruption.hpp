#pragma once

#include <array>
#include <csignal>
#include <functional>
#include <stop_token>
#include <thread>

namespace surefoot::front {

/// Ends the program with the status for its signal when SIGINT, SIGTERM or SIGHUP
/// arrives, whatever the program is doing.  A SIGHUP that is ignored from the
/// beginning, as nohup(1) has it, stays ignored.
void end_on_signals();

/// Turns the first SIGINT, SIGTERM or SIGHUP during its life into a stop request, so
/// that finished draws can be saved; a second signal ends the program at once.  One
/// at a time.
class Interruption {
 public:
  /// Calls `told` once, from another thread, when the first signal arrives.
  explicit Interruption(std::function<void()> told);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  std::stop_token token() const { return stop_.get_token(); }

  /// What the program ends with: the status for the signal that came, if one did, and otherwise for
  /// an interrupt that came by another way.
  int status() const;

 private:
  void watch();

  std::function<void()> told_;
  std::stop_source stop_;
  std::array<struct sigaction, 3> before_{};
  std::thread watcher_;
};

}  // namespace surefoot::front
