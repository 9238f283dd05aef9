#include "simulators/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "text.hpp"

extern char** environ;

namespace surefoot {
namespace {

struct Pipe {
  Descriptor read, write;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error(Fault::internal, fmt::format("no pipe could be made: {}", std::strerror(errno)));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void never_wait(const Descriptor& file) {
  ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) | O_NONBLOCK);
}

int milliseconds_until(ChildProcess::Clock::time_point until) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(until - ChildProcess::Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000));
}

}  // namespace

Descriptor::~Descriptor() { close(); }

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

ChildProcess::ChildProcess(const std::string& command,
                           const std::vector<std::string>& environment) {
  Pipe in = make_pipe(), out = make_pipe(), error = make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.write.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Apart from us: an interrupt on the terminal is for us alone, and all that it starts ends with
  // it.  Signals that we ignore or block, it should not.
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) sigaddset(&usual, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<char*> variables;
  for (const std::string& variable : environment)
    variables.push_back(const_cast<char*>(variable.c_str()));
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (!std::string_view(*variable).starts_with("SUREFOOT_")) variables.push_back(*variable);
  variables.push_back(nullptr);
  std::array<const char*, 4> words{"sh", "-c", command.c_str(), nullptr};
  const int fault = ::posix_spawn(&id_, "/bin/sh", &actions, &attributes,
                                  const_cast<char**>(words.data()), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (fault != 0)
    throw Error(Fault::usage,
                fmt::format("exec:{}: cannot be run: {}", command, std::strerror(fault)));
  input_ = std::move(in.write);
  output_ = std::move(out.read);
  error_ = std::move(error.read);
  for (const Descriptor* file : {&input_, &output_, &error_}) never_wait(*file);
}

ChildProcess::~ChildProcess() {
  input_.close();
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

ChildProcess::Event ChildProcess::wait(std::string_view& unsent, Clock::time_point until,
                                       std::size_t enough) {
  constexpr std::size_t complaints_kept = 4096;
  constexpr short ready = POLLIN | POLLHUP | POLLERR;
  while (!unsent.empty() || received_.size() < enough) {
    if (Clock::now() >= until) return Event::late;
    std::array<pollfd, 3> files{{{output_.get(), POLLIN, 0},
                                 {error_.get(), POLLIN, 0},
                                 {unsent.empty() ? -1 : input_.get(), POLLOUT, 0}}};
    if (::poll(files.data(), files.size(), milliseconds_until(until)) <= 0) continue;
    if ((files[1].revents & ready) != 0) {
      if (!take(error_, complaints_)) error_.close();
      if (complaints_.size() > complaints_kept)
        complaints_.erase(0, complaints_.size() - complaints_kept);
    }
    if ((files[0].revents & ready) != 0 && !take(output_, received_)) return Event::ended;
    if ((files[2].revents & (POLLERR | POLLHUP)) != 0) return Event::ended;
    if ((files[2].revents & POLLOUT) != 0) {
      const ssize_t count = ::write(input_.get(), unsent.data(), unsent.size());
      if (count > 0) unsent.remove_prefix(static_cast<std::size_t>(count));
      if (count < 0 && errno != EAGAIN && errno != EINTR) return Event::ended;
    }
  }
  return Event::something;
}

ChildProcess::Event ChildProcess::send(std::string_view request, Clock::time_point until) {
  return wait(request, until, 0);
}

ChildProcess::Event ChildProcess::receive(Clock::time_point until) {
  std::string_view nothing;
  return wait(nothing, until, received_.size() + 1);
}

bool ChildProcess::look() {
  pollfd file{output_.get(), POLLIN, 0};
  if (::poll(&file, 1, 0) > 0 && (file.revents & POLLIN) != 0) take(output_, received_);
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
  while (error_.get() >= 0 && take(error_, complaints_) && errno != EAGAIN) errno = 0;
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
