#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "left_behind.hpp"
#include "simulators/spawn.hpp"

namespace surefoot {

/// A program that runs beside us in a process group of its own, with its three
/// standard streams in our hands.  Ended, with all it started, by the destructor.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Runs the command by the shell, as `spawn` does.
  ChildProcess(const std::string& command, const std::vector<std::string>& variables);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  enum class Event { something, ended, late, stopped };

  /// How long to wait for what it does.
  struct Patience {
    Clock::time_point until;
    std::stop_token stop;
  };

  /// Sends all of it, while taking in what comes back.
  Event send(std::string_view request, const Patience& patience);

  /// Waits until more than was there has come on its standard output.
  Event receive(const Patience& patience);

  /// What has come on its standard output and was not taken away yet.
  std::string& received() { return received_; }

  /// What there is to read at once is taken in; whether there was anything.
  bool look();

  /// The last that it wrote to standard error, one line.
  std::string complaint() const;

  /// How it ended, in words; to be called after Event::ended.
  std::string ending();

 private:
  Event wait(std::string_view& unsent, const Patience& patience, std::size_t enough);
  bool take(const Descriptor& from, std::string& into);

  Streams streams_;
  std::string received_, complaints_;
  pid_t id_ = -1;
  LeftBehind left_behind_;
};

}  // namespace surefoot
