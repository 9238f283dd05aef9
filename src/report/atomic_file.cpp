#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>

#include "left_behind.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(Fault fault, const fs::path& path, int error) {
  const char* what = fault == Fault::output ? "cannot be created" : "cannot be written";
  throw Error(fault, fmt::format("{}: {}: {}", path.string(), what,
                                 std::generic_category().message(error)));
}

void write_all(int fd, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(Fault::write, path, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

// A new file in the target's directory that vanishes unless it takes the
// target's name.
class Temporary {
 public:
  explicit Temporary(const fs::path& target) : target_(target) {
    // Without the target's name in it, which may be as long as a name can be.
    for (int attempt = 0; fd_ < 0; ++attempt) {
      name_ = directory() / fmt::format(".surefoot-{}-{}.tmp", ::getpid(), attempt);
      fd_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd_ < 0 && errno != EEXIST) fail(Fault::output, target_, errno);
    }
    left_behind_ = LeftBehind::path(name_);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (fd_ >= 0) ::close(fd_);
    if (!renamed_) ::unlink(name_.c_str());
  }

  void fill(std::string_view content) {
    struct stat old {};
    if (::stat(target_.c_str(), &old) == 0) ::fchmod(fd_, old.st_mode & 0777);
    write_all(fd_, content, target_);
    if (::fsync(fd_) != 0) fail(Fault::write, target_, errno);
    const int closed = ::close(fd_);
    fd_ = -1;
    if (closed != 0) fail(Fault::write, target_, errno);
  }

  void take_name() {
    if (::rename(name_.c_str(), target_.c_str()) != 0) fail(Fault::write, target_, errno);
    renamed_ = true;
    left_behind_ = LeftBehind();
    // The new name survives a power cut only when the directory is on disk too;
    // where a directory cannot be synchronised there is nothing better to do.
    const int fd = ::open(directory().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
      ::fsync(fd);
      ::close(fd);
    }
  }

 private:
  fs::path directory() const {
    return target_.has_parent_path() ? target_.parent_path() : fs::path(".");
  }

  fs::path target_;
  fs::path name_;
  int fd_ = -1;
  bool renamed_ = false;
  LeftBehind left_behind_;
};

// A pipe opens only when somebody reads from it: who does not come in a moment will not.
int open_special(const fs::path& path) {
  constexpr int attempts = 20;
  int fd = -1;
  for (int i = 0; i < attempts; ++i) {
    fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 || errno != ENXIO) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

enum class Kind { absent, regular, special };

Kind kind_of(const fs::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return Kind::absent;
  if (S_ISDIR(found.st_mode)) fail(Fault::output, path, EISDIR);
  // A directory that may be written to would let us replace what we may not.
  if (::access(path.c_str(), W_OK) != 0) fail(Fault::output, path, errno);
  return S_ISREG(found.st_mode) ? Kind::regular : Kind::special;
}

// Where a symbolic link leads, so that the link outlives the rename.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target;
}

// The temporary has a short name, so the target's own must be asked about.
void check_name(const fs::path& path) {
  if (path.filename().empty()) fail(Fault::output, path, EISDIR);
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0 && errno != ENOENT) fail(Fault::output, path, errno);
}

}  // namespace

void write_atomically(const fs::path& path, std::string_view content) {
  check_name(path);
  if (kind_of(path) == Kind::special) {
    const int fd = open_special(path);
    if (fd < 0) fail(Fault::output, path, errno);
    try {
      write_all(fd, content, path);
    } catch (...) {
      ::close(fd);
      throw;
    }
    if (::close(fd) != 0) fail(Fault::write, path, errno);
    return;
  }
  Temporary temporary(resolved(path));
  temporary.fill(content);
  temporary.take_name();
}

void make_folder(const fs::path& folder) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (!fault && !fs::is_directory(folder, fault))
    fault = std::make_error_code(std::errc::not_a_directory);
  if (fault) fail(Fault::output, folder, fault.value());
}

void check_creatable(const fs::path& path) {
  check_name(path);
  if (kind_of(path) != Kind::special) Temporary probe(resolved(path));
}

}  // namespace surefoot
