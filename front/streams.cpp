#include "front/streams.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "front/terminal.hpp"
#include "text.hpp"

namespace surefoot::front {
namespace {

// One call, so that lines of several threads stay whole; a failure has nowhere to be told.
void write_line(std::string_view before, std::string_view message) {
  std::fputs(fmt::format("{} {}\n", before, printable(message)).c_str(), stderr);
}

std::string marked(std::string_view word, Emphasis emphasis) {
  return takes_colours(STDERR_FILENO) ? emphasised(word, emphasis) : std::string(word);
}

}  // namespace

void claim_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) != -1) continue;
    // The lowest free descriptor is taken, which is `fd`.  Standard output opens for
    // reading, so that a result that has nowhere to go is still an error.
    if (::open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY) != fd) return;
  }
}

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw ClosedPipe{};
    if (written < 0)
      throw Error(Fault::write, fmt::format("standard output cannot be written: {}",
                                            std::generic_category().message(errno)));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void say(std::string_view message) { write_line("surefoot:", message); }

void say_error(std::string_view message) {
  write_line(marked("surefoot:", Emphasis::error), message);
}

void say_warning(std::string_view message) {
  write_line("surefoot: " + marked("warning:", Emphasis::warning), message);
}

}  // namespace surefoot::front
