#include <cerrno>
#include <chrono>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <surefoot/error.hpp>
#include <surefoot/journal/journal.hpp>
#include <surefoot/journal/journal_writer.hpp>

#include "posix.hpp"

namespace surefoot {
namespace {

/// Locks a file, or closes it and throws if another has locked it.  Where files cannot be locked
/// there is nothing better to do.
void lock(int file, const std::filesystem::path& path) {
  if (::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(file);
  throw Error(Fault::usage,
              fmt::format("{}: another run that is not finished writes to this file; two runs need "
                          "two outputs",
                          path.string()));
}

}  // namespace

void require_unused_journal(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  lock(file, path);
  ::close(file);
}

JournalWriter::JournalWriter(std::filesystem::path path, std::size_t kept, const std::string& head,
                             Trouble trouble)
    : path_(std::move(path)), trouble_(std::move(trouble)), end_(kept) {
  open();
  if (kept == 0) unwritten_ = head;
  // What is no plain file has no length to change.
  if (file_ >= 0 && ::ftruncate(file_, static_cast<off_t>(kept)) != 0 && errno != EINVAL)
    complain(errno);
  write_out(false);
  worker_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

JournalWriter::~JournalWriter() {
  worker_.request_stop();
  if (worker_.joinable()) worker_.join();
  if (file_ < 0) return;
  write_out(false);
  ::close(file_);
}

void JournalWriter::open() {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return complain(errno);
  lock(file_, path_);
}

void JournalWriter::add(const FinishedDraw& draw) {
  const std::lock_guard lock(pending_mutex_);
  draw_size_ = append_draw(draw, pending_);
}

bool JournalWriter::flush() { return write_out(true); }

void JournalWriter::remove() {
  worker_.request_stop();
  if (worker_.joinable()) worker_.join();
  const std::lock_guard lock(file_mutex_);  // a signal may ask for a flush
  if (file_ < 0) return;
  ::unlink(path_.c_str());
  ::close(file_);
  file_ = -1;
}

void JournalWriter::work(const std::stop_token& stop) {
  constexpr auto pause = std::chrono::milliseconds(500);
  constexpr int pauses_to_sync = 4;
  std::mutex mine;
  std::unique_lock lock(mine);
  for (int round = 1; !stop.stop_requested(); ++round) {
    wake_.wait_for(lock, stop, pause, [] { return false; });
    if (!stop.stop_requested()) write_out(round % pauses_to_sync == 0);
  }
}

bool JournalWriter::write_out(bool to_the_disk) {
  const std::lock_guard lock(file_mutex_);
  std::string taken;
  {
    const std::lock_guard taking(pending_mutex_);
    taken.swap(pending_);
  }
  unwritten_ += records_of(taken, draw_size_);
  if (file_ < 0) return false;
  if (!unwritten_.empty()) {
    if (!write_all(unwritten_)) return false;
    unwritten_.clear();
    synced_ = false;
  }
  if (!to_the_disk || synced_) return true;
  if (sync_data(file_) != 0 && errno != EINVAL && errno != EROFS) {
    complain(errno);
    return false;
  }
  return synced_ = true;
}

// At a place of its own, so that what was half written is written over when it is tried again.
bool JournalWriter::write_all(const std::string& bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t got = ::pwrite(file_, bytes.data() + written, bytes.size() - written,
                                 static_cast<off_t>(end_ + written));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      complain(errno);
      return false;
    }
    written += static_cast<std::size_t>(got);
  }
  end_ += written;
  return true;
}

void JournalWriter::complain(int error) {
  if (complained_) return;
  complained_ = true;
  if (trouble_)
    trouble_(
        fmt::format("{}: draws cannot be kept there as they come: {}; the run goes on, with "
                    "its draws in memory",
                    path_.string(), std::generic_category().message(error)));
}

}  // namespace surefoot
