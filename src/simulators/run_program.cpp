#include "simulators/run_program.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "left_behind.hpp"
#include "simulators/spawn.hpp"

namespace surefoot {
namespace {

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

std::string complaint_of(const Finished& compiler) {
  if (compiler.status == 0 || compiler.errors.find("error") != std::string::npos)
    return compiler.errors;
  constexpr int by_signal = 128;
  if (compiler.status > by_signal)
    return fmt::format(
        "{}error: the compiler was ended by signal {} ({}); it may have found too "
        "little memory\n",
        compiler.errors, compiler.status - by_signal, ::strsignal(compiler.status - by_signal));
  return fmt::format("{}error: the compiler ended with status {} and did not say why\n",
                     compiler.errors, compiler.status);
}

Finished run_program(const std::vector<std::string>& words, std::string_view input) {
  auto [id, streams] = spawn(words, Group::its_own);
  const LeftBehind running = LeftBehind::processes(id, SIGTERM);
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
