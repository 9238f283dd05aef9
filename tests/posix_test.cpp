#include "posix.hpp"

#include <array>
#include <csignal>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace surefoot {
namespace {

bool is_hidden(int file) { return (::fcntl(file, F_GETFD) & FD_CLOEXEC) != 0; }

using MakePair = int (*)(int[2]);

void expect_private_ends(MakePair make, bool both_ways) {
  std::array<int, 2> ends{};
  ASSERT_EQ(make(ends.data()), 0);
  EXPECT_TRUE(is_hidden(ends[0]) && is_hidden(ends[1]));
  const int from = both_ways ? ends[0] : ends[1], to = both_ways ? ends[1] : ends[0];
  char byte = 'a';
  EXPECT_EQ(::write(from, "x", 1), 1);
  EXPECT_EQ(::read(to, &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  ::close(from);
  EXPECT_EQ(::read(to, &byte, 1), 0) << "a closed end is the end of the file";
  ::close(to);
}

TEST(Posix, PipesAreHiddenFromProgramsThatAreStarted) {
  expect_private_ends(private_pipe, false);
  expect_private_ends(posix::private_pipe, false);
}

TEST(Posix, SocketsAreHiddenFromProgramsThatAreStarted) {
  expect_private_ends(private_socket_pair, true);
  expect_private_ends(posix::private_socket_pair, true);
}

TEST(Posix, NamelessFilesGrowTwice) {
  for (const auto make : {nameless_file, posix::nameless_file}) {
    const int file = make();
    ASSERT_GE(file, 0);
    EXPECT_TRUE(is_hidden(file));
    EXPECT_EQ(::ftruncate(file, 10), 0);
    EXPECT_EQ(::ftruncate(file, 100), 0);
    EXPECT_EQ(::lseek(file, 0, SEEK_END), 100);
    ::close(file);
  }
}

/// What a function does to a process of its own, as its exit status.
int in_a_process(int (*work)()) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

template <void (*close_all)(int)>
int how_many_are_left() {
  const int file = ::dup(STDERR_FILENO);
  close_all(file);
  return ::fcntl(file, F_GETFD) == -1 && ::fcntl(STDERR_FILENO, F_GETFD) != -1 ? 0 : 1;
}

TEST(Posix, DescriptorsAreClosedFromOneOn) {
  EXPECT_EQ(in_a_process(how_many_are_left<close_from>), 0);
  EXPECT_EQ(in_a_process(how_many_are_left<posix::close_from>), 0);
}

TEST(Posix, CoresAreLimitedToNothing) {
  EXPECT_EQ(in_a_process([] {
              posix::leave_no_core();
              rlimit limit{1, 1};
              return ::getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0 ? 0 : 1;
            }),
            0);
}

TEST(Posix, TheProgramKnowsItsFile) {
  EXPECT_TRUE(std::filesystem::exists(program_file())) << program_file();
}

}  // namespace
}  // namespace surefoot
