#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/output.hpp>

#include "report/synthetic_fit.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

template <class Call>
void expect_fault(Fault fault, const std::string& part, Call&& call) {
  try {
    call();
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

// In a process of its own, since the limit on the size of a file stays.  A write
// beyond it fails as one to a full disk does.
int fault_on_full_disk(const std::filesystem::path& path, rlim_t limit) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit size{limit, limit};
    ::setrlimit(RLIMIT_FSIZE, &size);
    int code = 0;
    try {
      write_fit(synthetic_fit(1000), path);
    } catch (const Error& error) {
      code = 1 + static_cast<int>(error.fault());
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(WriteFit, LeavesNothingBehindOnAFullDisk) {
  for (const char* name : {"f.nc", "f.csv"})
    for (const rlim_t limit : {rlim_t{0}, rlim_t{1000}, rlim_t{20000}}) {
      const TemporaryDirectory directory;
      EXPECT_EQ(fault_on_full_disk(directory / name, limit), 1 + static_cast<int>(Fault::write))
          << name << " at " << limit << " bytes";
      EXPECT_TRUE(directory.entries().empty()) << directory.entries().front();
    }
}

TEST(WriteFit, KeepsTheOldFileOnAFullDisk) {
  const TemporaryDirectory directory;
  write_file(directory / "f.nc", "precious");
  fault_on_full_disk(directory / "f.nc", 1000);
  EXPECT_EQ(read_file(directory / "f.nc"), "precious");
}

TEST(WriteFit, TakesTheFormatFromTheExtension) {
  const TemporaryDirectory directory;
  write_fit(synthetic_fit(4), directory / "f.nc");
  write_fit(synthetic_fit(4), directory / "f.csv");
  EXPECT_TRUE(read_file(directory / "f.nc").starts_with("\x89HDF"));
  EXPECT_TRUE(read_file(directory / "f.csv").starts_with("draw,a,"));
  EXPECT_EQ(directory.entries().size(), 2u);
  for (const char* name : {"f.txt", "f", ".nc", "f.nc.gz"})
    expect_fault(Fault::usage, "must end in .nc or .csv",
                 [&] { write_fit(synthetic_fit(4), directory / name); });
}

TEST(CheckWritable, LeavesNoTrace) {
  const TemporaryDirectory directory;
  check_writable(directory / "f.nc");
  EXPECT_TRUE(directory.entries().empty());
  write_file(directory / "f.csv", "old");
  check_writable(directory / "f.csv");
  EXPECT_EQ(read_file(directory / "f.csv"), "old");
}

TEST(CheckWritable, RefusesWhatWriteFitWouldRefuse) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "d.nc");
  const auto refused = [&](const std::filesystem::path& path, const std::string& part) {
    expect_fault(Fault::output, part, [&] { check_writable(path); });
    expect_fault(Fault::output, part, [&] { write_fit(synthetic_fit(2), path); });
  };
  refused(directory / "none/f.nc", "No such file or directory");
  refused(directory / "d.nc", "Is a directory");
  refused(directory / std::string(300, 'x').append(".csv"), "File name too long");
  refused("/proc/f.csv", "cannot be created");
  expect_fault(Fault::usage, "must end in", [&] { check_writable(directory / "f.pdf"); });
}

TEST(CheckWritable, RefusesADirectoryWithoutPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "d");
  ::chmod((directory / "d").c_str(), 0555);
  expect_fault(Fault::output, "Permission denied", [&] { check_writable(directory / "d/f.nc"); });
  ::chmod((directory / "d").c_str(), 0755);
}

TEST(WriteAtomically, ReplacesAndKeepsThePermissions) {
  const TemporaryDirectory directory;
  write_file(directory / "f", "old");
  ::chmod((directory / "f").c_str(), 0640);
  write_atomically(directory / "f", "new");
  EXPECT_EQ(read_file(directory / "f"), "new");
  struct stat found {};
  ::stat((directory / "f").c_str(), &found);
  EXPECT_EQ(found.st_mode & 0777, 0640u);
}

TEST(WriteAtomically, FollowsASymbolicLink) {
  const TemporaryDirectory directory;
  write_file(directory / "real", "old");
  std::filesystem::create_symlink("real", directory / "link");
  write_atomically(directory / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link"));
  EXPECT_EQ(read_file(directory / "real"), "new");
}

TEST(WriteAtomically, WritesToADeviceAsItStands) {
  write_atomically("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  expect_fault(Fault::write, "No space left on device",
               [] { write_atomically("/dev/full", "too much"); });
}

TEST(WriteAtomically, TakesANameWithoutADirectory) {
  const TemporaryDirectory directory;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(directory / "");
  write_atomically("here", "x");
  std::filesystem::current_path(before);
  EXPECT_EQ(read_file(directory / "here"), "x");
}

}  // namespace
}  // namespace surefoot
