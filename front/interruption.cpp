#include "front/interruption.hpp"

#include <atomic>
#include <cerrno>
#include <ctime>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "front/exit_status.hpp"
#include "left_behind.hpp"
#include "posix.hpp"

namespace surefoot::front {
namespace {

// A handler may do next to nothing and has no argument of ours, hence the
// globals: it writes a byte to a pipe, and a thread at the other end does the rest.
std::atomic<long long> first_signal{0};  // when it came; 0 before
std::atomic<int> which{0};
std::atomic<int> wake{-1};
int pipe_ends[2] = {-1, -1};

constexpr char stop_byte = 's', quit_byte = 'q';

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// Nothing that we started or began to write stays behind.
[[noreturn]] void leave(int signal) {
  clear_up();
  ::_exit(status_of_signal(signal));
}

extern "C" void end_now(int signal) { leave(signal); }

// timeout(1) and job schedulers signal a process and then its group: what follows within a moment
// is the same wish, not a second one.
constexpr long long moment = 500'000'000;  // nanoseconds

long long now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

extern "C" void stop_first(int signal) {
  long long none = 0;
  if (!first_signal.compare_exchange_strong(none, now())) {
    if (now() - first_signal > moment) leave(signal);
    return;
  }
  which = signal;
  const int kept = errno;
  if (::write(wake.load(), &stop_byte, 1) != 1) leave(signal);
  errno = kept;
}

void handle(int signal, void (*handler)(int), struct sigaction* before) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, before);
}

bool is_ignored(int signal) {
  struct sigaction present {};
  return ::sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_IGN;
}

}  // namespace

void end_on_signals() {
  for (const int signal : signals)
    if (signal != SIGHUP || !is_ignored(signal)) handle(signal, end_now, nullptr);
}

Interruption::Interruption(std::function<void()> told) : told_(std::move(told)) {
  if (private_pipe(pipe_ends) != 0)
    throw std::system_error(errno, std::generic_category(), "no pipe for signals");
  first_signal = 0;
  which = 0;
  wake = pipe_ends[1];
  watcher_ = std::thread([this] { watch(); });
  for (std::size_t i = 0; i < signals.size(); ++i)
    handle(signals[i], signals[i] == SIGHUP && is_ignored(SIGHUP) ? SIG_IGN : stop_first,
           &before_[i]);
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  while (::write(pipe_ends[1], &quit_byte, 1) < 0 && errno == EINTR) {
  }
  watcher_.join();
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}

int Interruption::status() const {
  const int signal = which;
  return signal == 0 ? interrupted : status_of_signal(signal);
}

void Interruption::watch() {
  for (char byte = 0; byte != quit_byte;) {
    const ssize_t got = ::read(pipe_ends[0], &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1) return;
    if (byte != stop_byte) continue;
    stop_.request_stop();
    told_();
  }
}

}  // namespace surefoot::front
