#include "browser.hpp"

#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>

#include "left_behind.hpp"
#include "posix.hpp"

namespace surefoot::cli {
namespace {

constexpr std::chrono::seconds patience{120};

// For the page and for what Chromium keeps of it, so that a user's own profile is not touched.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code fault;
    const auto parent = std::filesystem::temp_directory_path(fault);
    if (fault)
      throw Error(Fault::output, fmt::format("there is no folder for temporary files: {}; TMPDIR "
                                             "may name one",
                                             fault.message()));
    std::string name = parent / "surefoot-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
      throw Error(Fault::output, fmt::format("{}: cannot be created: {}", name,
                                             std::generic_category().message(errno)));
    path_ = name;
    left_behind_ = LeftBehind::path(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
  LeftBehind left_behind_;
};

std::string file_address(const std::string& path) {
  std::string address = "file://";
  for (const unsigned char c : path) {
    const bool plain = std::isalnum(c) != 0 || c == '/' || c == '-' || c == '.' || c == '_';
    address += plain ? std::string(1, static_cast<char>(c)) : fmt::format("%{:02X}", c);
  }
  return address;
}

// A process of our own whose standard output we read.
class Child {
 public:
  Child(std::vector<std::string> words, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    std::vector<char*> arguments{nullptr};
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    // A group of its own, which can be ended with all that it has started.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int fault = ENOENT;
    for (const char* name : browser_names) {
      std::string program = name;
      arguments[0] = program.data();
      fault =
          ::posix_spawnp(&process_, name, &actions, &attributes, arguments.data(), environment());
      if (fault == 0) break;
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (fault != 0)
      throw Error(Fault::device,
                  "single pictures are drawn by Chromium, and none is on the PATH; install it "
                  "(Debian: apt-get install chromium), or write the page alone");
    left_behind_ = LeftBehind::processes(process_, SIGKILL);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (!ended_) {
      ::kill(-process_, SIGKILL);
      wait();
    }
  }

  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    ended_ = true;
    return status;
  }

 private:
  pid_t process_ = -1;
  bool ended_ = false;
  LeftBehind left_behind_;
};

std::string read_all(int fd) {
  const auto end = std::chrono::steady_clock::now() + patience;
  std::string text;
  std::array<char, 65536> part{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd watched{fd, POLLIN, 0};
    const int ready = left.count() <= 0 ? 0 : ::poll(&watched, 1, static_cast<int>(left.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0)
      throw Error(Fault::device, fmt::format("Chromium has not drawn the pictures in {} seconds",
                                             patience.count()));
    const ssize_t count = ::read(fd, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::string rendered(const std::string& html, const std::string& fragment) {
  const TemporaryFolder folder;
  const std::string page = folder / "page.html";
  write_atomically(page, html);
  std::array<int, 2> ends{};
  if (private_pipe(ends.data()) != 0)
    throw Error(Fault::device, fmt::format("no pipe to Chromium could be made: {}",
                                           std::generic_category().message(errno)));
  try {
    // The sandbox guards against strangers' pages, and is not to be had in many containers.
    Child child({"--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1000,1000",
                 "--virtual-time-budget=60000", "--user-data-dir=" + (folder / "profile"),
                 "--dump-dom", file_address(page) + '#' + fragment},
                ends[1]);
    ::close(std::exchange(ends[1], -1));
    std::string document = read_all(ends[0]);
    const int status = child.wait();
    ::close(ends[0]);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      throw Error(Fault::device, "Chromium could not be run to draw the pictures");
    return document;
  } catch (...) {
    if (ends[1] >= 0) ::close(ends[1]);
    throw;
  }
}

}  // namespace surefoot::cli
