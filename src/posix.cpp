#include "posix.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#include <mach-o/dyld.h>
#else
extern char** environ;
#endif

namespace surefoot {
namespace posix {
namespace {

void hide(int file) { ::fcntl(file, F_SETFD, FD_CLOEXEC); }

int hide_both(int made, const int ends[2]) {
  if (made == 0) {
    hide(ends[0]);
    hide(ends[1]);
  }
  return made;
}

}  // namespace

int private_pipe(int ends[2]) { return hide_both(::pipe(ends), ends); }

// Streams keep the order and, for messages of a few bytes, their ends.
int private_socket_pair(int ends[2]) {
  return hide_both(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), ends);
}

int nameless_file() {
  std::error_code unknown;
  std::string name = std::filesystem::temp_directory_path(unknown) / "surefoot-XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) return file;
  ::unlink(name.c_str());
  hide(file);
  return file;
}

void close_from(int lowest) {
  constexpr int many = 65536;  // where there is no limit
  rlimit limit{};
  const bool known =
      ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < static_cast<rlim_t>(many);
  const int end = known ? static_cast<int>(limit.rlim_cur) : many;
  for (int file = lowest; file < end; ++file) ::close(file);
}

void leave_no_core() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace posix

#ifdef __linux__
int private_pipe(int ends[2]) { return ::pipe2(ends, O_CLOEXEC); }
int private_socket_pair(int ends[2]) {
  return ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}
int nameless_file() { return ::memfd_create("surefoot", MFD_CLOEXEC); }
void close_from(int lowest) { ::closefrom(lowest); }
void end_with_parent() { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }
// A limit does not count where the system pipes such files to a program.
void leave_no_core() { ::prctl(PR_SET_DUMPABLE, 0); }
int sync_data(int file) { return ::fdatasync(file); }
const int no_signal = MSG_NOSIGNAL;
const int close_on_exec = MSG_CMSG_CLOEXEC;
#else
int private_pipe(int ends[2]) { return posix::private_pipe(ends); }
int private_socket_pair(int ends[2]) { return posix::private_socket_pair(ends); }
int nameless_file() { return posix::nameless_file(); }
void close_from(int lowest) { posix::close_from(lowest); }
void end_with_parent() {}  // those who wait look for their parent now and then
void leave_no_core() { posix::leave_no_core(); }
int sync_data(int file) { return ::fsync(file); }
const int no_signal = 0;
const int close_on_exec = 0;
#endif

#ifdef __APPLE__
char** environment() { return *::_NSGetEnviron(); }
std::filesystem::path program_file() {
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);
  std::string name(size, '\0');
  if (::_NSGetExecutablePath(name.data(), &size) != 0) return {};
  std::error_code unknown;
  return std::filesystem::weakly_canonical(name.c_str(), unknown);
}
#else
char** environment() { return environ; }
std::filesystem::path program_file() {
  std::error_code unknown;
  for (const char* link : {"/proc/self/exe", "/proc/curproc/file"})  // Linux, FreeBSD
    if (auto file = std::filesystem::read_symlink(link, unknown); !file.empty()) return file;
  return {};
}
#endif

}  // namespace surefoot
