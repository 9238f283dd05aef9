#include "simulators/plugin_cache.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "report/netcdf_layout.hpp"
#include "simulators/spawn.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() { return {errno, std::generic_category()}; }

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
  throw Error(Fault::output, fmt::format("{}: compiled headers cannot be kept there: {}; "
                                         "SUREFOOT_CACHE may name another folder",
                                         folder.string(), why));
}

/// Ours, or the administrator's, who could do as they please anyway.
bool is_trusted(const struct stat& found) {
  const bool others_write = (found.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  return (found.st_uid == ::geteuid() || found.st_uid == 0) && !others_write;
}

void require_private(const fs::path& folder) {
  struct stat found {};
  if (::stat(folder.c_str(), &found) != 0) refuse(folder, last_error().message());
  if (is_trusted(found)) return;
  if (found.st_uid != ::geteuid() && found.st_uid != 0)
    refuse(folder, fmt::format("it belongs to user {}, whose code would be run in your name",
                               found.st_uid));
  refuse(folder,
         "others may write there, and their code would be run in your name (chmod go-w "
         "mends that)");
}

fs::path named_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (const fs::path own = variable("SUREFOOT_CACHE"); !own.empty()) return own;
  if (const fs::path base = variable("XDG_CACHE_HOME"); !base.empty()) return base / "surefoot";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache/surefoot";
  throw Error(Fault::output,
              "there is no home folder to keep compiled headers in: SUREFOOT_CACHE must name one");
}

}  // namespace

fs::path cache_folder() {
  const fs::path folder = named_folder();
  std::error_code fault;
  const bool made = fs::create_directories(folder, fault);
  if (made && !fault) fs::permissions(folder, fs::perms::owner_all, fault);
  if (!fault && ::access(folder.c_str(), W_OK | X_OK) != 0) fault = last_error();
  if (fault) refuse(folder, fault.message());
  require_private(folder);
  const fs::path absolute = fs::absolute(folder, fault);
  if (fault) refuse(folder, fault.message());
  return absolute;
}

bool is_sealed(const fs::path& file) {
  const Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat found {};
  if (open.get() < 0 || ::fstat(open.get(), &found) != 0) return false;
  if (!S_ISREG(found.st_mode) || !is_trusted(found)) return false;
  std::ifstream stream(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  return before_checksum(content).has_value();
}

std::error_code seal(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return std::make_error_code(std::errc::io_error);
  const std::string line = checksum_line(content);
  const Descriptor open(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW));
  const bool fine =
      open.get() >= 0 && ::fchmod(open.get(), S_IRWXU) == 0 &&
      ::write(open.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
      ::fsync(open.get()) == 0;
  return fine ? std::error_code() : last_error();
}

}  // namespace surefoot
