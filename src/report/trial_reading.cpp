#include "report/trial_reading.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "posix.hpp"

namespace surefoot {
namespace {

[[noreturn]] void read_and_leave(const std::function<void()>& reading) {
  // Whatever becomes of it, nobody but the one who waits is to hear of it.
  end_with_parent();
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);
  posix::leave_no_core();
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  try {
    reading();
  } catch (...) {
    // So will the reading that follows, where somebody listens.
  }
  ::_exit(0);
}

// Whether the other end of a pipe was closed in time.
bool closes(int pipe, std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + patience;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd watched{pipe, POLLIN, 0};
    if (::poll(&watched, 1, static_cast<int>(left)) > 0) return true;
  }
}

}  // namespace

void require_harmless(const std::function<void()>& reading, std::chrono::milliseconds patience) {
  int ends[2];
  if (private_pipe(ends) != 0)
    throw Error(Fault::device, fmt::format("no pipe could be made: {}", std::strerror(errno)));
  const pid_t child = ::fork();
  if (child == 0) read_and_leave(reading);
  const int fault = errno;
  ::close(ends[1]);
  const bool ended = child > 0 && closes(ends[0], patience);
  ::close(ends[0]);
  if (child < 0)
    throw Error(Fault::device,
                fmt::format("no process could be started: {}", std::strerror(fault)));
  if (!ended) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!ended)
    throw Error(Fault::data,
                fmt::format("reading it did not come to an end in {} s: it is damaged, or was made "
                            "to do so",
                            std::chrono::duration_cast<std::chrono::seconds>(patience).count()));
  if (WIFSIGNALED(status))
    throw Error(Fault::data,
                fmt::format("reading it crashes ({}): it is damaged, or was made to do so",
                            ::strsignal(WTERMSIG(status))));
}

}  // namespace surefoot
