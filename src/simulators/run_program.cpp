#include "simulators/run_program.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "simulators/child_process.hpp"
#include "text.hpp"

extern char** environ;

namespace surefoot {
namespace {

struct Streams {
  Descriptor input, output, errors;
};

void connect(Descriptor& read, Descriptor& write) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error(Fault::internal, fmt::format("no pipe could be made: {}", std::strerror(errno)));
  read = Descriptor(ends[0]);
  write = Descriptor(ends[1]);
}

// In our process group, so that an interrupt on the terminal ends it with us.
pid_t start(const std::vector<std::string>& words, Streams& ours) {
  Streams its;
  connect(its.input, ours.input);
  connect(ours.output, its.output);
  connect(ours.errors, its.errors);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, its.input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, its.output.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, its.errors.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&usual, signal);  // that we ignore
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t id = -1;
  const int fault =
      ::posix_spawn(&id, words[0].c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (fault != 0)
    throw Error(Fault::device, fmt::format("{} cannot be run: {}", words[0], std::strerror(fault)));
  return id;
}

void take(Descriptor& from, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0)
    into.append(buffer.data(), static_cast<std::size_t>(count));
  else if (count == 0 || errno != EINTR)
    from.close();
}

void give(Descriptor& to, std::string_view& rest) {
  const ssize_t count = ::write(to.get(), rest.data(), rest.size());
  if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
  const bool broken = count < 0 && errno != EAGAIN && errno != EINTR;
  if (broken || rest.empty()) to.close();
}

}  // namespace

Finished run_program(const std::vector<std::string>& words, std::string_view input) {
  Streams streams;
  const pid_t id = start(words, streams);
  Finished finished{};
  ::fcntl(streams.input.get(), F_SETFL, O_NONBLOCK);
  if (input.empty()) streams.input.close();
  while (streams.output.get() >= 0 || streams.errors.get() >= 0) {
    std::array<pollfd, 3> files{{{streams.input.get(), POLLOUT, 0},
                                 {streams.output.get(), POLLIN, 0},
                                 {streams.errors.get(), POLLIN, 0}}};
    if (::poll(files.data(), files.size(), -1) < 0) continue;
    if (files[0].revents != 0) give(streams.input, input);
    if (files[1].revents != 0) take(streams.output, finished.output);
    if (files[2].revents != 0) take(streams.errors, finished.errors);
  }
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  finished.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return finished;
}

}  // namespace surefoot
