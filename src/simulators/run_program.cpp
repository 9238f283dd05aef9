#include "simulators/run_program.hpp"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

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

Finished run_program(const std::vector<std::string>& words, std::string_view input) {
  auto [id, streams] = spawn(words, Group::ours);
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
