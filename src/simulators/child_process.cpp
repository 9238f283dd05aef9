#include "simulators/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text.hpp"

namespace surefoot {
namespace {

void never_wait(const Descriptor& file) {
  ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) | O_NONBLOCK);
}

int milliseconds_until(ChildProcess::Clock::time_point until) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(until - ChildProcess::Clock::now()).count();
  constexpr std::int64_t longest = 100;  // between two looks at whether to stop
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, longest));
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, const std::vector<std::string>& variables) {
  Spawned spawned = spawn({"/bin/sh", "-c", command}, Group::its_own, variables);
  id_ = spawned.id;
  left_behind_ = LeftBehind::processes(id_, SIGKILL);
  streams_ = std::move(spawned.streams);
  for (const Descriptor* file : {&streams_.input, &streams_.output, &streams_.errors})
    never_wait(*file);
}

ChildProcess::~ChildProcess() {
  streams_.input.close();
  if (id_ <= 0) return;
  ::kill(-id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

bool ChildProcess::take(const Descriptor& from, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

ChildProcess::Event ChildProcess::wait(std::string_view& unsent, const Patience& patience,
                                       std::size_t enough) {
  constexpr std::size_t complaints_kept = 4096;
  constexpr short ready = POLLIN | POLLHUP | POLLERR;
  while (!unsent.empty() || received_.size() < enough) {
    if (patience.stop.stop_requested()) return Event::stopped;
    if (Clock::now() >= patience.until) return Event::late;
    std::array<pollfd, 3> files{{{streams_.output.get(), POLLIN, 0},
                                 {streams_.errors.get(), POLLIN, 0},
                                 {unsent.empty() ? -1 : streams_.input.get(), POLLOUT, 0}}};
    if (::poll(files.data(), files.size(), milliseconds_until(patience.until)) <= 0) continue;
    if ((files[1].revents & ready) != 0) {
      if (!take(streams_.errors, complaints_)) streams_.errors.close();
      if (complaints_.size() > complaints_kept)
        complaints_.erase(0, complaints_.size() - complaints_kept);
    }
    if ((files[0].revents & ready) != 0 && !take(streams_.output, received_)) return Event::ended;
    if ((files[2].revents & (POLLERR | POLLHUP)) != 0) return Event::ended;
    if ((files[2].revents & POLLOUT) != 0) {
      const ssize_t count = ::write(streams_.input.get(), unsent.data(), unsent.size());
      if (count > 0) unsent.remove_prefix(static_cast<std::size_t>(count));
      if (count < 0 && errno != EAGAIN && errno != EINTR) return Event::ended;
    }
  }
  return Event::something;
}

ChildProcess::Event ChildProcess::send(std::string_view request, const Patience& patience) {
  return wait(request, patience, 0);
}

ChildProcess::Event ChildProcess::receive(const Patience& patience) {
  std::string_view nothing;
  return wait(nothing, patience, received_.size() + 1);
}

bool ChildProcess::look() {
  pollfd file{streams_.output.get(), POLLIN, 0};
  if (::poll(&file, 1, 0) > 0 && (file.revents & POLLIN) != 0) take(streams_.output, received_);
  return !received_.empty();
}

std::string ChildProcess::complaint() const {
  std::string_view text = trim(complaints_);
  while (!text.empty() && text.back() == '\n') text = trim(text.substr(0, text.size() - 1));
  const std::size_t line = text.rfind('\n');
  return printable(line == text.npos ? text : trim(text.substr(line + 1)));
}

std::string ChildProcess::ending() {
  int status = 0;
  // What it said last may still be on its way.
  while (streams_.errors.get() >= 0 && take(streams_.errors, complaints_) && errno != EAGAIN)
    errno = 0;
  pid_t ended = 0;
  for (int i = 0; i < 100 && ended == 0; ++i) {
    ended = ::waitpid(id_, &status, WNOHANG);
    if (ended == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (ended == 0) return "closed its output";
  ::kill(-id_, SIGKILL);  // whatever it has left behind
  id_ = -1;
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  switch (const int code = WEXITSTATUS(status)) {
    case 127:
      return "was not found (status 127)";
    case 126:
      return "cannot be run (status 126)";
    default:
      return fmt::format("ended with status {}", code);
  }
}

}  // namespace surefoot
